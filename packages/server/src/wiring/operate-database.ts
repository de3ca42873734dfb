import path from 'node:path'
import { displayMoney } from '@nyanja/domain/money/money'
import type { DifferenceRules } from '@nyanja/domain/payments/received-money'
import { z } from 'zod'
import { readJournal } from '../adapters/journal-files/journal-files.ts'
import { type CommandAnswer, refused, toExitCode } from '../common/command-answer.ts'
import { AcknowledgedCommits } from '../db/acknowledged-commits.ts'
import { awaitDatabase } from '../db/await-database.ts'
import { backUpSqlite } from '../db/back-up-sqlite.ts'
import { checkDataKeys, createDataKeyRecords } from '../db/data-key-store.ts'
import { type DataKeys, noDataKeys } from '../db/data-keys.ts'
import { assertIsOfRelease } from '../db/migrations/all.ts'
import { recordBackup } from '../db/node-reports.ts'
import { type DatabaseAddress, type DatabaseHandle, nameOf, type OpenDatabase, openDatabase } from '../db/open.ts'
import { createOperationStores } from '../db/operations/stores.ts'
import { openClock } from '../db/process-clock.ts'
import { createSessionList } from '../db/sign-in/session-list.ts'
import {
  AfterRestore,
  type AfterRestoreOptions,
  type Found,
  type ReferenceLookups,
} from '../operations/after-restore.ts'
import { usage } from '../operations/command-text.ts'
import { readBackup, runCommand, type Service, withUsage } from '../operations/commands.ts'
import { MethodRecords, MethodSwitches } from '../operations/methods.ts'
import { Reviews } from '../operations/reviews.ts'
import type { Purchase } from '../payments/delivery-provider.ts'
import type { MoneyJournal } from '../payments/money-journal.ts'
import type { VerificationResult } from '../payments/payment-gateway.ts'
import { type Config, readEnvironment } from '../settings/config.ts'
import { databaseAddress, databaseSettings, type Environment, withSecretFiles } from '../settings/environment.ts'
import { offering, readMarket } from '../settings/market.ts'
import { findMarket } from '../settings/market-folder.ts'
import { createFinance } from './finance.ts'
import { runFinanceCommand } from './finance-commands.ts'
import { bssOptionsOf, createProviders, silentMetrics } from './providers.ts'
import { createSettlementCommands } from './settlement-commands.ts'

const Env = z.object({
  DATA_DIR: z.string().min(1).optional(),
  ...databaseSettings,
  MARKET: z.string().default('mw'),
  MARKET_DIR: z.string().optional(),
  MARKET_FILE: z.string().optional(),
  MARKETS_DIR: z.string(),
  PAYMENT_METHODS: z.string().optional(),
  SETTLEMENT_FORMATS_DIR: z.string().min(1).optional(),
})

/**
 * The portal's settings that staff commands need. None has a default, because the command must reach the portal's
 * database.
 */
function readCommandConfig(environment: Environment) {
  const { given, faults } = withSecretFiles(environment, Object.keys(Env.shape))
  const { data: env, error } = Env.safeParse(given)
  if (error !== undefined) faults.push(z.prettifyError(error))
  if (env !== undefined && env.DATABASE_URL === undefined && env.DATA_DIR === undefined)
    faults.push('✖ DATABASE_URL or DATA_DIR must be set, as the portal has it')
  if (env === undefined || faults.length > 0) throw new Error(`Bad configuration\n${faults.join('\n')}`)
  const market = readMarket(findMarket(env).file)
  const wanted = env.PAYMENT_METHODS?.split(',').map((name) => name.trim())
  return {
    database: databaseAddress(env, { file: path.resolve(env.DATA_DIR ?? '', 'portal.db'), isBeside: true }),
    market: wanted === undefined ? market : offering(market, wanted),
    formatsFolder: env.SETTLEMENT_FORMATS_DIR,
  } as const
}

interface OperateOptions
  extends Pick<Service, 'methods' | 'gateways' | 'countryCode' | 'who' | 'runSettlements' | 'runFinance'> {
  /** External systems. Only the command that queries them needs their settings. */
  readonly openOutside: () => Pick<AfterRestoreOptions, 'readJournal' | 'lookups'>
  readonly database: DatabaseHandle
  /** The market's. */
  readonly differences?: DifferenceRules
  readonly keys?: DataKeys | undefined
  readonly now: () => number
  readonly print: (text: string) => void
  /** What could not be done, and why. */
  readonly complain: (text: string) => void
}

/** Executes a staff command on the database and returns the exit code. */
export async function operate(typed: readonly string[], options: OperateOptions): Promise<number> {
  const { database, differences, keys, now, print, complain, openOutside, ...service } = options
  const { methods } = service
  const stores = createOperationStores(database, now)
  const answer = await runCommand(typed, {
    ...service,
    corrections: stores.corrections,
    missedSearches: stores.missedSearches,
    votes: stores.votes,
    coverageReports: stores.coverageReports,
    submissions: stores.submissions,
    sessions: createSessionList(database.db, now),
    dataKeys: createDataKeyRecords(database, keys ?? noDataKeys),
    leads: stores.leadList,
    leadDecisions: stores.leadDecisions,
    reviews: new Reviews({ store: stores.reviews, differences }),
    unknownPayments: stores.unknownPayments,
    openAfterRestore: () =>
      new AfterRestore({ recoveries: stores.recoveries, unknown: stores.unknownPayments, ...openOutside() }),
    switches: new MethodSwitches({ store: stores.switches, now }),
    records: new MethodRecords({ tries: stores.tries, methods, now }),
  })
  return announce(answer, { print, complain })
}

