import { type CardBenchOptions, openCardBench } from '../card-desk/bench.ts'
import { createPaystackSimulator } from './paystack.ts'

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

/** Paystack, the bank and a merchant who listens, for the tests. */
export async function openPaystack({
  timeScale = 0,
  ...options
}: Pick<CardBenchOptions, 'answers'> & { readonly timeScale?: number } = {}) {
  const bench = await openCardBench({
    ...options,
    create: (world, { issuer, callbackUrl }) =>
      createPaystackSimulator({ ...world, timeScale }, { issuer, webhookUrl: callbackUrl }),
  })
  const headers = { authorization: `Bearer ${secretKey}` }
  const post = (path: string, payload: object | string, more: Record<string, string> = headers) =>
    bench.call({ method: 'POST', url: `/paystack${path}`, headers: more, payload })

  async function begin(changes: object = {}) {
    const { json } = await post('/transaction/initialize', { ...order, ...changes })
    const code = String(json.data.access_code)
    return { code, page: `${bench.url}/paystack/checkout/${code}`, json }
  }

  return {
    ...bench,
    post,
    begin,
    initialize: (changes: object = {}) => post('/transaction/initialize', { ...order, ...changes }),
    verify: (reference = 'TXN-1') => bench.call({ url: `/paystack/transaction/verify/${reference}`, headers }),
    statusOf: async (reference = 'TXN-1') =>
      (await bench.call({ url: `/paystack/transaction/verify/${reference}`, headers })).json.data.status,
    refund: (changes: object = {}) => post('/refund', { transaction: 'TXN-1', ...changes }),
    readRefund: (id: number) => bench.call({ url: `/paystack/refund/${id}`, headers }),
    control: (path: string, payload: object) => bench.call({ method: 'POST', url: `/__sim/paystack/${path}`, payload }),
    captures: () => bench.simulator.books().captures ?? [],
    told: async () => {
      await bench.world.callbacks.idle()
      return bench.heard.map(({ body }) => JSON.parse(body))
    },
  }
}
