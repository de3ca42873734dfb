import type { Migration } from '@nyanja/database/migrate'
import type { Engine } from '@nyanja/database/open'
import type { TestDatabase } from '@nyanja/database/test-engines'
import { describeOnEachEngine as describeOnPortals } from '@nyanja/server/db/test-database'
import type { Database } from './schema.ts'

type Suite = (open: (migrations?: readonly Migration[]) => Promise<TestDatabase<Database>>, engine: Engine) => void

/** Defines a suite once for both engines, as the portal does, with the tables of the back office. */
export function describeOnEachEngine(name: string, suite: Suite): void {
  describeOnPortals(name, suite)
}
