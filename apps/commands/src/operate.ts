import path from 'node:path'
import type { OpenDatabase } from '@nyanja/back-office/db/schema'
import { AcknowledgedCommits } from '@nyanja/database/acknowledged-commits'
import { awaitDatabase } from '@nyanja/database/await-database'
import { checkDataKeys } from '@nyanja/database/data-key-check'
import { nameOf } from '@nyanja/database/open'
import { openClock } from '@nyanja/database/process-clock'
import { readJournal } from '@nyanja/server/adapters/journal-files/journal-files'
import { assertIsOfRelease } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { readEnvironment } from '@nyanja/server/settings/config'
import {
  badConfiguration,
  databaseAddress,
  databaseSettings,
  type Environment,
  names,
  readGiven,
} from '@nyanja/server/settings/environment'
import { limitToOptions, readMarket } from '@nyanja/server/settings/market'
import { findMarket } from '@nyanja/server/settings/market-folder'
import { z } from 'zod'
import { backUp, backup } from './backup.ts'
import { type CommandAnswer, toExitCode } from './command.ts'
import type { Opened } from './noun.ts'
import { runCommand, usage, withUsage } from './nouns.ts'
import { createReferenceLookups } from './reference-lookups.ts'
import { isTrial, trySettlementFile } from './settlements.ts'

const Env = z.object({
  DATA_DIR: z.string().min(1).optional(),
  ...databaseSettings,
  MARKET: z.string().default('mw'),
  MARKET_DIR: z.string().optional(),
  MARKETS_DIR: z.string(),
  PAYMENT_METHODS: names.optional(),
})

/**
 * The portal's settings that staff commands need. None has a default, because the command must reach the portal's
 * database.
 */
function readCommandConfig(environment: Environment, needs: 'database' | 'no database' = 'database') {
  const { given, faults, notices } = readGiven(environment, Object.keys(Env.shape))
  const { data: env, error } = Env.safeParse(given)
  if (error !== undefined) faults.push(z.prettifyError(error))
  if (needs === 'database' && env !== undefined && env.DATABASE_URL === undefined && env.DATA_DIR === undefined)
    faults.push('✖ DATABASE_URL or DATA_DIR must be set, as the portal has it')
  if (env === undefined || faults.length > 0) throw badConfiguration(faults, notices)
  const { file, formatsFolder } = findMarket(env)
  const market = readMarket(file)
  return {
    database: databaseAddress(env, { file: path.resolve(env.DATA_DIR ?? '', 'portal.db'), isBeside: true }),
    market: env.PAYMENT_METHODS === undefined ? market : limitToOptions(market, env.PAYMENT_METHODS),
    formatsFolder,
  } as const
}

interface OperateOptions extends Opened {
  readonly print: (text: string) => void
  /** What could not be done, and why. */
  readonly complain: (text: string) => void
}

/** Executes a staff command on the database and returns the exit code. */
export async function operate(typed: readonly string[], options: OperateOptions): Promise<number> {
  const { print, complain, ...opened } = options
  return announce(await runCommand(typed, opened), { print, complain })
}

function announce(answer: CommandAnswer, { print, complain }: Pick<OperateOptions, 'print' | 'complain'>): number {
  const write = answer.outcome === 'done' ? print : complain
  write(`${answer.text}\n`)
  return toExitCode(answer)
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

/** Executes a staff command beside the running portal. Returns the exit code. */
export async function operateDatabase({ env, home, ...command }: StaffCommand): Promise<number> {
  if (command.typed.includes('--help')) {
    command.print(`${usage}\n`)
    return 0
  }
  const settings = { MARKETS_DIR: path.join(home, 'markets'), ...env }
  if (isTrial(command.typed))
    return announce(await trySettlementFile(command.typed, readCommandConfig(settings, 'no database')), command)
  const { database: address, market, formatsFolder } = readCommandConfig(settings)
  // Commands that query providers or the BSS need all settings of the portal.
  const openConfig = () => readEnvironment({ env, home })
  const name = nameOf(address)
  if (command.typed[0] === backup.name) return announce(withUsage(await backUp(address, command.typed)), command)
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
        ...{ database, market, now, formatsFolder, openConfig },
        keys: address.keys,
        who: env.USER ?? 'operator',
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
