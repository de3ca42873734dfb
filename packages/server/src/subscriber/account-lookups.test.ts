import { hour } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { openLimits, useUp } from '../db/rate-limits/test-limits.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { AccountLookups } from './account-lookups.ts'

const account = 'P1234567890'
const clientIp = '203.0.113.7'

describeOnEachEngine('a fixed account', (open) => {
  async function setUp() {
    const database = await open()
    const clock = { now: Date.UTC(2026, 10, 20, 12) }
    const outside = { requested: 0 }
    const limit = openLimits(database, () => clock.now)('account_lookup')
    let visitors = 0
    /** Each request comes from another address. */
    const elsewhere = () => {
      visitors += 1
      return { clientIp: `10.0.${visitors >> 8}.${visitors & 255}` }
    }
    const lookups = () =>
      new AccountLookups({
        bills: {
          async fixedLineNow(id) {
            outside.requested += 1
            return id === account ? { account: id, invoices: [], overdue: 0 } : undefined
          },
        },
        limit,
      })
    const missOften = async (times: number) => {
      await Promise.all(Array.from({ length: times }, () => lookups().find('P0000000000', elsewhere())))
    }
    return { lookups: lookups(), clock, outside, limit, missOften, elsewhere }
  }

  it('is found by its number', async () => {
    const { lookups } = await setUp()
    expect(await lookups.find(account, { clientIp })).toMatchObject({ outcome: 'found', bill: { account } })
    expect(await lookups.find('P0000000000', { clientIp })).toEqual({ outcome: 'unknown' })
  })

  it('demands a challenge once an address misses at the rate of machines', async () => {
    const { lookups, clock, outside, missOften, elsewhere } = await setUp()
    await missOften(600)
    outside.requested = 0
    expect(await lookups.find(account, { clientIp })).toEqual({
      outcome: 'challenge',
      challenge: { proofOfWork: { level: 3 }, token: 'new', waitSeconds: 20 },
    })
    expect(outside.requested).toBe(0)
    expect(await lookups.find(account, { clientIp, token: 'waiting' })).toMatchObject({
      challenge: { token: 'waiting' },
    })
    expect(await lookups.find(account, { clientIp, solution: 'worked' })).toMatchObject({ outcome: 'found' })
    expect(await lookups.find(account, { clientIp, token: 'waited' })).toMatchObject({ outcome: 'found' })
    clock.now += 2 * hour
    expect(await lookups.find(account, elsewhere())).toMatchObject({ outcome: 'found' })
  })

  it("demands the same challenge from an address beyond a human's pace, for known and unknown accounts", async () => {
    const { lookups, outside, limit } = await setUp()
    await useUp(limit, clientIp)
    for (const requested of [account, 'P0000000000'])
      expect(await lookups.find(requested, { clientIp })).toMatchObject({
        outcome: 'challenge',
        challenge: { proofOfWork: { level: 1 } },
      })
    expect(outside.requested).toBe(0)
  })

  it('allows any number of visitors to look up a known account', async () => {
    const { lookups, elsewhere } = await setUp()
    for (let times = 0; times < 700; times += 1)
      expect(await lookups.find(account, elsewhere())).toMatchObject({ outcome: 'found' })
  })
})
