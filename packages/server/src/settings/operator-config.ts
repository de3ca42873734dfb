import path from 'node:path'
import { z } from 'zod'
import { offering, readMarket } from './market.ts'
import { type Environment, withSecretFiles } from './production-faults.ts'

const Env = z.object({
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: z.url().optional(),
  MARKET: z.string().default('mw'),
  MARKET_FILE: z.string().optional(),
  MARKETS_DIR: z.string(),
  PAYMENT_METHODS: z.string().optional(),
})

/** What an operator's command needs of the portal's settings. None is guessed: it must meet the portal's database. */
export function readOperatorConfig(environment: Environment) {
  const { given, faults } = withSecretFiles(environment, Object.keys(Env.shape))
  const { data: env, error } = Env.safeParse(given)
  if (error !== undefined) faults.push(z.prettifyError(error))
  if (env !== undefined && env.DATABASE_URL === undefined && env.DATA_DIR === undefined)
    faults.push('✖ DATABASE_URL or DATA_DIR must be set, as the portal has it')
  if (env === undefined || faults.length > 0) throw new Error(`Bad configuration\n${faults.join('\n')}`)
  const market = readMarket(env.MARKET_FILE ?? path.join(env.MARKETS_DIR, `${env.MARKET}.json`))
  const wanted = env.PAYMENT_METHODS?.split(',').map((name) => name.trim())
  return {
    database:
      env.DATABASE_URL === undefined
        ? { file: path.resolve(env.DATA_DIR ?? '', 'portal.db'), isBeside: true }
        : { url: env.DATABASE_URL },
    market: wanted === undefined ? market : offering(market, wanted),
  } as const
}
