import { type FixtureOptions, openCardFixture } from '../core/fixture.ts'
import { createPaystackSimulator } from './simulator.ts'

const secretKey = 'sk_test_nyanja_sandbox'

const order = {
  email: 'customer@example.com',
  amount: 100_000,
  currency: 'NGN',
  reference: 'TXN-1',
  callback_url: 'http://localhost:3000/orp/paystack?back=1',
  label: 'Airtime recharge',
  metadata: { cancel_action: 'http://localhost:3000/orp/paystack?txref=TXN-1&status=CANCELLED' },
}

/** Opens Paystack, the bank and a merchant who receives webhooks, for tests. */
export async function openPaystack({
  timeScale = 0,
  ...options
}: Pick<FixtureOptions, 'answers'> & { readonly timeScale?: number } = {}) {
  const fixture = await openCardFixture({
    ...options,
    create: (world, { issuer, callbackUrl }) =>
      createPaystackSimulator({ ...world, timeScale }, { issuer, webhookUrl: callbackUrl }),
  })
  const headers = { authorization: `Bearer ${secretKey}` }
  const post = (path: string, payload: object | string, more: Record<string, string> = headers) =>
    fixture.call({ method: 'POST', url: `/paystack${path}`, headers: more, payload })

  async function begin(changes: object = {}) {
    const { json } = await post('/transaction/initialize', { ...order, ...changes })
    const code = String(json.data.access_code)
    return { code, page: `${fixture.url}/paystack/checkout/${code}`, json }
  }

  return {
    ...fixture,
    post,
    begin,
    initialize: (changes: object = {}) => post('/transaction/initialize', { ...order, ...changes }),
    verify: (reference = 'TXN-1') => fixture.call({ url: `/paystack/transaction/verify/${reference}`, headers }),
    statusOf: async (reference = 'TXN-1') =>
      (await fixture.call({ url: `/paystack/transaction/verify/${reference}`, headers })).json.data.status,
    refund: (changes: object = {}) => post('/refund', { transaction: 'TXN-1', ...changes }),
    readRefund: (id: number) => fixture.call({ url: `/paystack/refund/${id}`, headers }),
    control: (path: string, payload: object) =>
      fixture.call({ method: 'POST', url: `/__sim/paystack/${path}`, payload }),
    reported: async () => {
      await fixture.world.callbacks.idle()
      return fixture.received.map(({ body }) => JSON.parse(body))
    },
  }
}
