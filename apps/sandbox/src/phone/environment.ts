import Fastify from 'fastify'
import { addControl } from '../control/control-api.ts'
import { createWorld } from '../core/html.ts'
import { createSmsc } from '../smsc/smsc.ts'
import { createPhone } from './phone.ts'

const line = {
  msisdn: '999000001',
  type: 'PREPAID',
  mainBalance: { amount: 1234.5, currency: 'MWK' },
  buckets: [{ name: 'Weekly 2.6GB', remaining: 1946, units: 'MB', endsAt: '2026-11-27T12:05:00Z' }],
  bundles: [{ name: 'Weekly 2.6GB', endsAt: '2026-11-27T12:05:00Z' }],
  account: null,
}

const accounts = [
  { id: 'P1234567890', name: 'Chisomo Banda', outstanding: 130_000, currency: 'MWK', open: 2 },
  { id: 'P1234567892', name: 'Mphatso Gondwe', outstanding: 0, currency: 'MWK', open: 0 },
]

export const prompt = {
  id: 'P1',
  amountMinor: 200_000,
  currency: 'MWK',
  payee: 'Nyanja',
  reference: 'NYA-7K4P-29XD',
  expiresAt: '2026-11-20T12:07:00Z',
}

/** Opens the phone with a fake BSS and a fake money provider, for tests. */
export async function openPhone() {
  const world = createWorld({ now: () => new Date('2026-11-20T12:05:00Z') })
  const app = Fastify()
  const smsc = createSmsc(world)
  const phone = createPhone(world)
  const planned: unknown[] = []
  const answers: unknown[] = []
  const mpesaPrompts: (typeof prompt)[] = []
  const shown: string[] = []
  const state = { prompts: [prompt], mpesaPrompts, answers, status: 'TS', shown }
  addControl(app, world, [smsc, phone])
  for (const simulator of [smsc, phone]) {
    void app.register((scope, _options, done) => {
      simulator.register(scope)
      done()
    })
  }

  app.get('/__sim/bss/lines', async () => [line, { ...line, msisdn: '999000002', type: 'HYBRID' }])
  app.get('/__sim/bss/accounts', async () => accounts)
  app.get<{ Params: { msisdn: string } }>('/__sim/bss/lines/:msisdn', async ({ params: { msisdn } }, reply) =>
    msisdn === line.msisdn ? line : reply.code(404).send({}),
  )
  app.get('/__sim/bss/outcomes', async () => ({ planned, held: [] }))
  app.post('/__sim/bss/outcomes', async ({ body }) => planned.push(body))
  app.delete('/__sim/bss/outcomes', async () => planned.splice(0))
  app.get('/__sim/money/wallets/:msisdn', async () => ({ balanceMinor: 45_000_000, currency: 'MWK' }))
  app.get('/__sim/money/prompts', async () => state.prompts)
  app.get('/__sim/chat/:msisdn', async () => ({
    lines: [
      { from: 'nyanja', text: 'Moni! <b>', options: [{ label: 'Airtime' }], at: '2026-11-20T12:04:00Z' },
      ...state.shown.map((text) => ({ from: 'customer', text, options: [], at: '2026-11-20T12:05:00Z' })),
    ],
    options: state.shown.length === 0 ? [{ label: 'Airtime' }] : [],
  }))
  app.post<{ Body: { text: string } }>('/__sim/chat/:msisdn', async ({ body }) => state.shown.push(body.text))
  app.get('/__sim/mpesa/prompts', async () => state.mpesaPrompts)
  app.post<{ Params: { id: string; verb: string } }>('/__sim/mpesa/prompts/:id/:verb', async ({ params }, reply) => {
    if (state.mpesaPrompts.every(({ id }) => id !== params.id)) return reply.code(404).send({})
    state.mpesaPrompts = []
    return { status: params.verb === 'approve' ? 'Completed' : 'Cancelled' }
  })
  app.post<{ Params: { id: string; verb: string }; Body: { pin?: string } }>(
    '/__sim/money/prompts/:id/:verb',
    async (request, reply) => {
      const { params, body } = request
      if (state.prompts.every(({ id }) => id !== params.id)) return reply.code(404).send({})
      state.answers.push({ ...params, ...body })
      state.prompts = []
      if (params.verb === 'approve' && body.pin !== '1234') return reply.code(403).send({ status: 'TF' })
      return { status: state.status }
    },
  )

  return {
    world,
    app,
    state,
    planned,
    page: async (query = 'msisdn=999000001'): Promise<string> => (await app.inject(`/phone?${query}`)).body,
    /** Sends a form like a browser without script, and returns the redirect. */
    async send(url: string, fields: Record<string, string> = {}): Promise<string> {
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ msisdn: '999000001', ...fields }).toString(),
      })
      return `${answer.statusCode} ${answer.headers.location}`
    },
    text: (payload: { from: string; to: string; text: string }) =>
      app.inject({ method: 'POST', url: '/__sim/sms', payload }),
  }
}
