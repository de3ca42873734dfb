import { money } from '@nyanja/domain/money/money'
import { day, hour, minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { openReconciliation, type StoredPayment } from '../db/reconciliation/test-reconciliation.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { createComparisonQueue } from './reconciliation.ts'

const heading =
  'Transaction ID,Reference,Type,Amount,Fees,Amount Due,Currency,Transaction Date,Payout ID,Settlement Date'

interface RowOptions {
  readonly type?: string
  readonly amount?: string
  readonly fee?: string
  readonly net?: string
  readonly currency?: string
  readonly at?: string
}

function row({ id, amount, at }: StoredPayment, options: RowOptions = {}): string {
  const whole = String(amount.minor / 100)
  const { type = 'transaction', fee = '100', currency = amount.currency, amount: other = whole } = options
  const { net = String(Number(other) - Number(fee)) } = options
  const time = options.at ?? new Date(at).toISOString()
  return [id.slice(0, 8), id, type, other, fee, net, currency, time, 'PO-0001', '2026-11-21'].join(',')
}

const file = (...rows: readonly string[]) => [heading, ...rows].join('\n')

describeOnEachEngine('comparing settlement files', (open) => {
  it('finds no difference where both sides agree, in any order of the rows', async () => {
    const harness = openReconciliation(await open())
    const payments = await Promise.all(
      [1, 2, 3].map((at) => harness.addPayment({ amount: money('MWK', at * 100_000) })),
    )
    const result = await harness.importText(file(...payments.toReversed().map((one) => row(one))), 'paystack')
    expect(result.outcome).toBe('imported')
    expect(await harness.openCases()).toEqual([])
    expect(await harness.cases.days({})).toEqual([
      expect.objectContaining({ day: '2026-11-20', source: 'paystack', state: 'complete', matched: 3, oursOnly: 0 }),
    ])
  })

  it('proposes a reason for every kind of difference', async () => {
    const harness = openReconciliation(await open())
    const fine = await harness.addPayment()
    const one = () => harness.addPayment()
    const [net, other, currency, wrongDay, fee, twice] = [
      await one(),
      await one(),
      await one(),
      await one(),
      await one(),
      await one(),
    ]
    const waiting = await harness.addPayment({ state: 'waiting' })
    const reversed = await harness.addPayment()
    const refunded = await harness.addPayment({ refundedAt: fine.at })
    const refundedThere = await harness.addPayment()
    await one()
    const unknown = { ...fine, id: 'UNKNOWN-1' }
    const rows = [
      row(fine),
      row(net, { amount: '4900', fee: '100', net: '4900' }),
      row(other, { amount: '4000' }),
      row(currency, { currency: 'USD' }),
      row(wrongDay, { at: '2026-11-17T10:00:00Z' }),
      row(fee, { net: '4000' }),
      ...[row(twice), row(twice), row(waiting), row(unknown)],
      ...[row(reversed), row(reversed, { type: 'reversal' })],
      ...[row(refunded), row(refundedThere), row(refundedThere, { type: 'refund' })],
    ]
    expect(await harness.importText(file(...rows), 'paystack')).toMatchObject({ outcome: 'imported' })
    expect(await harness.openCases()).toEqual(
      [
        '2026-11-20 payment duplicate_in_file',
        '2026-11-20 payment fee_deducted',
        '2026-11-20 payment late_payout',
        '2026-11-20 payment other_amount',
        '2026-11-20 payment other_currency',
        '2026-11-20 payment other_day',
        '2026-11-21 payment unconfirmed_here',
        '2026-11-20 payment unknown_to_us',
        '2026-11-20 payment wrong_fee',
        '2026-11-20 refund late_payout',
        '2026-11-20 refund refunded_by_provider',
        '2026-11-20 reversal reversed_by_provider',
      ].sort(),
    )
  })

  it('closes a case when its row comes in a later file, and changes nothing when it is repeated', async () => {
    const harness = openReconciliation(await open())
    const first = await harness.addPayment()
    const late = await harness.addPayment()
    await harness.importText(file(row(first)), 'paystack')
    expect(await harness.openCases()).toEqual(['2026-11-20 payment late_payout'])

    harness.clock.now += day
    const next = await harness.addPayment()
    const days = { fromDay: '2026-11-21', untilDay: '2026-11-21' }
    const result = await harness.importText(file(row(next), row(late)), 'paystack', days)
    expect(result.outcome).toBe('imported')
    expect(await harness.openCases()).toEqual([])

    const before = await harness.cases.list({}, 100)
    if (result.outcome === 'imported') await harness.reconciliation.compareImport(result.import)
    expect(await harness.cases.list({}, 100)).toEqual(before)
  })

  it('opens no case for a payment that file and portal learn of within minutes of each other', async () => {
    const harness = openReconciliation(await open())
    const { clock } = harness
    const old = await harness.addPayment()
    const waiting = await harness.addPayment({ state: 'waiting', at: clock.now - minute })
    await harness.addPayment({ at: clock.now - minute })
    const result = await harness.importText(file(row(old), row(waiting)), 'paystack')
    expect(await harness.openCases()).toEqual([])
    if (result.outcome !== 'imported') throw new Error(result.outcome)
    expect((await harness.store.find(result.import.id))?.comparedAt).toBeUndefined()

    clock.now += hour
    await harness.reconciliation.compare()
    expect(await harness.openCases()).toEqual(['2026-11-21 payment unconfirmed_here'])
    expect((await harness.store.find(result.import.id))?.comparedAt).toBe(clock.now)
  })

  it('reports no missing row for a day that was not over when its file was made', async () => {
    const harness = openReconciliation(await open())
    const today = { at: harness.clock.now - 2 * hour }
    const [old, first] = [await harness.addPayment(), await harness.addPayment(today)]
    await harness.addPayment(today)
    const days = { fromDay: '2026-11-20', untilDay: '2026-11-21' }
    await harness.importText(file(row(old), row(first)), 'paystack', days)
    expect(await harness.openCases()).toEqual([])
    expect(await harness.cases.days({})).toMatchObject([
      { day: '2026-11-21', state: 'incomplete' },
      { day: '2026-11-20', state: 'complete' },
    ])
  })

  it('closes the case of money that the portal learns of later', async () => {
    const database = await open()
    const harness = openReconciliation(database)
    const late = await harness.addPayment({ state: 'waiting' })
    const restored = { ...late, id: `${late.id.slice(0, -8)}RESTORED` }
    await harness.importText(file(row(late), row(restored)), 'paystack')
    expect(await harness.openCases()).toEqual([
      '2026-11-20 payment unknown_to_us',
      '2026-11-21 payment unconfirmed_here',
    ])

    await database.db.updateTable('attempts').set({ state: 'captured', decided_at: late.at }).execute()
    await database.db.updateTable('attempts').set({ provider_reference: restored.id }).execute()
    const compare = createComparisonQueue({ reconciliation: harness.reconciliation, now: () => harness.clock.now })
    for (const work of await compare.claim()) await work()
    expect(await harness.openCases()).toEqual(['2026-11-20 payment duplicate_in_file'])
  })

  it('takes a payment for missing once its file should have come', async () => {
    const harness = openReconciliation(await open())
    const first = await harness.addPayment()
    await harness.addPayment()
    await harness.importText(file(row(first)), 'paystack')
    for (let passed = 0; passed < 3; passed += 1) {
      harness.clock.now += day
      await harness.importText(file(row(await harness.addPayment())), 'paystack')
    }
    expect(await harness.openCases()).toEqual(['2026-11-20 payment missing_at_provider'])
  })

  it('takes late money for no difference, although the provider has it on an earlier day', async () => {
    const database = await open()
    const harness = openReconciliation(database)
    const late = await harness.addPayment()
    await database.db
      .updateTable('attempts')
      .set({ decided_at: late.at + 2 * day })
      .where('id', '=', late.id)
      .execute()
    await harness.importText(file(row(late)), 'paystack')
    expect(await harness.openCases()).toEqual([])
  })

  it('recognises the same rows in overlapping statements', async () => {
    const harness = openReconciliation(await open())
    const [first, second] = [await harness.addPayment(), await harness.addPayment()]
    await harness.importText(file(row(first)), 'paystack')
    await harness.importText(file(row(first), row(second)), 'paystack')
    expect(await harness.openCases()).toEqual([])
  })

  it('keeps what staff decided about a case until the difference changes', async () => {
    const harness = openReconciliation(await open())
    const payment = await harness.addPayment()
    const result = await harness.importText(file(row(payment, { amount: '4000' })), 'paystack')
    const [found] = await harness.cases.list({ state: 'open' }, 10)
    expect(found).toMatchObject({
      reference: payment.reference,
      differences: ['amount'],
      theirs: money('MWK', 400_000),
    })
    const by = { who: 'Chisomo', why: 'The provider will correct it' }
    expect(await harness.cases.move(found?.id ?? 0, { from: 'open', to: 'explained' }, by)).toBe(true)
    expect(await harness.cases.move(found?.id ?? 0, { from: 'open', to: 'closed' }, by)).toBe(false)
    if (result.outcome === 'imported') await harness.reconciliation.compareImport(result.import)
    expect(await harness.cases.find(found?.id ?? 0)).toMatchObject({ state: 'explained', why: by.why })
    await harness.importText(file(row(payment, { amount: '3000' })), 'paystack')
    expect(await harness.openCases()).toEqual(['2026-11-20 payment other_amount'])
  })

  it('finds payments by the id that the provider gave', async () => {
    const harness = openReconciliation(await open())
    const payment = await harness.addPayment({ gateway: 'mpesa' })
    const statement = [
      'Organisation statement',
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,Linked Transaction ID,A/C No.',
      `${payment.providerReference},2026-11-20 12:00:00,Pay bill,Completed,"5,000.00",,"9,000.00",Pay Bill,,`,
    ]
    await harness.importText(statement.join('\r\n'), 'mpesa')
    expect(await harness.openCases()).toEqual([])
    expect(await harness.store.summary(1)).toEqual([{ kind: 'payment', result: 'matched', rows: 1 }])
  })

  it('changes no payment', async () => {
    const database = await open()
    const harness = openReconciliation(database)
    const payment = await harness.addPayment({ state: 'waiting' })
    const tables = ['attempts', 'orders', 'refunds', 'events', 'reviews'] as const
    const read = () => Promise.all(tables.map((table) => database.db.selectFrom(table).selectAll().execute()))
    const before = await read()
    await harness.importText(file(row(payment), row(payment, { type: 'reversal' })), 'paystack')
    expect(await read()).toEqual(before)
  })

  it('reports a bank statement that does not add up, until a complete one arrives', async () => {
    const harness = openReconciliation(await open())
    const statement = (...lines: readonly string[]) =>
      [...[':20:S', ':25:1001', ':60F:C261119MWK10,00'], ...lines, ':62F:C261120MWK99,00', '-'].join('\n')
    const [first, second] = [':61:2611201120C90,00NTRFNONREF//B-7', ':61:2611201120D1,00NCHGNONREF//B-8']
    const days = { fromDay: '2026-11-20', untilDay: '2026-11-20' }
    await harness.importText(statement(first), 'mt940', days)
    const [found] = await harness.cases.list({ state: 'open' }, 10)
    expect(found).toMatchObject({
      ...{ reason: 'balance_differs', day: '2026-11-20', row: { importId: 1 } },
      ...{ ours: money('MWK', 10_000), theirs: money('MWK', 9900) },
    })
    await harness.importText(statement(first, second), 'mt940', days)
    expect(await harness.openCases()).toEqual([])
    expect(await harness.cases.find(found?.id ?? 0)).toMatchObject({ state: 'closed' })
  })

  it('compares the fee of a payment with the contract, without its tax or with it', async () => {
    const fees = { paystack: { basisPoints: 200, flatMinor: {}, taxBasisPoints: 1000, rounding: 'half_up' } } as const
    const harness = openReconciliation(await open(), { fees })
    const payments = await Promise.all([1, 2, 3].map(() => harness.addPayment()))
    const rows = payments.map((payment, at) => row(payment, { fee: ['100', '110', '150'][at] ?? '' }))
    await harness.importText(file(...rows), 'paystack')
    expect(await harness.openCases()).toEqual(['2026-11-20 payment fee_not_contracted'])
  })

  it('compares the fee of a payment with the contract of its day, when the contract has changed', async () => {
    const rule = { basisPoints: 200, flatMinor: {}, taxBasisPoints: 0, rounding: 'half_up' } as const
    const fees = { paystack: [rule, { ...rule, basisPoints: 300, from: '2026-11-20' }] }
    const harness = openReconciliation(await open(), { fees })
    const payments = await Promise.all([1, 2].map(() => harness.addPayment()))
    const rows = payments.map((payment, at) => row(payment, { fee: ['150', '100'][at] ?? '' }))
    await harness.importText(file(...rows), 'paystack')
    expect(await harness.openCases()).toEqual(['2026-11-20 payment fee_not_contracted'])
  })

  it('finds the payout of a settlement file in the statement of the bank, and misses the one that did not come', async () => {
    const harness = openReconciliation(await open())
    harness.clock.now -= 6 * day
    const payment = await harness.addPayment()
    await harness.importText(file(row(payment)), 'paystack')
    harness.clock.now += 12 * day
    const statement = (...lines: readonly string[]) => {
      const credits = lines.flatMap((line) => /C(\d+),00/.exec(line)?.[1] ?? [])
      const closing = credits.reduce((sum, credit) => sum + Number(credit), 0)
      const head = [':20:STMT', ':25:1001', ':28C:1/1', ':60F:C261114MWK0,00']
      return [...head, ...lines, `:62F:C261120MWK${closing},00`, '-'].join('\r\n')
    }
    const other = [':61:2611201120C77,00NTRFNONREF//B-7', ':86:RENT FROM A TENANT']
    const days = { fromDay: '2026-11-14', untilDay: '2026-11-25' }
    await harness.importText(statement(...other), 'mt940', days)
    expect(await harness.openCases()).toEqual(['2026-11-24 payout payout_not_received'])
    const paid = [':61:2611211121C4900,00NTRFNONREF//B-8', ':86:PAYSTACK SETTLEMENT PO-0001/XYZ']
    await harness.importText(statement(...other, ...paid), 'mt940', days)
    expect(await harness.openCases()).toEqual([])
    const strange = [':61:2611221122C50,00NTRFNONREF//B-9', ':86:PAYSTACK SETTLEMENT PO-0009']
    await harness.importText(statement(...other, ...paid, ...strange), 'mt940', days)
    expect(await harness.openCases()).toEqual(['2026-11-22 payout unknown_payout'])
  })
})
