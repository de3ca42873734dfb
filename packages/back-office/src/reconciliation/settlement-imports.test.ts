import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { day } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { createRetentionStore } from '../db/operations/retention-store.ts'
import { inGroups, openReconciliation, type ReconciliationHarness } from '../db/reconciliation/test-reconciliation.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Retention } from '../operations/retention.ts'
import type { SettlementReading } from './settlement-files.ts'

const heading =
  'Transaction ID,Reference,Type,Amount,Fees,Amount Due,Currency,Transaction Date,Payout ID,Settlement Date'
const rowOf = (id: string, { amount = '5000', currency = 'MWK', at = '2026-11-20T10:00:00Z' } = {}) =>
  `${id.slice(0, 8)},${id},transaction,${amount},,,${currency},${at},,`

async function someRows(harness: ReconciliationHarness, count: number, options = {}) {
  const payments = await inGroups(Array.from({ length: count }), () => harness.addPayment())
  return payments.map(({ id }) => rowOf(id, options))
}

const file = (...rows: readonly string[]) => [heading, ...rows, ''].join('\r\n')

async function storedRows(
  { store }: ReconciliationHarness,
  db: Awaited<ReturnType<Parameters<Parameters<typeof describeOnEachEngine>[1]>[0]>>,
) {
  const imports = await store.list(10)
  const { rows } = await db.db
    .selectFrom('settlement_rows')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return { imports: imports.length, rows: Number(rows) }
}

