import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { bssSettings, readBss } from '@nyanja/server/settings/bss-config'
import { badConfiguration, type Environment, readGiven } from '@nyanja/server/settings/environment'
import { readMarket } from '@nyanja/server/settings/market'
import { findMarket } from '@nyanja/server/settings/market-folder'
import { bssOptionsOf, silentMetrics } from '@nyanja/server/wiring/providers'
import { z } from 'zod'
import { textTable } from './text-table.ts'

const Env = z.object({
  ...bssSettings,
  MARKET: z.string().default('mw'),
  MARKET_DIR: z.string().optional(),
  MARKETS_DIR: z.string(),
})

/** The settings of the BSS and its market alone, so that it can be connected before anything else is. */
function readConfig(environment: Environment) {
  const { given, faults, notices } = readGiven(environment, Object.keys(Env.shape))
  const { data: env, error } = Env.safeParse(given)
  if (error !== undefined) faults.push(z.prettifyError(error))
  const reading = env && readBss(env)
  faults.push(...(reading?.faults ?? []))
  if (env === undefined || reading === undefined || faults.length > 0) throw badConfiguration(faults, notices)
  return {
    bss: reading.bss,
    market: readMarket(findMarket(env).file),
  }
}

interface CheckCommand {
  readonly env: Environment
  /** The folder with `markets/`. */
  readonly home: string
  readonly typed: readonly string[]
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

const usage = `Usage
  bss:check                      call the configured BSS as the portal does, and print what works
  --number <number>              a line of the operator, best a postpaid one: for its line, balances, bills and top-ups
  --reference <reference>        the portal's reference of a top-up of that line that was made: it must be found
  --help                         show this

It only reads. Exit code 0: all that was checked works or is degraded; 1: something is missing; 2: the command was not
understood.`

const options = {
  number: { type: 'string' },
  reference: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

function readTyped(typed: readonly string[]) {
  try {
    return parseArgs({ args: [...typed], options }).values
  } catch (error) {
    return error instanceof Error ? error.message : 'not understood'
  }
}

/** `bss:check` for staff: prints one line for each capability. Returns the exit code. */
export async function runBssCheck({ env, home, typed, print, complain }: CheckCommand): Promise<number> {
  const read = readTyped(typed)
  if (typeof read === 'string') {
    complain(`${read}\n\n${usage}\n`)
    return 2
  }
  if (read.help) {
    print(`${usage}\n`)
    return 0
  }
  const { bss, market } = readConfig({ MARKETS_DIR: path.resolve(home, 'markets'), ...env })
  const number = read.number === undefined ? undefined : parseMsisdn(read.number, market.numbers)
  if (number !== undefined && number.outcome !== 'valid') {
    complain(`${read.number} is no number of ${market.code}\n\n${usage}\n`)
    return 2
  }
  const options = bssOptionsOf({ config: { bss, market }, metrics: silentMetrics })
  const checks = await bss.definition.check(options, { msisdn: number?.msisdn, reference: read.reference })
  const rows = checks.map(({ capability, state, seen, lookAt }) => [
    capability,
    state.replaceAll('_', ' '),
    seen,
    lookAt.join(', '),
  ])
  print(`${textTable(['capability', 'state', 'seen', 'look at'], rows)}\n`)
  return checks.some(({ state }) => state === 'missing') ? 1 : 0
}
