import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openPaystack } from './fixture.ts'
import { signatureOf, webhookOf } from './webhooks.ts'

const unsent = { url: 'http://127.0.0.1:9/', event: 'charge.success', data: {} }
const hourMs = 3_600_000

async function paid(...statuses: number[]) {
  const answers = statuses.map((status) => ({ status, body: 'anything' }))
  const paystack = await openPaystack(statuses.length > 0 ? { answers } : {})
  onTestFinished(async () => void (await paystack.close()))
  await paystack.initialize()
  await paystack.control('TXN-1/pay', { outcome: 'success' })
  return { paystack, events: await paystack.reported() }
}

it('is signed as published', () => {
  const body =
    '{"event":"charge.success","data":{"reference":"TXN-1","amount":100000,"currency":"NGN","status":"success"}}'
  expect(signatureOf(body, 'sk_test_vector')).toBe(
    '123ef5f86ddd4c7137d0f112b183c04f89a43ff7ef53691696edde9160cb51a61760a9735b8c5a7bf6393d9205df3a9c53d21c4b04576a72e1794d4e29baaa9e',
  )
})

it('reports success like verify, signed over its exact bytes', async () => {
  const { paystack, events } = await paid()
  expect(events).toEqual([{ event: 'charge.success', data: (await paystack.verify()).json.data }])
  const { body = '', headers } = paystack.received[0] ?? {}
  expect(headers?.['x-paystack-signature']).toBe(
    createHmac('sha512', 'sk_test_nyanja_sandbox').update(body).digest('hex'),
  )
})

it('reports no failures', async () => {
  const paystack = await openPaystack()
  onTestFinished(async () => void (await paystack.close()))
  await paystack.initialize()
  for (const outcome of ['declined', 'ongoing', 'abandoned']) await paystack.control('TXN-1/pay', { outcome })
  expect(await paystack.reported()).toEqual([])
})

it('is retried until HTTP 200, the only receipt', async () => {
  const { events } = await paid(500, 202, 404, 200)
  expect(events).toHaveLength(4)
})

it('is given up after ten hours for a test account', async () => {
  const { events } = await paid(500)
  expect(events).toHaveLength(11)
})

it('is retried for three days for a live account', () => {
  const { retryAfterMs = [] } = webhookOf({ ...unsent, secretKey: 'sk_live_x' })
  expect(retryAfterMs.slice(0, 6)).toEqual([180_000, 180_000, 180_000, 180_000, hourMs, hourMs])
  const total = retryAfterMs.reduce((sum, pause) => sum + pause, 0)
  expect(total).toBeGreaterThan(71 * hourMs)
  expect(total).toBeLessThanOrEqual(72 * hourMs)
})

it('can be signed wrongly by a fault', async () => {
  const paystack = await openPaystack()
  onTestFinished(async () => void (await paystack.close()))
  paystack.world.faults.add({ provider: 'paystack', kind: 'callback_mis_sign', times: 1 })
  await paystack.initialize()
  await paystack.control('TXN-1/pay', { outcome: 'success' })
  await paystack.reported()
  const { body = '', headers } = paystack.received[0] ?? {}
  expect(headers?.['x-paystack-signature']).toMatch(/^[0-9a-f]{128}$/)
  expect(headers?.['x-paystack-signature']).not.toBe(signatureOf(body, 'sk_test_nyanja_sandbox'))
})
