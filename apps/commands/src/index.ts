import { createRecordQueues } from '@nyanja/back-office/wiring/record-queues'
import { migrate as migratePortal, start as startPortal } from '../../portal/server/index.ts'
import { runBssCheck } from './check-bss.ts'
import { runProvidersCheck } from './check-providers.ts'
import { staffNouns as nounsOfStaff } from './nouns.ts'
import { operateDatabase } from './operate.ts'

/** Starts the portal, whose worker does the work of the back office too. */
export const start = (env: Readonly<Record<string, string | undefined>>, home: string) =>
  startPortal(env, home, createRecordQueues)

/** Brings the tables of the database up to date, as `main.ts migrate` does before a release goes out. */
export const migrate = migratePortal

/** `providers:check`, for staff: signs in at every configured provider. */
export const checkProviders = runProvidersCheck

/** `bss:check`, for staff: calls the BSS as the portal does, without changing anything. */
export const checkBss = runBssCheck

/** Maps the first word of each staff command to the command. */
export const operate = operateDatabase

export const staffNouns = nounsOfStaff
