import assert from 'node:assert/strict'
import { exportNames } from '@nyanja/domain/finance/export-names'
import { money } from '@nyanja/domain/money/money'
import { day, hour } from '@nyanja/domain/time'
import { it } from 'vitest'
import { openTrade } from '../db/finance/test-trade.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const month = { from: '2026-11-01', to: '2026-11-30' } as const

describeOnEachEngine('the reports about closed days', (openDatabase) => {
  /** Opens two days with a payment of each fate, two of them delivered at once. */
  async function open() {
    const trade = openTrade(await openDatabase())
    await trade.placedOrder()
    await trade.trade(2, () => money('MWK', 10_000))
    trade.clock.now += 2 * day
    await trade.closeAll()
    return trade
  }

  it('count sales by day and by method', async () => {
    const { reports } = await open()
    const byDay = await reports.sales(month, 'day')
    assert.deepEqual(
      byDay.map(({ group, captured, delivered, refunded, reversed }) => [
        group,
        ...[captured, delivered, refunded, reversed].map(({ payments }) => payments),
      ]),
      [
        ['2026-11-01', 5, 3, 1, 0],
        ['2026-11-02', 6, 4, 2, 1],
      ],
    )
    const byMethod = await reports.sales(month, 'method')
    assert.deepEqual(
      byMethod.map(({ group, captured }) => [group, captured]),
      [
        ['card', { payments: 10, minor: 100_000 }],
        ['nyanja_money', { payments: 1, minor: 10_000 }],
      ],
    )
    assert.deepEqual(
      (await reports.sales(month, 'district')).map(({ group }) => group),
      [''],
    )
    const later = { from: '2026-11-05', to: '2026-11-30' }
    assert.deepEqual(await reports.sales(later, 'day'), [])
  })

  it('follow the orders of a day from step to step', async () => {
    const { reports } = await open()
    const steps = await reports.conversion({ from: '2026-11-01', to: '2026-11-01' })
    assert.deepEqual(
      steps.map(({ step, orders }) => [step, orders]),
      [
        ['opened', 9],
        ['placed', 9],
        ['started', 8],
        ['handed_over', 8],
        ['paid', 6],
        ['delivered', 4],
      ],
    )
    assert.deepEqual(steps[2]?.share, 8 / 9)
  })

  it('name why payments, deliveries and refunds failed, and within what time the others were delivered', async () => {
    const { reports } = await open()
    const failures = await reports.failures(month)
    assert.deepEqual(
      failures.map(({ component, method, reason, payments }) => [component, method, reason, payments]),
      [
        ['delivery', 'card', 'no_such_line', 4],
        ['money', 'card', 'expired', 2],
        ['money', 'card', 'insufficient_funds', 2],
        ['money', 'nyanja_money', 'expired', 2],
        ['refund', 'card', 'refund_by_hand', 2],
        ['money', 'card', 'reversed', 1],
      ],
    )
    const [airtime] = await reports.deliveryTimes(month)
    assert.deepEqual([airtime?.kind, airtime?.payments], ['airtime', 7])
    const [half = 0, , , nearlyAll = 0] = airtime?.withinMs ?? []
    assert.ok(half <= nearlyAll && nearlyAll <= 3 * hour, `${half} ${nearlyAll}`)
  })

  it('can all be exported, payments without a phone number', async () => {
    const { exports } = await open()
    const closed = { ...month, to: '2026-11-02' }
    for (const name of exportNames) {
      const result = await exports.open({ name, format: 'csv', range: closed })
      assert.equal(result.outcome, 'ready')
      let text = ''
      if (result.outcome === 'ready') for await (const chunk of result.chunks) text += Buffer.from(chunk).toString()
      assert.ok(text.split('\r\n').length > 2, name)
      if (name === 'payments') assert.ok(!text.includes('999000001') && text.split('\r\n').length === 13, text)
    }
  })
})
