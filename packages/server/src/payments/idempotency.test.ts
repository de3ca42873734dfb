import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { createIdempotencyStore } from '../db/payments/idempotency-store.ts'
import { openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { type Claiming, Idempotency, type IdempotencyStore, type StoredAnswer } from './idempotency.ts'

const call = { client: 'whatsapp', key: 'a', bodyHash: 'hash' }
const newOrder = {
  channel: 'app',
  language: 'en',
  msisdn: '999000001',
  lineType: 'PREPAID',
  redirectPage: '/',
} as const
const answer = { status: 200, body: '{"statusCode":200}' }

describeOnEachEngine('a keyed call', (open) => {
  async function setUp() {
    const clock = { ms: 0 }
    const now = () => clock.ms
    const database = await open()
    const store = createIdempotencyStore(database)
    const another = createIdempotencyStore({ ...database, processId: database.processId + 1 })
    let runs = 0
    const work = async (): Promise<StoredAnswer> => {
      runs += 1
      return answer
    }
    const over = (given: IdempotencyStore) => new Idempotency({ store: given, now, retryPauseMs: 1 })
    return { database, clock, store, another, over, idempotency: over(store), work, runs: () => runs }
  }

  const claiming = (at: number, staleBefore = -minute) => ({ at, staleBefore, isInProgress: () => true })

  it('runs once and stores its answer', async () => {
    const { idempotency, work, runs } = await setUp()
    const answers = await Promise.all([1, 2, 3].map(() => idempotency.once(call, work)))
    expect(answers).toEqual([answer, answer, answer])
    expect(runs()).toBe(1)
  })

  it('is refused with another body, before and after it is answered', async () => {
    const { idempotency, work, store } = await setUp()
    await store.claim(call, claiming(0))
    const other = { ...call, bodyHash: 'another' }
    await expect(idempotency.once(other, work)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    await store.keep(call, 0, answer)
    await expect(idempotency.once(other, work)).rejects.toMatchObject({ code: 'idempotency_conflict' })
  })

  it('may be retried after it failed', async () => {
    const { idempotency, work } = await setUp()
    const failing = () => Promise.reject(new Error('the database is gone'))
    await expect(idempotency.once(call, failing)).rejects.toThrow('the database is gone')
    expect(await idempotency.once({ ...call, bodyHash: 'another' }, work)).toEqual(answer)
  })

  it.each([429, 500, 503])('may be retried after the temporary status %i', async (status) => {
    const { idempotency, work } = await setUp()
    expect(await idempotency.once(call, async () => ({ status, body: '{}' }))).toMatchObject({ status })
    expect(await idempotency.once(call, work)).toEqual(answer)
  })

  it('may be retried after an answer that is marked as temporary', async () => {
    const { idempotency, work } = await setUp()
    const beingPaid = { status: 409, body: '{}', isTemporary: true }
    expect(await idempotency.once(call, async () => beingPaid)).toMatchObject({ status: 409 })
    expect(await idempotency.once(call, work)).toEqual(answer)
  })

  it('is taken over from a dead process by one caller', async () => {
    const { clock, store, another } = await setUp()
    await another.claim(call, claiming(0))
    expect(await store.claim(call, claiming(1))).toEqual({ outcome: 'under_way' })
    clock.ms += 3 * minute
    const times = [clock.ms, clock.ms + 1]
    const claims = await Promise.all(times.map((at) => store.claim(call, claiming(at, clock.ms - minute))))
    expect(claims.map(({ outcome }) => outcome).sort()).toEqual(['claimed', 'under_way'])
  })

  it('keeps an answer when another process releases it later', async () => {
    const { store, another } = await setUp()
    await another.claim(call, claiming(0))
    await store.claim(call, claiming(1, minute))
    await store.keep(call, 1, answer)
    await another.release(call, 0)
    await store.release(call, 1)
    expect(await store.claim(call, claiming(2))).toEqual({ outcome: 'answered', answer })
  })

  it('stays with the process that took it over when the first one releases it', async () => {
    const { store, another } = await setUp()
    await another.claim(call, claiming(0))
    expect(await store.claim(call, claiming(1, minute))).toEqual({ outcome: 'claimed' })
    await another.release(call, 0)
    expect(await another.claim(call, claiming(2))).toEqual({ outcome: 'under_way' })
  })

  /** Makes the database unavailable this many times when the end of a call is recorded. */
  function awayAtTheEnd(store: IdempotencyStore, times: number): IdempotencyStore {
    let left = times
    const unlessAway = async <T>(write: () => Promise<T>): Promise<T> => {
      left -= 1
      if (left >= 0) throw new Error('the database is gone')
      return write()
    }
    return {
      ...store,
      keep: (...end) => unlessAway(() => store.keep(...end)),
      release: (...end) => unlessAway(() => store.release(...end)),
    }
  }

  /** Returns a call that begins a payment, and how often its order is stored. */
  async function beginning() {
    const setting = await setUp()
    const { payments, orders, db } = openPayments(setting.database)
    const order = orders.create({ ...newOrder, choice: { kind: 'airtime', amount: money('MWK', 50_000) } })
    const planned = await payments.plan(order, { method: 'card' })
    if (planned.outcome !== 'planned') throw new Error(planned.outcome)
    const { attempt } = planned
    const stored = async () =>
      Promise.all(
        (['orders', 'attempts', 'events'] as const).map(
          async (table) => (await db.selectFrom(table).selectAll().execute()).length,
        ),
      )
    const claims = () => Promise.reject(new Error('the work is done again'))
    return { ...setting, stored, claims, begin: async () => ({ ...answer, begun: { order, attempt } }) }
  }

  it('stores the payment that it begins together with its answer, once', async () => {
    const { idempotency, begin, stored } = await beginning()
    const answers = await Promise.all([1, 2, 3].map(() => idempotency.once(call, begin)))
    expect(answers.map(({ body }) => body)).toEqual([answer.body, answer.body, answer.body])
    expect(await stored()).toEqual([1, 1, 1])
  })

  it('stores the payment that a repeatable call begins once, however many processes do the work', async () => {
    const { idempotency, another, over, begin, stored, claims } = await beginning()
    const processes = [idempotency, idempotency, over(another)]
    const answers = await Promise.all(processes.map((one) => one.once(call, begin, { isRepeatable: true })))
    expect(answers.map(({ body }) => body)).toEqual([answer.body, answer.body, answer.body])
    expect(await stored()).toEqual([1, 1, 1])
    expect(await idempotency.once(call, claims, { isRepeatable: true })).toMatchObject(answer)
  })

  it('waits for the answer of another process that has claimed a repeatable call', async () => {
    const { idempotency, another, begin, stored } = await beginning()
    await another.claim(call, claiming(0))
    const waiting = idempotency.once(call, begin, { isRepeatable: true })
    const other = { status: 200, body: '{"statusCode":200,"message":"of the other process"}' }
    await another.keep(call, 0, other)
    expect(await waiting).toEqual(other)
    expect(await stored()).toEqual([0, 0, 0])
  })

  it('keeps no temporary answer of a repeatable call', async () => {
    const { idempotency, begin, stored } = await beginning()
    const busy = async () => ({ status: 503, body: '{}' })
    expect(await idempotency.once(call, busy, { isRepeatable: true })).toMatchObject({ status: 503 })
    expect(await idempotency.once(call, begin, { isRepeatable: true })).toMatchObject(answer)
    expect(await stored()).toEqual([1, 1, 1])
  })

  it('stores nothing of a payment whose answer cannot be stored, and may be retried', async () => {
    const { store, over, begin, stored } = await beginning()
    const idempotency = over(awayAtTheEnd(store, 1))
    await expect(idempotency.once(call, begin)).rejects.toThrow('the database is gone')
    expect(await stored()).toEqual([0, 0, 0])
    expect(await idempotency.once(call, begin)).toMatchObject(answer)
    expect(await stored()).toEqual([1, 1, 1])
  })

  it('begins nothing when another process has taken it over, and gets the answer of that one', async () => {
    const { clock, another, idempotency, begin, stored } = await beginning()
    const other = { status: 200, body: '{"statusCode":200,"message":"of the other process"}' }
    const late = idempotency.once(call, async () => {
      clock.ms += 3 * minute
      expect(await another.claim(call, claiming(clock.ms, clock.ms - minute))).toEqual({ outcome: 'claimed' })
      await another.keep(call, clock.ms, other)
      return begin()
    })
    expect(await late).toEqual(other)
    expect(await stored()).toEqual([0, 0, 0])
  })

  it('is answered once although the database was unavailable at its end', async () => {
    const { store, over, work, runs } = await setUp()
    const idempotency = over(awayAtTheEnd(store, 3))
    expect(await idempotency.once(call, work)).toEqual(answer)
    expect(await idempotency.once(call, work)).toEqual(answer)
    expect(runs()).toBe(1)
  })

  it('may be retried at any process although the database was unavailable at its failure', async () => {
    const { store, another, over, work } = await setUp()
    const failing = () => Promise.reject(new Error('the provider is gone'))
    await expect(over(awayAtTheEnd(store, 3)).once(call, failing)).rejects.toThrow('the provider is gone')
    expect(await over(another).once(call, work)).toEqual(answer)
  })

  it('may be retried at any process although the answer to its claim was lost', async () => {
    const { store, another, over, work } = await setUp()
    const losing: IdempotencyStore = {
      ...store,
      async claim(...claim) {
        await store.claim(...claim)
        throw new Error('the database is gone')
      },
    }
    await expect(over(losing).once(call, work)).rejects.toThrow('the database is gone')
    expect(await over(another).once(call, work)).toEqual(answer)
  })

  it('is taken over immediately by the claiming process when that does not remember it', async () => {
    const { store, idempotency, work, runs } = await setUp()
    await store.claim(call, claiming(5))
    const answers = await Promise.all([1, 2].map(() => idempotency.once(call, work)))
    expect(answers).toEqual([answer, answer])
    expect(runs()).toBe(1)
  })

  it('delays no caller in a process that is stopping', async () => {
    const { another, idempotency, work } = await setUp()
    await another.claim(call, claiming(0))
    const waiting = idempotency.once(call, work)
    idempotency.stop()
    await expect(waiting).rejects.toMatchObject({ code: 'overloaded' })
  })
})

describe('the claim on a keyed call', () => {
  /** Grants every claim; recording the end of a call fails `away` times. */
  function setUp(away = 0) {
    const clock = { ms: 10 * minute }
    const claims: Claiming[] = []
    const shown: string[] = []
    const announce = async (what: string) => {
      shown.push(what)
      if (shown.length <= away) throw new Error('the database is gone')
    }
    const store: IdempotencyStore = {
      claim: async (_call, claiming) => {
        claims.push(claiming)
        return { outcome: 'claimed' }
      },
      isKnown: async () => false,
      add: async () => true,
      keep: async (_call, at) => {
        await announce(`keep ${at}`)
        return true
      },
      release: (_call, at) => announce(`release ${at}`),
    }
    const idempotency = new Idempotency({ store, now: () => clock.ms, retryPauseMs: 1 })
    const isInProgress = ({ at, isInProgress }: Claiming) => isInProgress(at)
    return { clock, claims, shown, idempotency, isInProgress }
  }

  it('has a unique time, also for two calls in the same millisecond', async () => {
    const { clock, claims, idempotency } = setUp()
    for (const pass of [0, 0, minute]) {
      clock.ms += pass
      await idempotency.once(call, async () => answer)
    }
    expect(claims.map(({ at }) => at)).toEqual([10 * minute, 10 * minute + 1, 11 * minute])
  })

  it('is taken over after more than two minutes', async () => {
    const { claims, idempotency } = setUp()
    await idempotency.once(call, async () => answer)
    expect(claims[0]?.staleBefore).toBe(8 * minute)
  })

  it('lasts until the end of the call is recorded, which is retried until then', async () => {
    const { claims, shown, idempotency, isInProgress } = setUp(2)
    const seen: boolean[] = []
    await idempotency.once(call, async () => {
      seen.push(...claims.map(isInProgress))
      return answer
    })
    expect([seen, claims.map(isInProgress)]).toEqual([[true], [true]])
    await expect.poll(() => claims.map(isInProgress)).toEqual([false])
    expect(shown).toEqual(Array(3).fill(`keep ${10 * minute}`))
  })

  it('ends as soon as the end is recorded', async () => {
    const { claims, shown, idempotency, isInProgress } = setUp()
    await idempotency.once(call, async () => answer)
    expect(claims.map(isInProgress)).toEqual([false])
    expect(shown).toHaveLength(1)
  })

  it('is left to other processes after two minutes without the database', async () => {
    const { claims, shown, idempotency, isInProgress } = setUp(1_000)
    await idempotency.once(call, async () => answer)
    await expect.poll(() => claims.map(isInProgress)).toEqual([false])
    expect(shown).toHaveLength(19)
  })

  it('is left to other processes by one that is stopping', async () => {
    const { claims, shown, idempotency, isInProgress } = setUp(1_000)
    await idempotency.once(call, async () => answer)
    idempotency.stop()
    await expect.poll(() => claims.map(isInProgress)).toEqual([false])
    expect(shown.length).toBeLessThan(5)
  })
})
