import { decimalOf, type Market } from '../core/market.ts'
import { type Line, localDay, localTime } from './settlement-lines.ts'

export interface Written {
  readonly lines: readonly Line[]
  readonly market: Market
  /** The day that the file reports on, and the payout that it belongs to. */
  readonly day: string
  readonly payout: string
  readonly payoutDay: string
}

export interface SettlementFormat {
  /** The portal's name of the provider, under which its contract is. */
  readonly gateway: string
  /** The fees without a contract, in hundredths of a percent. */
  readonly feeRate: number
  readonly hasFees: boolean
  readonly hasCurrencies: boolean
  readonly encoding: BufferEncoding
  write(file: Written): string
}

const grouped = (minor: number) => decimalOf(minor).replace(/\B(?=(?:\d{3})+\.)/g, ',')

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell

const table = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows.map((row) => `${row.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`).join('')

const typesOf = (payment: string, refund: string, reversal: string) => ({ payment, refund, reversal }) as const

function writeDpo({ lines, market, payout, payoutDay }: Written): string {
  const types = typesOf('Sale', 'Refund', 'Chargeback')
  return table([
    ['DPO Pay', 'Settlement report'],
    [
      ...['Transaction Ref', 'Company Ref', 'Transaction Type', 'Transaction Date', 'Transaction Amount', 'Fee'],
      ...['Net Amount', 'Currency', 'Settlement Ref', 'Settlement Date'],
    ],
    ...lines.map((line) => [
      ...[
        line.providerReference,
        line.reference,
        types[line.kind],
        localTime(line.at, market).slice(0, 16).replaceAll('-', '/'),
      ],
      ...[decimalOf(line.minor), decimalOf(line.feeMinor), decimalOf(line.netMinor), line.currency, payout],
      `${payoutDay.replaceAll('-', '/')} 00:00`,
    ]),
    ['Total', String(lines.length)],
  ])
}

function writePaystack({ lines, payout, payoutDay }: Written): string {
  const types = typesOf('Transaction', 'Refund', 'Chargeback')
  const heads = ['Transaction ID', 'Reference', 'Type', 'Transaction Date', 'Customer Email', 'Amount', 'Fees']
  return table([
    [...heads, 'Amount Due', 'Currency', 'Payout ID', 'Settlement Date'],
    ...lines.map((line) => [
      ...[
        line.providerReference,
        line.reference,
        types[line.kind],
        new Date(line.at).toISOString(),
        'customer@example.com',
      ],
      ...[decimalOf(line.minor), decimalOf(line.feeMinor), decimalOf(line.netMinor), line.currency, payout, payoutDay],
    ]),
  ])
}

const slashed = (day: string) => day.split('-').reverse().join('/')

