import { expect, it } from 'vitest'
import { createMissStore } from '../db/subscriber/miss-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { AccountLookups } from './account-lookups.ts'
import { MissBudget } from './miss-budget.ts'

const account = 'P1234567890'
const address = '203.0.113.7'

describeOnEachEngine('a fixed account', (open) => {
  async function setUp() {
    const { db } = await open()
    const clock = { now: Date.UTC(2026, 10, 20, 12) }
    const outside = { isBusy: false, asked: 0 }
    const lookups = () =>
      new AccountLookups({
        bills: {
          async fixedNow(id) {
            outside.asked += 1
            return id === account ? { account: id, invoices: [], overdue: 0 } : undefined
          },
        },
        misses: new MissBudget({ store: createMissStore(db), now: () => clock.now }),
        isBusyWith: () => outside.isBusy,
        toll: {
          isPaid: async ({ solution, ticket }, because) => solution === 'worked' || ticket === `waited, ${because}`,
          demand: async (because, ticket = 'begun now') => ({ puzzle: because, ticket, waitSeconds: 20 }),
        },
      })
    const missOften = async (times: number) => {
      await Promise.all(Array.from({ length: times }, () => lookups().find('P0000000000', { address })))
    }
    return { lookups: lookups(), again: lookups, clock, outside, missOften }
  }

  it('is found by its number', async () => {
    const { lookups } = await setUp()
    expect(await lookups.find(account, { address })).toMatchObject({ outcome: 'found', bill: { account } })
    expect(await lookups.find('P0000000000', { address })).toEqual({ outcome: 'unknown' })
  })

  it('costs work or time once visitors have missed as only machines do, in all processes together', async () => {
    const { again, clock, outside, missOften } = await setUp()
    await missOften(600)
    outside.asked = 0
    expect(await again().find(account, { address })).toEqual({
      outcome: 'toll',
      demand: { puzzle: 'breaker', ticket: 'begun now', waitSeconds: 20 },
    })
    expect(outside.asked).toBe(0)
    expect(await again().find(account, { address, ticket: 'waiting' })).toMatchObject({ demand: { ticket: 'waiting' } })
    expect(await again().find(account, { address, solution: 'worked' })).toMatchObject({ outcome: 'found' })
    expect(await again().find(account, { address, ticket: 'waited, caller' })).toMatchObject({ outcome: 'toll' })
    expect(await again().find(account, { address, ticket: 'waited, breaker' })).toMatchObject({ outcome: 'found' })
    clock.now += 6_000
    expect(await again().find(account, { address })).toMatchObject({ outcome: 'found' })
  })

  it('costs the same from an address that asks for more than a person would, known or not', async () => {
    const { lookups, outside } = await setUp()
    outside.isBusy = true
    for (const asked of [account, 'P0000000000'])
      expect(await lookups.find(asked, { address })).toMatchObject({ outcome: 'toll', demand: { puzzle: 'caller' } })
    expect(outside.asked).toBe(0)
  })

  it('may be looked at as often as one likes by whoever knows it', async () => {
    const { lookups } = await setUp()
    for (let times = 0; times < 700; times += 1)
      expect(await lookups.find(account, { address })).toMatchObject({ outcome: 'found' })
  })
})
