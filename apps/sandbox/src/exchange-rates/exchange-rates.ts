import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { BadBody, isJsonObject, objectIn, textIn } from '../core/bodies.ts'
import type { Simulator, World } from '../core/simulator.ts'

export interface RatesOptions {
  readonly apiKey?: string
}

interface RatesState {
  readonly format: 'rates-1'
  readonly rate: string
}

const isRatesState = (state: unknown): state is RatesState => isJsonObject(state) && state.format === 'rates-1'

interface RateQuery {
  readonly Querystring: { readonly base?: string; readonly quote?: string }
}

const [base, quote] = ['USD', 'CDF']
const usualRate = '2850.00'

/** The operator's own exchange-rate service. */
export function createExchangeRates(world: World, { apiKey = 'nyanja-sandbox-rates' }: RatesOptions = {}): Simulator {
  let rate = usualRate

  return {
    name: 'rates',
    unknownPaths: [{ prefix: '/rates', answer: (reply) => reply.code(404).send({ error: 'not_found' }) }],
    register(app) {
      app.get<RateQuery>(
        '/rates/v1/exchange-rates',
        { config: { provider: 'rates', operation: 'rate' } },
        async ({ headers, query }, reply) => {
          if (headers['x-api-key'] !== apiKey) return reply.code(401).send({ error: 'unauthorized' })
          if (query.base !== base || query.quote !== quote) return reply.code(404).send({ error: 'unknown_pair' })
          return { base, quote, rate, asOf: world.now().toISOString() }
        },
      )
      addControl(app, {
        rate: () => rate,
        change: (next) => {
          rate = next
        },
      })
    },
    records: () => ({}),
    snapshot: (): RatesState => ({ format: 'rates-1', rate }),
    restore(state) {
      if (isRatesState(state)) rate = state.rate
    },
    reset() {
      rate = usualRate
    },
  }
}

interface Board {
  readonly rate: () => string
  readonly change: (rate: string) => void
}

/** Lets tests and the panel change the rate, or make it invalid. */
function addControl(app: FastifyInstance, board: Board): void {
  void app.register(
    (control, _options, done) => {
      answerBadBodies(control)
      control.get('/', async () => ({ rate: board.rate() }))
      control.post('/', async ({ body }) => {
        const rate = textIn(objectIn(body), 'rate')
        if (rate.length > 40) throw new BadBody('"rate" must be a short text')
        board.change(rate)
        return { rate }
      })
      done()
    },
    { prefix: '/__sim/rates' },
  )
}