function writePaychangu({ lines, market, payout, payoutDay }: Written): string {
  const heads = ['tx_ref', 'reference', 'type', 'status', 'amount', 'charges', 'net', 'currency', 'date']
  return table(
    [
      [...heads, 'settlement', 'settlement_date'],
      ...lines.map((line) => [
        ...[line.reference, line.providerReference, line.kind, 'success', grouped(line.minor), grouped(line.feeMinor)],
        ...[grouped(line.netMinor), line.currency],
        `${slashed(localDay(line.at, market))} ${localTime(line.at, market).slice(11, 16)}`,
        ...[payout, `${slashed(payoutDay)} 00:00`],
      ]),
    ],
    ';',
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a time as `20-Nov-2026 01:05:09 PM`. */
function spoken(time: string): string {
  const [year = '', month = '1', date = ''] = time.slice(0, 10).split('-')
  const hour = Number(time.slice(11, 13))
  const half = hour < 12 ? 'AM' : 'PM'
  return `${date}-${months[Number(month) - 1]}-${year} ${String(hour % 12 || 12).padStart(2, '0')}${time.slice(13)} ${half}`
}

function writeMoney({ lines, market }: Written): string {
  const types = typesOf('Merchant Payment', 'Refund', 'Reversal')
  const heads = ['Date', 'Transaction ID', 'Reference Number', 'Transaction Type', 'Status', 'Amount', 'Service Charge']
  return table([
    [...heads, 'Net Amount', 'Currency', 'Café'],
    ...lines.map((line) => [
      ...[spoken(localTime(line.at, market)), line.providerReference, line.reference, types[line.kind], 'Success'],
      ...[grouped(line.minor), grouped(line.feeMinor), grouped(line.netMinor), line.currency, ''],
    ]),
  ])
}

function writeMpesa({ lines, market, day }: Written): string {
  const heads = ['Receipt No.', 'Completion Time', 'Initiation Time', 'Details', 'Transaction Status', 'Paid In']
  return table([
    ['Organisation statement', day],
    [],
    [...heads, 'Withdrawn', 'Balance', 'Reason Type', 'Other Party Info', 'Linked Transaction ID', 'A/C No.'],
    ...lines.map((line, at) => {
      const isIn = line.kind === 'payment'
      const time = localTime(line.at, market)
      return [
        ...[
          isIn ? line.providerReference : `REV${at}${line.providerReference}`,
          time,
          time,
          'Online payment',
          'Completed',
        ],
        ...[isIn ? grouped(line.minor) : '', isIn ? '' : `-${grouped(line.minor)}`, '0.00'],
        ...[isIn ? 'Pay Bill Online' : 'Transaction Reversal', '', isIn ? '' : line.providerReference, line.reference],
      ]
    }),
  ])
}

function writeTingg({ lines, market, payout, payoutDay }: Written): string {
  const types = typesOf('Payment', 'Refund', 'Reversal')
  const heads = ['Merchant Transaction ID', 'Checkout Request ID', 'Transaction Type', 'Payment Date', 'Amount Paid']
  return table([
    [...heads, 'Tingg Charges', 'Settled Amount', 'Currency Code', 'Settlement Reference', 'Settlement Date'],
    ...lines.map((line) => [
      ...[line.reference, line.providerReference, types[line.kind], localTime(line.at, market)],
      ...[decimalOf(line.minor), decimalOf(line.feeMinor), decimalOf(line.netMinor), line.currency],
      ...[payout, `${payoutDay} 00:00:00`],
    ]),
  ])
}

/** Columns have a fixed width, as in the reports of banks; amounts are in minor units with leading zeros. */
function writeUba({ lines, market, day, payout, payoutDay }: Written): string {
  const types = typesOf('PAY', 'REF', 'REV')
  const compact = (date: string) => date.replaceAll('-', '')
  const amount = (minor: number) => String(minor).padStart(12, '0')
  const rows = lines.map((line) =>
    [
      ...['D', types[line.kind], line.reference.padEnd(40), line.providerReference.padEnd(40), line.currency],
      ...[amount(line.minor), amount(line.feeMinor), amount(line.netMinor), compact(localDay(line.at, market))],
      ...[payout.padEnd(20), compact(payoutDay)],
    ].join(''),
  )
  return [`HU-COLLECT SETTLEMENT ${compact(day)}`, ...rows, `T${String(lines.length).padStart(6, '0')}`, ''].join(
    '\r\n',
  )
}

function writeWallet({ lines }: Written): string {
  const types = typesOf('DEBIT', 'REFUND', 'REVERSAL')
  return table([
    ['walletReference', 'merchantReference', 'operation', 'status', 'amount', 'currency', 'completedAt'],
    ...lines.map((line) => [
      ...[line.providerReference, line.reference, types[line.kind], 'SUCCESS', decimalOf(line.minor), line.currency],
      new Date(line.at).toISOString(),
    ]),
  ])
}

/** The formats by the name of the simulator. */
export const settlementFormats: Readonly<Record<string, SettlementFormat>> = {
  dpo: { gateway: 'dpo', feeRate: 300, hasFees: true, hasCurrencies: true, encoding: 'utf8', write: writeDpo },
  paystack: {
    gateway: 'paystack',
    feeRate: 150,
    hasFees: true,
    hasCurrencies: true,
    encoding: 'utf8',
    write: writePaystack,
  },
  paychangu: {
    gateway: 'paychangu',
    feeRate: 400,
    hasFees: true,
    hasCurrencies: true,
    encoding: 'utf8',
    write: writePaychangu,
  },
  money: {
    gateway: 'open-api-money',
    feeRate: 100,
    hasFees: true,
    hasCurrencies: true,
    encoding: 'latin1',
    write: writeMoney,
  },
  mpesa: { gateway: 'mpesa', feeRate: 0, hasFees: false, hasCurrencies: false, encoding: 'utf8', write: writeMpesa },
  tingg: {
    gateway: 'cellulant',
    feeRate: 250,
    hasFees: true,
    hasCurrencies: true,
    encoding: 'utf8',
    write: writeTingg,
  },
  uba: { gateway: 'uba', feeRate: 200, hasFees: true, hasCurrencies: true, encoding: 'latin1', write: writeUba },
  wallet: {
    gateway: 'smartcash',
    feeRate: 0,
    hasFees: false,
    hasCurrencies: true,
    encoding: 'utf8',
    write: writeWallet,
  },
}
