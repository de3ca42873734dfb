// @ts-nocheck
import { expect, it } from 'vitest'
import { createIdempotencyStore } from '../db/payments/idempotency-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Idempotency } from './idempotency.ts'
import type { KeptAnswer } from './idempotency-store.ts'

const call = { client: 'whatsapp', key: 'a', bodyHash: 'hash' }
const answer = { status: 200, body: '{"statusCode":200}' }
const minute = 60_000

describeOnEachEngine('a keyed call', (open) => {
  async function setUp() {
    const clock = { ms: 0 }
    const now = () => clock.ms
    const store = createIdempotencyStore((await open()).db, now)
    let runs = 0
    const work = async (): Promise<KeptAnswer> => {
      runs += 1
      return answer
    }
    return { clock, store, idempotency: new Idempotency({ store, now }), work, runs: () => runs }
  }

  it('runs once and keeps its answer', async () => {
    const { idempotency, work, runs } = await setUp()
    const answers = await Promise.all([1, 2, 3].map(() => idempotency.once(call, work)))
    expect(answers).toEqual([answer, answer, answer])
    expect(runs()).toBe(1)
  })

  it('is refused with another body, before and after it is answered', async () => {
    const { idempotency, work, store } = await setUp()
    await store.claim(call, -minute)
    const other = { ...call, bodyHash: 'another' }
    await expect(idempotency.once(other, work)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    await store.keep(call, answer)
    await expect(idempotency.once(other, work)).rejects.toMatchObject({ code: 'idempotency_conflict' })
  })

  it('may be tried again after it failed', async () => {
    const { idempotency, work } = await setUp()
    const failing = () => Promise.reject(new Error('the database is gone'))
    await expect(idempotency.once(call, failing)).rejects.toThrow('the database is gone')
    expect(await idempotency.once({ ...call, bodyHash: 'another' }, work)).toEqual(answer)
  })

  it.each([429, 503])('may be tried again after it was told to wait with %i', async (status) => {
    const { idempotency, work } = await setUp()
    expect(await idempotency.once(call, async () => ({ status, body: '{}' }))).toMatchObject({ status })
    expect(await idempotency.once(call, work)).toEqual(answer)
  })

  it('is taken over from a process that died, by one caller', async () => {
    const { clock, store } = await setUp()
    await store.claim(call, -minute)
    expect(await store.claim(call, clock.ms - minute)).toEqual({ outcome: 'under_way' })
    clock.ms += 3 * minute
    const claims = await Promise.all([1, 2].map(() => store.claim(call, clock.ms - minute)))
    expect(claims.map(({ outcome }) => outcome).sort()).toEqual(['claimed', 'under_way'])
  })

  it('keeps an answer however late somebody else gives up', async () => {
    const { store } = await setUp()
    await store.claim(call, 0)
    await store.keep(call, answer)
    await store.release(call)
    expect(await store.claim(call, 0)).toEqual({ outcome: 'answered', answer })
  })
})
