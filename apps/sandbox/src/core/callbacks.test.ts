import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Callback } from './callbacks.ts'
import { createWorld } from './html.ts'

/** A merchant that answers with these statuses in order, and then with 200. */
async function open(...statuses: number[]) {
  const heard: { body: unknown; signature: unknown }[] = []
  const app = Fastify()
  app.post('/notify', async ({ body, headers }, reply) => {
    heard.push({ body, signature: headers['x-signature'] })
    return reply.code(statuses.shift() ?? 200).send('OK')
  })
  const url = `${await app.listen({ port: 0 })}/notify`
  onTestFinished(() => app.close())

  const world = createWorld({ timeScale: 0 })
  const callback: Callback = {
    provider: 'nyanja-money',
    url,
    body: '{"id":"T1"}',
    headers: { 'content-type': 'application/json', 'x-signature': 'right' },
    misSigned: () => ({ body: '{"id":"T1"}', headers: { 'content-type': 'application/json', 'x-signature': 'wrong' } }),
  }
  async function send(changes: Partial<Callback> = {}) {
    world.callbacks.send({ ...callback, ...changes })
    await world.callbacks.idle()
    return heard
  }
  return { world, send, fault: world.faults.add.bind(world.faults) }
}

describe('a callback', () => {
  it('is delivered once with its signature', async () => {
    const { send, world } = await open()
    expect(await send()).toEqual([{ body: { id: 'T1' }, signature: 'right' }])
    expect(world.callbacks.tries()).toMatchObject([{ provider: 'nyanja-money', operation: 'callback', status: 200 }])
  })

  it('is retried by the schedule until there is a receipt', async () => {
    const { send } = await open(500, 404)
    expect(await send({ retryAfterMs: [60_000, 60_000, 60_000] })).toHaveLength(3)
  })

  it('is not retried after the end of the schedule', async () => {
    const { send, world } = await open(500, 500, 500)
    expect(await send({ retryAfterMs: [60_000] })).toHaveLength(2)
    expect(world.callbacks.tries().map(({ status }) => status)).toEqual([500, 500])
  })

  it("needs the provider's own form of a receipt", async () => {
    const { send } = await open()
    expect(await send({ retryAfterMs: [60_000], isReceipt: ({ body }) => body === 'ACCEPTED' })).toHaveLength(2)
  })

  it('survives an unreachable merchant', async () => {
    const { send, world } = await open()
    await send({ url: 'http://127.0.0.1:1/notify' })
    expect(world.callbacks.tries()).toMatchObject([{ status: null }])
  })

  it.each([
    ['callback_drop', 0, undefined],
    ['callback_duplicate', 10, 'right'],
    ['callback_mis_sign', 1, 'wrong'],
    ['callback_delay', 1, 'right'],
  ] as const)('arrives, with the fault %s, %i times', async (kind, times, signature) => {
    const { fault, send } = await open()
    fault({ provider: 'nyanja-money', kind, times: 1 })
    const heard = await send()
    expect(heard).toHaveLength(times)
    expect(heard[0]?.signature).toBe(signature)
    expect(await send()).toHaveLength(times + 1)
  })

  it('is duplicated as often as the fault requires', async () => {
    const { fault, send } = await open()
    fault({ provider: 'nyanja-money', operation: 'callback', kind: 'callback_duplicate', copies: 3 })
    expect(await send()).toHaveLength(3)
  })

  it('is not sent after a cancellation', async () => {
    const { fault, send, world } = await open()
    fault({ provider: 'nyanja-money', kind: 'callback_delay', delayMs: 3_600_000 })
    const sent = send()
    world.callbacks.cancel()
    expect(await sent).toEqual([])
  })
})
