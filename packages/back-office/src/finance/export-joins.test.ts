import { money } from '@nyanja/domain/money/money'
import { readMarket } from '@nyanja/server/settings/market'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { openReconciliation, type StoredPayment } from '../db/reconciliation/test-reconciliation.ts'
import type { OpenDatabase } from '../db/schema.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { createFinance } from '../wiring/finance.ts'

const marketFile = new URL('../../../../apps/portal/markets/mw.json', import.meta.url).pathname
const market = readMarket(marketFile)
const range = { from: '2026-11-20', to: '2026-11-20' }

const guids = ['0CBC15A2-C840-4FF8-BEBD-E22DC83B04C0', 'C9EEEEC7-168A-49A1-9D39-137E663869D4'] as const
const lines = (...all: readonly string[]) => all.join('\r\n')

interface Sample {
  readonly gateway: string
  /** The ids as the portal stores them. */
  readonly stored: readonly [string, string]
  /** The ids as the file has them. */
  readonly inFile?: readonly [string, string]
  readonly write: (rows: readonly { readonly id: string; readonly inFile: string }[]) => string
}

const dpo: Omit<Sample, 'inFile'> = {
  gateway: 'dpo',
  stored: [`${guids[0]}/R1001`, `${guids[1]}/R1002`],
  write: (rows) =>
    lines(
      'Transaction Ref,Company Ref,Transaction Type,Transaction Date,Transaction Amount,Fee,Net Amount,Currency,Settlement Ref,Settlement Date',
      ...rows.map(
        ({ id, inFile }) =>
          `${inFile},${id},Sale,2026/11/20 12:00,5000.00,201.18,4798.82,MWK,DPO-20261120,2026/11/21 00:00`,
      ),
      'Total,2',
    ),
}

const wallet = (gateway: string): Sample => ({
  gateway,
  stored: ['WR-1', 'WR-2'],
  write: (rows) =>
    lines(
      'walletReference,merchantReference,operation,status,amount,currency,completedAt',
      ...rows.map(({ id, inFile }) => `${inFile},${id},DEBIT,SUCCESS,5000.00,MWK,2026-11-20T10:00:00Z`),
    ),
})

