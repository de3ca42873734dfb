import Fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openFixture, orderOf, paths, paymentOf } from './bss-fixture.ts'

interface Heard {
  readonly eventType: string
  readonly event: Record<string, unknown>
}

type Listen = (callback: string, heard: readonly Heard[], first: Promise<void>) => Promise<void>

/** `first` resolves with the first event that is heard. */
async function withListener(listen: Listen): Promise<void> {
  const heard: Heard[] = []
  const first = Promise.withResolvers<void>()
  const app = Fastify()
  app.post<{ Body: Heard }>('/events', async ({ body }) => {
    heard.push(body)
    first.resolve()
    return {}
  })
  const url = await app.listen({ port: 0 })
  await listen(`${url}/events`, heard, first.promise).finally(() => app.close())
}

describe('a listener of the hub', () => {
  it('unsubscribes with a JSON content type and no body, as the definition sends it', async () => {
    const { app, post } = openFixture()
    const { headers } = await post(`${paths.ordering}/hub`, { callback: 'http://127.0.0.1:9/events' })
    const leave = {
      method: 'DELETE',
      url: String(headers.location),
      headers: { 'content-type': 'application/json' },
    } as const
    expect((await app.inject(leave)).statusCode).toBe(204)
    expect((await app.inject(leave)).statusCode).toBe(404)
    const nothing = { ...leave, method: 'POST', url: `${paths.ordering}/hub` } as const
    expect((await app.inject(nothing)).statusCode).toBe(400)
  })

  it('receives the creation and the state changes of an order', async () => {
    await withListener(async (callback, heard) => {
      const { post, world } = openFixture()
      const registered = await post(`${paths.ordering}/hub`, { callback })
      expect(registered).toMatchObject({ status: 201, row: { id: expect.any(String), callback } })
      await post(`${paths.ordering}/productOrder`, orderOf('999000100', 'MW-D-100', 'O1'))
      await world.callbacks.idle()
      expect(heard.map(({ eventType }) => eventType).toSorted()).toEqual([
        'productOrderCreateEvent',
        'productOrderStateChangeEvent',
      ])
      const changed = heard.find(({ eventType }) => eventType === 'productOrderStateChangeEvent')
      expect(changed?.event).toMatchObject({ productOrder: { externalId: 'O1', state: 'completed' } })
    })
  })

  it('receives only the requested events, only of its own API, and none after it has unsubscribed', async () => {
    await withListener(async (callback, heard) => {
      const { post, remove, world } = openFixture()
      const query = 'eventType=paymentStateChangeEvent'
      const { headers } = await post(`${paths.payments}/hub`, { callback, query })
      await post(`${paths.ordering}/productOrder`, orderOf('999000100', 'MW-D-100', 'O1'))
      await post(`${paths.payments}/payment`, paymentOf('P1234567890', 1, 'P1'))
      await world.callbacks.idle()
      expect(heard.map(({ eventType }) => eventType)).toEqual(['paymentStateChangeEvent'])

      expect((await remove(`${headers.location}`)).status).toBe(204)
      await post(`${paths.payments}/payment`, paymentOf('P1234567890', 1, 'P2'))
      await world.callbacks.idle()
      expect(heard).toHaveLength(1)
      expect((await remove(`${headers.location}`)).status).toBe(404)
    })
  })

  it('receives an event ten times when a fault duplicates it', async () => {
    await withListener(async (callback, heard) => {
      const { post, world } = openFixture()
      await post(`${paths.payments}/hub`, { callback, query: 'paymentStateChangeEvent' })
      world.faults.add({ provider: 'bss', operation: 'event', kind: 'callback_duplicate', times: 1 })
      await post(`${paths.payments}/payment`, paymentOf('P1234567890', 1, 'P1'))
      await world.callbacks.idle()
      expect(heard).toHaveLength(10)
    })
  })

  it('receives a later change first when a fault delays the earlier one, and misses a dropped one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await withListener(async (callback, heard, first) => {
      const { post, world } = openFixture()
      await post(`${paths.payments}/hub`, { callback, query: 'paymentStateChangeEvent' })
      world.faults.add({ provider: 'bss', operation: 'event', kind: 'callback_delay', delayMs: 50, times: 1 })
      await post(`${paths.payments}/payment`, paymentOf('P1234567890', 1, 'P1'))
      await post(`${paths.payments}/payment`, paymentOf('P1234567890', 1, 'P2'))
      world.faults.add({ provider: 'bss', operation: 'event', kind: 'callback_drop', times: 1 })
      await post(`${paths.payments}/payment`, paymentOf('P1234567890', 1, 'P3'))
      vi.advanceTimersByTime(49)
      // Polling would advance the fake timers with every check.
      await first
      expect(heard).toHaveLength(1)
      vi.advanceTimersByTime(1)
      await world.callbacks.idle()
      expect(heard.map(({ event }) => event)).toMatchObject([
        { payment: { correlatorId: 'P2' } },
        { payment: { correlatorId: 'P1' } },
      ])
    })
  })

  it('is listed until the BSS has lost it', async () => {
    await withListener(async (callback, heard) => {
      const { get, post, remove, world } = openFixture()
      const { headers } = await post(`${paths.payments}/hub`, { callback })
      expect((await get('/__sim/bss/hub')).rows).toMatchObject([{ callback, path: '/payment/v4' }])
      expect((await post('/__sim/bss/hub/forget', {})).status).toBe(204)
      expect((await get('/__sim/bss/hub')).rows).toEqual([])
      await post(`${paths.payments}/payment`, paymentOf('P1234567890', 1, 'P1'))
      await world.callbacks.idle()
      expect(heard).toEqual([])
      expect((await remove(`${headers.location}`)).status).toBe(404)
    })
  })

  it('must have an address', async () => {
    expect((await openFixture().post(`${paths.ordering}/hub`, { callback: 'nowhere' })).status).toBe(400)
  })
})
