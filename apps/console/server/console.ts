import { createOpenIdConnect } from '@nyanja/back-office/adapters/openid-connect/openid-connect'
import { createOperationStores } from '@nyanja/back-office/db/operations/stores'
import { createStaffSessionStore } from '@nyanja/back-office/db/sign-in/staff-session-store'
import { ActionLog } from '@nyanja/back-office/operations/action-log'
import { KeptSearches } from '@nyanja/back-office/operations/kept-searches'
import { Looks } from '@nyanja/back-office/operations/looks'
import { PaymentFiles } from '@nyanja/back-office/operations/payment-files'
import { PaymentFinder } from '@nyanja/back-office/operations/payment-finder'
import { Reviews } from '@nyanja/back-office/operations/reviews'
import { StaffActs } from '@nyanja/back-office/operations/staff-acts'
import { WorkQueues } from '@nyanja/back-office/operations/work-queues'
import type { ConsoleConfig } from '@nyanja/back-office/settings/console-config'
import type { IdentityProvider } from '@nyanja/back-office/sign-in/identity-provider'
import { SignIn } from '@nyanja/back-office/sign-in/sign-in'
import { StaffSessions } from '@nyanja/back-office/sign-in/staff-sessions'
import { createFinance } from '@nyanja/back-office/wiring/finance'
import { createReconciliation } from '@nyanja/back-office/wiring/reconciliation'
import { type CsvCell, toCsvLine } from '@nyanja/server/common/csv'
import { newId } from '@nyanja/server/common/ids'
import { createReachability } from '@nyanja/server/common/reachability'
import { clockTimeIn, dayIn, startOfDayIn } from '@nyanja/server/common/zone-time'
import { readLogArchive } from '@nyanja/server/db/log-archive'
import { readLastBackup, readNodeReports } from '@nyanja/server/db/node-reports'
import { listNodes } from '@nyanja/server/db/node-versions'
import type { DatabaseHandle } from '@nyanja/server/db/schema'
import { MethodSwitches } from '@nyanja/server/payments/methods'
import { createMethodService } from '@nyanja/server/wiring/method-service'
import { readWorkFigures } from '@nyanja/server/wiring/readiness'
import { UploadedFiles } from './uploaded-files.ts'

/** Logs sign-ins and refusals. */
export interface SecurityLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
}

interface ConsoleOptions {
  readonly config: ConsoleConfig
  readonly database: DatabaseHandle
  readonly now: () => number
  readonly log: SecurityLog
}

type OperationStores = ReturnType<typeof createOperationStores>

/** Parts that tests replace. */
export interface ConsoleOverrides {
  readonly identityProvider?: IdentityProvider
  readonly mostUploadBytes?: number
}

/** Paths of the console that the identity provider redirects to. */
const providerPaths = { signedIn: '/sign-in/callback', signedOut: '/signed-out?done' } as const

/** What the page of operations shows, for the whole database. */
function createOperations({ config: { offeredMarket }, database, now }: ConsoleOptions, operations: OperationStores) {
  const { serviceFigures } = createMethodService({
    ...{ market: offeredMarket, stores: operations, now },
    // Each node knows which providers it reaches.
    reachability: createReachability(now),
  })
  return {
    methods: () => serviceFigures.all(),
    work: () => readWorkFigures(database, now()),
    reports: () => readNodeReports(database.db, now()),
    lastBackup: () => readLastBackup(database.db),
    /** Undefined on SQLite, which serves one process. */
    nodes: async () => (database.engine === 'postgres' ? listNodes(database.db) : undefined),
    logArchive: async () => (database.engine === 'postgres' ? readLogArchive(database.db) : undefined),
  }
}
/** The limit fits the largest import: two million rows of some 120 bytes. */
const usualMostUploadBytes = 256 * 1024 * 1024

/** The only place of the console that knows which adapter implements which port. */
export function createConsole(options: ConsoleOptions, overrides: ConsoleOverrides = {}) {
  const { config, database, now, log: securityLog } = options
  const { market, http, publicOrigin, roleClaims } = config
  const stores = createOperationStores(database, now)
  const log = new ActionLog({ store: stores.actionLog, now })
  const reviews = new Reviews({ store: stores.reviews, differences: market.differences })
  const finance = createFinance({ database, market, now })
  const reconciliation = createReconciliation({ database, now, market, formatsFolder: config.formatsFolder })
  const identityProvider =
    overrides.identityProvider ??
    createOpenIdConnect({
      ...config.identityProvider,
      signedInUrl: http.origin + providerPaths.signedIn,
      signedOutUrl: http.origin + providerPaths.signedOut,
      now,
    })

  const startOfDay = (day: string) => startOfDayIn(market.timeZone, Date.parse(`${day}T12:00:00Z`))
  const finder = new PaymentFinder({
    ...{ store: stores.paymentFinder, brand: market.brand, numbers: market.numbers, now, startOfDay },
  })
  const { corrections, staffRequests: requests, submissions, takenWork, leadList: leads } = stores
  const looks = new Looks({ log, now })
  const switches = new MethodSwitches({ store: stores.switches, now })

  return {
    ...{ market, publicOrigin, now, stores, log, reviews, finder, switches, startOfDay, finance, reconciliation },
    securityLog,
    /** What the portal offers. */
    paymentOptions: config.offeredMarket.paymentOptions,
    uploads: new UploadedFiles(overrides.mostUploadBytes ?? usualMostUploadBytes),
    csvLine: (cells: readonly CsvCell[]) => toCsvLine(cells),
    /** Reads the clock in the market's time zone. */
    localTime: (at: number) => ({ day: dayIn(market.timeZone, at), time: clockTimeIn(market.timeZone, at) }),
    operations: createOperations(options, stores),
    queues: new WorkQueues({
      ...{ reviews, corrections, finder, requests, submissions, leads, takenWork, now },
      coverage: stores.coverageReports,
    }),
    /** The day reads like `2026-11-20`, in the market's time zone. */
    today: () => dayIn(market.timeZone, now()),
    signIn: new SignIn({
      ...{ provider: identityProvider, roleClaims },
      warn: (err) => securityLog.warn({ err }, err.message),
    }),
    sessions: new StaffSessions({ store: createStaffSessionStore(database.db), now }),
    searches: new KeptSearches({ store: stores.keptSearches, now, newId }),
    looks,
    files: new PaymentFiles({ reviews, requests, corrections, looks }),
    acts: new StaffActs({
      ...{ log, newId, reviews, requests, corrections, submissions, switches },
      coverage: stores.coverageReports,
      payments: stores.paymentActs,
      leads: stores.leadDecisions,
      incidents: stores.incidents,
      cases: reconciliation.cases,
      closing: finance.closing,
    }),
  }
}

export type Console = ReturnType<typeof createConsole>