/** A file of each provider, by the name of its format. */
const samples: readonly (readonly [string, string, Sample])[] = [
  ['dpo', 'tokens', { ...dpo, inFile: guids }],
  ['dpo', 'refs', { ...dpo, inFile: ['R1001', 'R1002'] }],
  [
    'paystack',
    'numbers',
    {
      gateway: 'paystack',
      // The access code, by which the portal resumes a popup, is in no file.
      stored: ['nms6uvr1pl', 'nms6uvr1pm'],
      inFile: ['4099260516', '4099260517'],
      write: (rows) =>
        lines(
          'Transaction ID,Reference,Type,Amount,Fees,Amount Due,Currency,Transaction Date,Payout ID,Settlement Date',
          ...rows.map(
            ({ id, inFile }) => `${inFile},${id},transaction,5000,75,4925,MWK,2026-11-20T10:00:00Z,PO-1,2026-11-21`,
          ),
        ),
    },
  ],
  [
    'paychangu',
    'references',
    {
      gateway: 'paychangu',
      stored: ['26262633201', '26262633202'],
      write: (rows) =>
        lines(
          'tx_ref;reference;type;status;amount;charges;net;currency;date;settlement;settlement_date',
          ...rows.map(
            ({ id, inFile }) =>
              `${id};${inFile};payment;success;5,000.00;200.00;4,800.00;MWK;20/11/2026 12:00;PC-1;21/11/2026 00:00`,
          ),
        ),
    },
  ],
  [
    'tingg',
    'requests',
    {
      gateway: 'cellulant',
      stored: ['CHK-1', 'CHK-2'],
      write: (rows) =>
        lines(
          'Merchant Transaction ID,Checkout Request ID,Transaction Type,Payment Date,Amount Paid,Tingg Charges,Settled Amount,Currency Code,Settlement Reference,Settlement Date',
          ...rows.map(
            ({ id, inFile }) =>
              `${id},${inFile},Payment,2026-11-20 12:00:00,5000.00,125.00,4875.00,MWK,TG-1,2026-11-21 00:00:00`,
          ),
        ),
    },
  ],
  [
    'uba',
    'transactions',
    {
      gateway: 'uba',
      // The reference includes the time at which the bank's window began.
      stored: ['0120111111/1795168800000', '0120111112/1795168800001'],
      inFile: ['0120111111', '0120111112'],
      write: (rows) =>
        lines(
          ...rows.map(({ id, inFile }) =>
            [
              ...['D', 'PAY', id.padEnd(40), inFile.padEnd(40), 'MWK', '000000500000', '000000010000', '000000490000'],
              ...['20261120', 'UBA-1'.padEnd(20), '20261121'],
            ].join(''),
          ),
          'T000002',
        ),
    },
  ],
  [
    'open-api-money',
    'transactions',
    {
      gateway: 'open-api-money',
      stored: ['MP261120.1000.A00001', 'MP261120.1000.A00002'],
      write: (rows) =>
        lines(
          'Date,Transaction ID,Reference Number,Transaction Type,Status,Amount,Service Charge,Net Amount,Currency',
          ...rows.map(
            ({ id, inFile }) =>
              `20-Nov-2026 12:00:00 PM,${inFile},${id},Merchant Payment,Success,"5,000.00",50.00,"4,950.00",MWK`,
          ),
        ),
    },
  ],
  [
    'mpesa',
    'receipts',
    {
      gateway: 'mpesa',
      stored: ['SKL1AAA111', 'SKL1AAA112'],
      write: (rows) =>
        lines(
          'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,Linked Transaction ID,A/C No.',
          ...rows.map(
            ({ inFile }) => `${inFile},2026-11-20 12:00:00,Pay Bill,Completed,"5,000.00",,Pay Bill,,{sent_reference}`,
          ),
        ),
    },
  ],
  ['pin-wallet', 'debits of one brand', wallet('nyanja-money-pin')],
  ['pin-wallet', 'debits of the other brand', wallet('smartcash')],
]

/** Opens two payments of the day, which is closed. */
async function open(database: OpenDatabase, { gateway, stored }: Pick<Sample, 'gateway' | 'stored'>) {
  const harness = openReconciliation(database)
  const at = Date.parse('2026-11-20T10:00:00Z')
  const payments: StoredPayment[] = []
  for (const providerReference of stored)
    payments.push(await harness.addPayment({ gateway, providerReference, at, amount: money('MWK', 500_000) }))
  await database.db
    .insertInto('events')
    .values(
      payments.map(({ id }) => ({
        ...({ attempt_id: id, component: 'money', from_state: 'waiting', to_state: 'captured', at } as const),
      })),
    )
    .execute()
  const { closing, exports } = createFinance({ database, market, now: () => harness.clock.now })
  await closing.closeNext()

  async function exported(): Promise<readonly Readonly<Record<string, string>>[]> {
    const result = await exports.open({ name: 'payments', format: 'csv', range })
    if (result.outcome !== 'ready') throw new Error(result.outcome)
    let text = ''
    for await (const chunk of result.chunks) text += Buffer.from(chunk).toString()
    return parse(text, { columns: true })
  }

  return { harness, payments, exported }
}

async function namesIn(harness: Awaited<ReturnType<typeof open>>['harness'], file: string, format: string) {
  const names: { readonly theirs: string; readonly ours: string }[] = []
  for await (const read of harness.files.open(file, format)?.entries ?? [])
    if ('entry' in read) names.push({ theirs: read.entry.providerReference ?? '', ours: read.entry.reference ?? '' })
  return names
}