function announce(answer: CommandAnswer, { print, complain }: Pick<OperateOptions, 'print' | 'complain'>): number {
  const write = answer.outcome === 'done' ? print : complain
  write(`${answer.text}\n`)
  return toExitCode(answer)
}

/** How the BSS finds the effect of a call in the journal. */
const kindOf: Readonly<Record<string, Purchase['kind']>> = {
  top_up: 'airtime',
  bundle_order: 'bundle',
  bill_payment: 'bill',
  plan_payment: 'plan',
}

/** Only queries are made. */
const closedJournal: MoneyJournal = {
  record: () => Promise.reject(new Error('A look-up moves no money')),
}

function paymentFound(gateway: string, result: VerificationResult): Found {
  if (result.state === 'captured') {
    const { amount, providerReference } = result
    const words = ['captured', amount && displayMoney(amount), providerReference].filter(Boolean)
    return { state: 'there', text: `${gateway}: ${words.join(', ')}` }
  }
  if (result.state === 'refused') return { state: 'not_there', text: `${gateway}: ${result.reason}` }
  return { state: 'unsure', text: `${gateway}: ${result.state === 'review' ? result.reason : result.state}` }
}

/** Queries providers and BSS about references that the database does not know. */
function createReferenceLookups(options: { readonly config: Config; readonly now: () => number }): ReferenceLookups {
  const metrics = silentMetrics
  const tmf = bssOptionsOf({ ...options, metrics })
  const { gateways } = createProviders({
    ...options,
    ...{ tmf, metrics },
    journal: closedJournal,
    reachability: { toggled: () => {} },
    answered: () => {},
    log: { warn: () => {} },
  })
  const { deliveryProvider } = options.config.bss.definition.open(tmf)

  return {
    async findPayment(name, request) {
      const gateway = gateways[name]
      return gateway && paymentFound(name, await gateway.verify(request))
    },

    async findDelivery(call, { id, amount }) {
      const found = await deliveryProvider.findByReference({ id, amount, kind: kindOf[call] ?? 'airtime', msisdn: '' })
      if (found === undefined) return { state: 'not_there', text: 'bss: has no record of it' }
      if (found.outcome === 'impossible') return { state: 'not_there', text: `bss: ${found.reason}` }
      return { state: 'there', text: `bss: ${found.outcome}, ${found.bssReference}` }
    },
  }
}

interface StaffCommand {
  readonly env: Environment
  /** The folder with `markets/`. */
  readonly home: string
  readonly typed: readonly string[]
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

async function withClock<Result>(
  database: OpenDatabase,
  complain: (text: string) => void,
  work: (now: () => number) => Promise<Result>,
): Promise<Result> {
  const clock = await openClock(database, (warning) => complain(`${warning}\n`))
  return work(clock.now).finally(() => clock.close())
}

/** For the console. An earlier release has no table for it, and the backup is as good. */
async function reportBackup(address: DatabaseAddress, madeAt: number): Promise<void> {
  const database = openDatabase(address)
  await recordBackup(database.db, madeAt).catch(() => undefined)
  await database.close()
}

/** Needs no table of this release: a backup precedes a migration too. */
async function backUp(address: DatabaseAddress, { typed, print, complain }: Omit<StaffCommand, 'env' | 'home'>) {
  const backup = readBackup(typed)
  if ('outcome' in backup || 'url' in address) {
    const elsewhere = refused('PostgreSQL is backed up by its own tools: docs/go-live.md')
    return announce('outcome' in backup ? withUsage(backup) : elsewhere, { print, complain })
  }
  const madeAt = Date.now()
  const place = await backUpSqlite({ file: address.file, ...backup, now: madeAt })
  await reportBackup(address, madeAt)
  print(`${place} is complete\n`)
  return 0
}

/** Executes a staff command beside the running portal. Returns the exit code. */
export async function operateDatabase({ env, home, ...command }: StaffCommand): Promise<number> {
  if (command.typed.includes('--help')) {
    command.print(`${usage}\n`)
    return 0
  }
  const {
    database: address,
    market,
    formatsFolder,
  } = readCommandConfig({ MARKETS_DIR: path.join(home, 'markets'), ...env })
  // Commands that query providers or the BSS need all settings of the portal.
  const openConfig = () => readEnvironment({ env, home })
  const name = nameOf(address)
  if (command.typed[0] === 'backup') return backUp(address, command)
  // After a restore this command decides first what the database may lack.
  const isAfterRestore = command.typed[0] === 'payments' && command.typed[1] === 'after-restore'
  const database = openDatabase(address, isAfterRestore ? { commits: new AcknowledgedCommits() } : {})
  try {
    if (isAfterRestore) await awaitDatabase(database, { log: { warn: (line) => command.complain(`${line}\n`) } })
    await assertIsOfRelease(database, name)
    await checkDataKeys(database, address.keys)
    command.complain(`Database: ${name}\n`)
    return await withClock(database, command.complain, (now) =>
      operate(command.typed, {
        ...command,
        database,
        differences: market.differences,
        keys: address.keys,
        methods: [...new Set(market.paymentOptions.map(({ method }) => method))],
        gateways: market.paymentOptions,
        countryCode: market.numbers.countryCode,
        who: env.USER ?? 'operator',
        now,
        runFinance: (words) => runFinanceCommand(words, createFinance({ database, market, now })),
        runSettlements: createSettlementCommands({ database, now, market, formatsFolder, openConfig }),
        openOutside: () => {
          const config = openConfig()
          return {
            readJournal: (since) => readJournal(config.journalFolder, since),
            lookups: createReferenceLookups({ config, now }),
          }
        },
      }),
    )
  } finally {
    await database.close()
  }
}
