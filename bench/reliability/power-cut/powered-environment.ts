import type { DatabaseAddress } from '@nyanja/server/db/open'
import type { TestEnvironment } from '../../environment/test-environment.ts'
import type { PowerCut } from './disk.ts'

export interface PoweredEnvironment {
  readonly environment: TestEnvironment
  readonly address: DatabaseAddress
  /** The power goes and comes back; resolves when the database works again on what was left of it. */
  cutPower(): Promise<PowerCut>
  close(): Promise<void>
}