describeOnEachEngine('importing a settlement file', (open) => {
  it('is refused the second time, and names the first import', async () => {
    const harness = openReconciliation(await open())
    const text = file(...(await someRows(harness, 2)))
    expect(await harness.importText(text, 'paystack')).toMatchObject({
      outcome: 'imported',
      import: { id: 1, rows: 2 },
    })
    const repeated = await harness.importFile(harness.write(text, 'copy.csv'), 'paystack')
    expect(repeated).toMatchObject({ outcome: 'imported_before', first: { id: 1, importedBy: 'Chisomo' } })
    expect(await harness.store.list(10)).toHaveLength(1)
  })

  it('leaves nothing of a file with faults, and names each line', async () => {
    const database = await open()
    const harness = openReconciliation(database)
    const [first = '', second = ''] = await someRows(harness, 2)
    const rows = [
      first,
      second.replace('5000', '5.000.00'),
      first.replace('2026-11-20T', '2026-02-31T'),
      first.replace('MWK', 'XYZ'),
      first.replace('transaction', 'mystery'),
      first.replace('2026-11-20', '2027-01-01'),
    ]
    const result = await harness.importText(file(...rows), 'paystack')
    expect(result).toEqual({
      outcome: 'refused',
      isCut: false,
      faults: [
        { line: 3, message: '“5.000.00” is no amount in MWK' },
        { line: 4, message: '“2026-02-31T10:00:00Z” is no date like ISO' },
        { line: 5, message: '“XYZ” is no currency' },
        { line: 6, message: 'no rule of the description fits: Type “mystery”' },
        { line: 7, message: 'the day 2027-01-01 is in the future' },
      ],
    })
    expect(await storedRows(harness, database)).toEqual({ imports: 0, rows: 0 })
  })

  it('stops at a hundred faults', async () => {
    const harness = openReconciliation(await open())
    const rows = Array.from({ length: 5000 }, (_, at) => rowOf(`R-${at}`, { amount: 'x' }))
    const result = await harness.importText(file(...rows), 'paystack')
    expect(result).toMatchObject({ outcome: 'refused', isCut: true })
    expect(result.outcome === 'refused' && result.faults).toHaveLength(100)
  })

  it.each([
    [
      'of another format',
      () => 'a,b\n1,2\n',
      'no line has the columns Transaction ID, Reference, Amount; the first line is “a,b”',
    ],
    ['without a column', (text: string) => text.replace(',Currency,', ',Money,'), 'the heading has no column Currency'],
    ['that is empty', () => '', 'no line has the columns Transaction ID, Reference, Amount; the file is empty'],
    [
      'without rows',
      () => `${heading}\n`,
      'the file has no rows: if that is right, give the days that the file reports on',
    ],
    [
      'that was cut off',
      (text: string) => text.slice(0, -60),
      'the line has 2 cells, and the heading has 10: was it cut off?',
    ],
    [
      'with an open quotation mark',
      (text: string) => text.replace('transaction', '"transaction'),
      'the file ends in the middle: was it cut off? A quotation mark is open',
    ],
    [
      'in another currency',
      (text: string) => text.replaceAll('MWK', 'KES'),
      'all amounts are in another currency than MWK or USD',
    ],
  ])('refuses a file %s', async (_, change, message) => {
    const database = await open()
    const harness = openReconciliation(database)
    const result = await harness.importText(change(file(...(await someRows(harness, 2)))), 'paystack')
    expect(result.outcome === 'refused' && result.faults.map((fault) => fault.message)).toEqual([message])
    expect(await storedRows(harness, database)).toEqual({ imports: 0, rows: 0 })
  })

  it('refuses the file of another day than the one that was asked for', async () => {
    const harness = openReconciliation(await open())
    const days = { fromDay: '2026-11-18', untilDay: '2026-11-18' }
    const result = await harness.importText(file(...(await someRows(harness, 2))), 'paystack', days)
    expect(result).toMatchObject({
      faults: [{ message: 'no row is of 2026-11-18 to 2026-11-18: its rows are of 2026-11-20' }],
    })
  })

  it('refuses the file of another merchant', async () => {
    const harness = openReconciliation(await open())
    const rows = Array.from({ length: 40 }, (_, at) => rowOf(`OTHER-${at}`))
    expect(await harness.importText(file(...rows, ...(await someRows(harness, 5))), 'paystack')).toMatchObject({
      faults: [{ message: '40 of 45 rows name no payment of ours: is it the file of another merchant?' }],
    })
  })

  it.each([
    ['utf-16le', 'utf16le', [0xff, 0xfe]],
    ['utf-8 with a mark', 'utf8', [0xef, 0xbb, 0xbf]],
  ] as const)('reads a file in %s by its mark', async (_, encoding, mark) => {
    const harness = openReconciliation(await open())
    const text = file(...(await someRows(harness, 2)))
    const bytes = Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)])
    expect(await harness.importFile(harness.write(bytes), 'paystack')).toMatchObject({ outcome: 'imported' })
  })

  it('refuses a file in another encoding, and names the first line that shows it', async () => {
    const harness = openReconciliation(await open())
    const rows = await someRows(harness, 2)
    const message = 'the text is not in utf-8: was the file saved in another encoding?'
    const latin = harness.write(Buffer.from(file(...rows, '# Büro'), 'latin1'))
    expect(await harness.importFile(latin, 'paystack')).toMatchObject({ faults: [{ line: 4, message }] })
    const wide = harness.write(Buffer.from(file(...rows), 'utf16le'))
    expect(await harness.importFile(wide, 'paystack')).toMatchObject({ faults: [{ line: 1, message }] })
  })

  it('begins again after an import that ended in the middle, whose rows were never visible', async () => {
    const database = await open()
    const harness = openReconciliation(database)
    const rows = await someRows(harness, 1800)
    const name = path.join(mkdtempSync(path.join(tmpdir(), 'settlement-')), 'file.csv')
    writeFileSync(name, file(...rows))
    const reading = harness.files.open(name, 'paystack')
    if (reading === undefined) throw new Error('There is no format')
    const broken: SettlementReading = { ...reading, entries: failAfter(reading.entries, 1700) }
    // A process that is killed does not remove its rows.
    const { store } = harness
    const discard = store.discard
    store.discard = async () => {}
    await expect(harness.imports.import(broken, { by: 'Chisomo' })).rejects.toThrow('power')
    store.discard = discard
    expect(await storedRows(harness, database)).toEqual({ imports: 0, rows: 1500 })
    expect(await harness.cases.days({})).toEqual([])

    harness.clock.now += day / 2
    expect(await harness.importFile(name, 'paystack')).toMatchObject({ outcome: 'imported', import: { rows: 1800 } })
    expect(await storedRows(harness, database)).toEqual({ imports: 1, rows: 1800 })
    expect(await harness.openCases()).toEqual([])
  })

  it('takes no more than one of two imports of the same file at once', async () => {
    const harness = openReconciliation(await open())
    const name = harness.write(file(...(await someRows(harness, 3))))
    const results = await Promise.all([harness.importFile(name, 'paystack'), harness.importFile(name, 'paystack')])
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['imported', 'imported_before'])
    expect(await harness.store.list(10)).toHaveLength(1)
  })

  it('is forgotten with its closed cases after two years', async () => {
    const database = await open()
    const harness = openReconciliation(database)
    const [first = '', second = ''] = await someRows(harness, 2)
    await harness.importText(file(first, second.replace('5000', '4000')), 'paystack')
    const [found] = await harness.cases.list({}, 10)
    const retention = new Retention({ store: createRetentionStore(database), sealDays: async () => {}, batchSize: 1 })
    await retention.run(harness.clock.now + 740 * day)
    // An open case still needs its row.
    expect(await storedRows(harness, database)).toEqual({ imports: 1, rows: 2 })
    await harness.cases.move(found?.id ?? 0, { from: 'open', to: 'closed' }, { who: 'Chisomo', why: 'Corrected' })
    await retention.run(harness.clock.now + 700 * day)
    expect(await harness.store.list(10)).toHaveLength(1)
    await retention.run(harness.clock.now + 740 * day)
    expect(await storedRows(harness, database)).toEqual({ imports: 0, rows: 0 })
    expect(await harness.cases.list({}, 10)).toEqual([])
  })

  it('keeps a row in a foreign currency among others, as a difference', async () => {
    const harness = openReconciliation(await open())
    const [first = '', second = ''] = await someRows(harness, 2)
    await harness.importText(file(first, second.replace('MWK', 'KES')), 'paystack')
    const [found] = await harness.cases.list({ state: 'open' }, 10)
    expect(found).toMatchObject({ reason: 'other_currency', theirs: money('KES', 500_000) })
  })
})

async function* failAfter<One>(all: AsyncIterable<One>, count: number): AsyncGenerator<One> {
  let at = 0
  for await (const one of all) {
    if (at === count) throw new Error('The power fails')
    at += 1
    yield one
  }
}