describeOnEachEngine('the export of payments', (openDatabase) => {
  it.each(samples)('joins with a file of %s, with its %s, by every id that the file has', async (format, _, sample) => {
    const { harness, payments, exported } = await open(await openDatabase(), sample)
    const before = await exported()
    const inFile = sample.inFile ?? sample.stored
    const text = sample.write(payments.map(({ id }, at) => ({ id, inFile: inFile[at] ?? '' })))
    const withSent = before.reduce((filled, row) => filled.replace('{sent_reference}', row.sent_reference ?? ''), text)
    const file = harness.write(withSent)
    const names = await namesIn(harness, file, format)
    expect(names).toHaveLength(2)
    for (const { theirs, ours } of names) {
      const byOurs = before.filter((row) => row.sent_reference === ours)
      expect(byOurs).toHaveLength(1)
      if (format === 'paystack') continue
      expect(before.filter((row) => [row.provider_reference, row.provider_reference_2].includes(theirs))).toEqual(
        byOurs,
      )
    }

    expect(await harness.importFile(file, format)).toMatchObject({ outcome: 'imported' })
    expect(await harness.openCases()).toEqual([])
    const after = await exported()
    for (const { theirs } of names) expect(after.filter((row) => row.file_reference === theirs)).toHaveLength(1)
  })

  it('has the market’s time, the contract’s fee, and the amount that the provider pays out', async () => {
    const { harness, payments, exported } = await open(await openDatabase(), dpo)
    const rows = payments.map(({ id }, at) => ({ id, inFile: guids[at] ?? '' }))
    await harness.importText(dpo.write(rows), 'dpo')
    const [first, ...others] = await exported()
    expect(others).toHaveLength(1)
    expect(first).toMatchObject({
      ...{ captured_at: '2026-11-20T10:00:00.000Z', captured_on: '2026-11-20', captured_time: '12:00:00' },
      ...{ id: payments[0]?.id, reference: payments[0]?.reference, amount: '5000', money: 'captured' },
      ...{ fee: '175', fee_tax: '28.88', net: '4796.12', file_fee: '201.18', file_net: '4798.82' },
      ...{ payout: 'DPO-20261120', payout_on: '2026-11-21', refund: '' },
    })
  })

  it('has the parts of a refund, and what was bought', async () => {
    const database = await openDatabase()
    const { payments, exported } = await open(database, dpo)
    const [{ id, orderId } = { id: '', orderId: '' }] = payments
    const at = Date.parse('2026-11-20T22:30:00Z')
    const bill = {
      account: 'P0000000001',
      invoices: [
        { billId: 'B1', invoiceNo: 'INV-1' },
        { billId: 'B2', invoiceNo: 'INV-2' },
      ],
    }
    await database.db
      .insertInto('refunds')
      .values({
        attempt_id: id,
        gateway: 'dpo',
        state: 'refunded',
        amount_minor: 120_050,
        created_at: at,
        decided_at: at,
      })
      .execute()
    await database.db
      .insertInto('deliveries')
      .values({
        ...{
          attempt_id: id,
          order_id: orderId,
          kind: 'bill',
          msisdn: '',
          product_code: 'BILL-1',
          account: bill.account,
        },
        ...{
          bill_json: JSON.stringify(bill),
          amount_minor: 500_000,
          currency: 'MWK',
          state: 'delivered',
          created_at: at,
        },
      })
      .execute()
    const [first, second] = await exported()
    expect(first).toMatchObject({
      ...{ refund: 'refunded', refund_amount: '1200.5', refunded_on: '2026-11-21' },
      ...{ account: 'P0000000001', invoices: 'INV-1 INV-2', bundle_code: 'BILL-1', delivery: 'delivered' },
    })
    expect(second).toMatchObject({ refund: '', refund_amount: '', refunded_on: '', account: '', invoices: '' })
  })

  it('counts no file that was withdrawn', async () => {
    const { harness, payments, exported } = await open(await openDatabase(), dpo)
    const rows = payments.map(({ id }, at) => ({ id, inFile: guids[at] ?? '' }))
    const result = await harness.importText(dpo.write(rows), 'dpo')
    if (result.outcome !== 'imported') throw new Error(result.outcome)
    await harness.store.withdraw(result.import.id, { who: 'Tadala', why: 'another month', agreedBy: 'Limbani' })
    for (const row of await exported()) expect(row).toMatchObject({ payout: '', file_reference: '', file_fee: '' })
  })
})
