import { openReconciliation } from '@nyanja/back-office/db/reconciliation/test-reconciliation'
import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import { expect, it } from 'vitest'
import { importText } from './settlement-text.ts'

const heading =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,Linked Transaction ID,A/C No.'
const table = (...rows: readonly string[]) => ['Short Code,123456', heading, ...rows, ''].join('\r\n')

const paid = (name: string) => `A1,2026-11-20 10:00:00,Pay Bill,Completed,"5,000.00",,Pay Bill,,${name}`
const failed = 'A2,2026-11-20 10:00:00,Pay Bill,Failed,x,,Pay Bill,,R-2'
const charge = 'A3,some day,Charge,Completed,,10.00,Business Charge,,'
const totals = ',,Totals,,"5,000.00",10.00,,,'

describeOnEachEngine('the lines of a file that are not read', (open) => {
  async function start() {
    const harness = openReconciliation(await open())
    const payment = await harness.addPayment({ gateway: 'mpesa' })
    return { ...harness, row: paid(payment.id) }
  }

  it('refuse nothing where their kind does not matter, and are listed with the import', async () => {
    const { importText: importFile, store, openCases, row } = await start()
    const result = await importFile(table(failed, charge, row, failed, charge, totals), 'mpesa')
    expect(result).toMatchObject({ outcome: 'imported', import: { rows: 1 } })
    expect(await openCases()).toEqual([])
    const [one] = await store.list(1)
    expect(one?.unread).toEqual([
      { why: 'before the heading', lines: 1, examples: [1] },
      {
        why: 'Transaction Status declined or cancelled or expired or attempted or failed',
        ...{ lines: 2, examples: [3, 6] },
      },
      { why: 'fee, date unreadable', lines: 2, examples: [4, 7] },
      { why: 'Receipt No. empty, Completion Time empty', lines: 1, examples: [8] },
    ])
    const text = one && importText(one, await store.summary(one.id))
    expect(text).toMatch(/NOT READ\s+LINES\s+SUCH AS/)
    expect(text).toMatch(/fee, date unreadable\s+2\s+line 4, 7/)
  })

  it('are refused where a payment may be among them', async () => {
    const { importText: importFile, row } = await start()
    const cut = row.slice(0, -27)
    expect(await importFile(table(row, failed.replace('Failed', 'Completed'), cut), 'mpesa')).toMatchObject({
      faults: [
        { line: 4, message: '“x” is no amount in MWK' },
        { line: 5, message: 'the line has 8 cells, and the heading has 9: was it cut off?' },
      ],
    })
  })

  it.each([
    [
      'a delimiter in a cell',
      (text: string) => text.replace('Pay Bill,Completed', 'Pay, Bill,Completed'),
      {
        line: 3,
        message: 'the line has 10 cells, and the heading has 9: is a delimiter in a cell without quotation marks?',
      },
    ],
    [
      'an open quotation mark',
      (text: string) => text.replace('5,000.00"', '5,000.00'),
      { line: 3, message: 'the file ends in the middle: was it cut off? A quotation mark is open' },
    ],
    [
      'another heading',
      (text: string) => text.replace('Withdrawn', 'Paid Out'),
      {
        line: 2,
        message: 'no line has the columns Receipt No., Completion Time, Paid In, Withdrawn; this one lacks Withdrawn',
      },
    ],
    [
      'a heading without a column of the rules',
      (text: string) => text.replace('Reason Type', 'Reason'),
      { line: 2, message: 'the heading has no column Reason Type' },
    ],
    [
      'a payment without a date',
      (text: string) => text.replace('2026-11-20 10:00:00', ''),
      { line: 3, message: 'there is no date in Completion Time' },
    ],
    [
      'failed payments alone',
      (text: string) => text.replace('Completed', 'Failed'),
      {
        message:
          'none of 3 lines is imported (1 before the heading; 2 Transaction Status declined or cancelled or expired or attempted or failed): if that is right, give the days that the file reports on',
      },
    ],
  ])('say what is wrong in true words: %s', async (_, change, fault) => {
    const { importText: importFile, row } = await start()
    expect(await importFile(change(table(row, failed)), 'mpesa')).toEqual({
      outcome: 'refused',
      isCut: false,
      faults: [fault],
    })
  })
})
