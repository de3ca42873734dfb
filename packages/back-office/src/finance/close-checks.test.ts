import { money } from '@nyanja/domain/money/money'
import { day, hour } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { firstMorning, openTrade } from '../db/finance/test-trade.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { createCloseCheckQueue } from './close-checks.ts'

const range = { from: '2026-11-01', to: '2026-11-30' } as const

describeOnEachEngine('the check of closed days', (openDatabase) => {
  /** Opens three closed days, at one in the morning. */
  async function open() {
    const trade = openTrade(await openDatabase())
    await trade.trade(3, (index) => money('MWK', 10_000 + index))
    trade.clock.now = firstMorning + 3 * day + 5 * hour
    await trade.closeAll()
    trade.clock.now = firstMorning + 4 * day + hour / 2
    const outcomes = async () => (await trade.checks.between(range)).map(({ day: name, outcome }) => [name, outcome])
    return { ...trade, outcomes }
  }

  it('records that a close is reproduced, and does not change it', async () => {
    const { checks, closes, clock } = await open()
    const before = await closes.find('2026-11-02')
    expect(await checks.check('2026-11-02')).toMatchObject({ outcome: 'same' })
    const [check, ...others] = await checks.between(range)
    expect(check).toEqual({ day: '2026-11-02', outcome: 'same', digest: before?.digest, checkedAt: clock.now })
    expect(others).toEqual([])
    expect(await closes.find('2026-11-02')).toEqual(before)
  })

  it('records that the payments of a day were changed, until they give its close again', async () => {
    const { checks, db, outcomes } = await open()
    const addToAmounts = (minor: number) =>
      db
        .updateTable('attempts')
        .set((now) => ({ amount_minor: now('amount_minor', '+', minor) }))
        .execute()
    await addToAmounts(1)
    await checks.check('2026-11-01')
    expect(await outcomes()).toEqual([['2026-11-01', 'differs']])
    await addToAmounts(-1)
    await checks.check('2026-11-01')
    expect(await outcomes()).toEqual([['2026-11-01', 'same']])
  })

  it('reports nothing about a day that is not closed', async () => {
    const { checks, outcomes } = await open()
    expect(await checks.check('2026-12-24')).toEqual({ outcome: 'not_closed' })
    expect(await outcomes()).toEqual([])
  })

  it('is made at night for every day, and a month later again', async () => {
    const { checks, clock, outcomes } = await open()
    const queue = createCloseCheckQueue({ checks, now: () => clock.now })
    const runAll = async () => {
      for (let runs = 0; ; runs += 1) {
        const [work] = await queue.claim()
        if (work === undefined) return runs
        await work()
      }
    }
    clock.now += 10 * hour
    expect([await runAll(), await outcomes()]).toEqual([1, []])
    clock.now += 14 * hour
    expect(await runAll()).toBe(4)
    expect(await outcomes()).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'].map((name) => [name, 'same']))
    clock.now += 29 * day
    expect(await checks.checkNext()).toBe(false)
    clock.now += 2 * day
    expect(await checks.checkNext()).toBe(true)
  })

  it('skips days whose payments may be deleted by now', async () => {
    const { checks, clock } = await open()
    clock.now += 730 * day
    expect(await checks.checkNext()).toBe(false)
  })
})
