import type { OpenDatabase } from '../db/open.ts'
import { createOperationStores } from '../db/operations/stores.ts'
import { AfterRestore, type AfterRestoreOptions } from '../operations/after-restore.ts'
import { exitCodeOf, runCommand, type Service } from '../operations/commands.ts'
import { MethodRecords } from '../operations/method-records.ts'
import { MethodSwitches } from '../operations/method-switches.ts'
import { Reviews } from '../operations/reviews.ts'

export interface OperateOptions extends Pick<Service, 'methods' | 'gateways' | 'countryCode' | 'who'> {
  /** What lies outside the database. Only the command that asks others needs the settings for it. */
  readonly openOutside: () => Pick<AfterRestoreOptions, 'readJournal' | 'lookups'>
  readonly database: Pick<OpenDatabase, 'db' | 'engine'>
  readonly now: () => number
  readonly print: (text: string) => void
  /** What could not be done, and why. */
  readonly complain: (text: string) => void
}

/** Does an operator's command on the database and says how the process should exit. */
export async function operate(typed: readonly string[], options: OperateOptions): Promise<number> {
  const { database, now, print, complain, openOutside, ...service } = options
  const { methods } = service
  const stores = createOperationStores(database, now)
  const answer = await runCommand(typed, {
    ...service,
    corrections: stores.corrections,
    missedSearches: stores.missedSearches,
    votes: stores.votes,
    coverageReports: stores.coverageReports,
    submissions: stores.submissions,
    leads: stores.leadList,
    leadDecisions: stores.leadDecisions,
    reviews: new Reviews({ store: stores.reviews }),
    unknownPayments: stores.unknownPayments,
    openAfterRestore: () =>
      new AfterRestore({ recoveries: stores.recoveries, unknown: stores.unknownPayments, ...openOutside() }),
    switches: new MethodSwitches({ store: stores.switches, now }),
    records: new MethodRecords({ tries: stores.tries, methods, now }),
  })
  const announce = answer.outcome === 'done' ? print : complain
  announce(`${answer.text}\n`)
  return exitCodeOf(answer)
}
