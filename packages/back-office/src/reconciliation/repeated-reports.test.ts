import { readFileSync } from 'node:fs'
import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { day } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { openReconciliation, type StoredPayment } from '../db/reconciliation/test-reconciliation.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const cases = path.join(import.meta.dirname, '../adapters/settlement-files/cases')
const caseOf = (name: string) => readFileSync(path.join(cases, name), 'utf8')
/** Our ids in the reports. */
const ids = /S2V[0-9A-Z]{27}/g

describeOnEachEngine('a report that is sent again', (open) => {
  /** Three payments of 1,000, 2,000 and 3,000 by DPO. */
  async function openWithSales() {
    const fees = { dpo: [{ basisPoints: 350, flatMinor: {}, taxBasisPoints: 1650, rounding: 'half_up' }] } as const
    const harness = openReconciliation(await open(), { fees })
    harness.clock.now = Date.parse('2026-11-30T10:00:00Z')
    const at = Date.parse('2026-11-28T16:37:00Z')
    const paid: StoredPayment[] = []
    for (const thousand of [1, 2, 3])
      paid.push(await harness.addPayment({ gateway: 'dpo', amount: money('MWK', thousand * 100_000), at }))
    const named = [...new Set(caseOf('dpo-day.csv').match(ids))]
    const report = (name: string) => caseOf(name).replaceAll(ids, (id) => paid[named.indexOf(id)]?.id ?? id)
    const sums = async () =>
      (await harness.cases.list({ state: 'open' }, 10)).map(({ reason, ours, theirs }) => [
        ...[reason, ours?.minor, theirs?.minor],
      ])
    const importText = async (text: string, format: string) =>
      expect(await harness.importText(text, format)).toMatchObject({ outcome: 'imported' })
    return { ...harness, importText, report, sums }
  }

  it.each([['dpo-day-again.csv'], ['dpo-day-again.csv', 'dpo-pending.csv']])(
    'counts once in the payout that it announces: %s',
    async (...again) => {
      const { importText, report, sums } = await openWithSales()
      for (const name of ['dpo-day.csv', ...again]) await importText(report(name), 'dpo')
      await importText(caseOf('bank.mt940').replaceAll('5755,34', '5700,00'), 'mt940')
      expect(await sums()).toContainEqual(['other_amount', 575_534, 570_000])
    },
  )

  it.each([
    ['dpo-first-two-of-day.csv', 'dpo-day.csv'],
    ['dpo-day-in-other-order.csv', 'dpo-day.csv'],
    ['dpo-one-pending.csv', 'dpo-first-two-of-day.csv', 'dpo-day-in-other-order.csv'],
    ['dpo-pending-at-other-hour.csv', 'dpo-day.csv'],
    ['dpo-wrong-payout.csv', 'dpo-day.csv'],
  ])('announces one payout of 5,755.34 in the end: %s', async (...names) => {
    const { importText, report, sums } = await openWithSales()
    for (const name of names) await importText(report(name), 'dpo')
    await importText(caseOf('bank.mt940'), 'mt940')
    expect(await sums()).toEqual([])
  })

  it('is reported when what is paid out is not what its fee leaves', async () => {
    const { importText, report, cases: stored } = await openWithSales()
    await importText(report('dpo-one-pending.csv'), 'dpo')
    await importText(report('dpo-wrong-net.csv'), 'dpo')
    const [found] = await stored.list({ state: 'open' }, 10)
    expect(found?.figures).toContainEqual({
      ...{ of: 'net', against: 'earlier', expected: 'MWK 959.22', found: 'MWK 950.22' },
    })
  })

  it('counts once in another order, and with one row more', async () => {
    const { importText, report, sums } = await openWithSales()
    const [title = '', heading = '', ...rows] = report('dpo-day.csv').trim().split(/\r?\n/)
    const sales = rows.slice(0, -1)
    await importText([title, heading, ...sales.slice(0, 2), 'Total,2'].join('\n'), 'dpo')
    await importText([title, heading, ...sales.toReversed(), 'Total,3'].join('\n'), 'dpo')
    await importText(caseOf('bank.mt940'), 'mt940')
    expect(await sums()).toEqual([])
  })

  it('of a bank counts once in both forms', async () => {
    const { importText, importFile, report, sums, write } = await openWithSales()
    await importText(report('dpo-day.csv'), 'dpo')
    await importText(caseOf('bank.mt940'), 'mt940')
    await importFile(write(caseOf('bank.xml'), 'bank.xml'), 'camt053')
    expect(await sums()).toEqual([])
  })

  it('completes a row that was pending, and compares it', async () => {
    const { importText, report, sums, cases: stored } = await openWithSales()
    await importText(report('dpo-pending.csv'), 'dpo')
    await importText(report('dpo-day.csv'), 'dpo')
    expect(await sums()).toEqual([])
    const [counted] = await stored.days({ source: 'dpo' })
    expect(counted).toMatchObject({ matched: 3, different: 0 })
  })

  it('is reported with both values when it brings a fee that was not agreed', async () => {
    const { importText, report, cases: stored } = await openWithSales()
    await importText(report('dpo-pending.csv'), 'dpo')
    await importText(report('dpo-wrongfee.csv'), 'dpo')
    const found = await stored.list({ state: 'open' }, 10)
    expect(found.map(({ reason, figures }) => [reason, figures])).toEqual([
      ['fee_not_contracted', [{ of: 'fee', against: 'contract', expected: 'MWK 35 / MWK 40.78', found: 'MWK 140.78' }]],
    ])
  })

  it('is reported with both values when it changes a figure, until somebody has decided', async () => {
    const { importText, report, cases: stored, clock } = await openWithSales()
    await importText(report('dpo-wrongfee.csv'), 'dpo')
    await importText(report('dpo-day.csv'), 'dpo')
    const [found, ...others] = await stored.list({ state: 'open' }, 10)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      reason: 'changed_later',
      figures: [
        { of: 'fee', against: 'earlier', expected: 'MWK 140.78', found: 'MWK 40.78' },
        { of: 'net', against: 'earlier', expected: 'MWK 859.22', found: 'MWK 959.22' },
      ],
    })
    const by = { who: 'thoko', why: 'the provider says so', staff: undefined }
    expect(await stored.move(found?.id ?? 0, { from: 'open', to: 'closed' }, by)).toBe(true)
    clock.now += day
    await importText(report('dpo-day-again.csv'), 'dpo')
    expect(await stored.list({ state: 'open' }, 10)).toEqual([])
  })
})
