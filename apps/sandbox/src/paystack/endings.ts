import { type Sum, takes } from '../core/market.ts'
import type { CardTrace, Channel, Payment, RefundOutcome, Simulation, Status, Transaction } from './ledger.ts'
import { feeOf, transactionView } from './views.ts'

interface Taken {
  readonly sum: Sum
  readonly requestedMinor: number
}

interface Ending {
  readonly status: Status
  readonly label: string
  /** The captured share of the requested amount; absent when nothing was captured. */
  readonly taken?: (sum: Sum) => Taken
}

const successful = 'Successful'
const exact = (sum: Sum): Taken => ({ sum, requestedMinor: sum.minor })

/** All outcomes of a transaction, including unfinished ones. */
export const endings = {
  success: { status: 'success', label: successful, taken: exact },
  fees_added: {
    status: 'success',
    label: successful,
    taken: (sum) => ({ sum: takes.more(feeOf(sum.minor))(sum), requestedMinor: sum.minor }),
  },
  underpaid: {
    status: 'success',
    label: successful,
    taken: (sum) => ({ sum: takes.half(sum), requestedMinor: sum.minor }),
  },
  wrong_amount: {
    status: 'success',
    label: successful,
    taken: (sum) => ({ sum: takes.more(100)(sum), requestedMinor: sum.minor + 100 }),
  },
  wrong_currency: {
    status: 'success',
    label: successful,
    taken: (sum) => exact(takes.dollarsOr('NGN')(sum)),
  },
  declined: { status: 'failed', label: 'Declined' },
  insufficient_funds: { status: 'failed', label: 'Insufficient Funds' },
  abandoned: { status: 'abandoned', label: 'The transaction was not completed' },
  ongoing: { status: 'ongoing', label: 'Transaction in progress' },
  pending: { status: 'pending', label: 'Pending' },
  processing: { status: 'processing', label: 'Processing' },
  queued: { status: 'queued', label: 'Queued' },
  reversed: { status: 'reversed', label: 'Reversed', taken: exact },
} as const satisfies Readonly<Record<string, Ending>>

type EndingName = keyof typeof endings

/** Captured money stays captured, unless it is reversed. Webhooks report only success. */
export function conclude(
  transaction: Transaction,
  name: EndingName,
  simulation: Pick<Simulation, 'ledger' | 'now' | 'notify'>,
): boolean {
  const ending: Ending = endings[name]
  if (!simulation.ledger.allows(transaction, name)) return false
  const { status, label, taken } = ending
  transaction.status = status
  transaction.gatewayResponse = label
  transaction.awaited = undefined
  transaction.dueAtMs = undefined
  transaction.payment ??= taken && paymentOf(taken(transaction.sum), simulation.now())
  if (status === 'success') simulation.notify('charge.success', transactionView(transaction))
  return true
}

/** A failed try leaves the page open for another. */
export function fail(transaction: Transaction, label: string): void {
  if (transaction.payment !== undefined) return
  transaction.status = 'failed'
  transaction.gatewayResponse = label
  transaction.awaited = undefined
  transaction.dueAtMs = undefined
}

export function payBy(transaction: Transaction, channel: Channel, simulation: Simulation): void {
  transaction.channel = channel
  conclude(transaction, 'success', simulation)
}

const paymentOf = (taken: Taken, now: Date): Payment => ({ ...taken, at: now.toISOString() })

export type CardOutcome =
  /** The issuer confirms on its own pages. */
  | { readonly kind: 'ask the bank' }
  | { readonly kind: 'ask the holder'; readonly pin: string; readonly otp?: string }
  | { readonly kind: 'declined'; readonly label: string }

export interface TestCard {
  readonly number: string
  readonly brand: string
  readonly cvv: string
  readonly label: string
  readonly outcome: CardOutcome
  /** The outcome of a refund to this card, which overrides the general setting. */
  readonly refund?: RefundOutcome
}

const askTheBank: CardOutcome = { kind: 'ask the bank' }

/** The only cards that the page accepts. */
export const testCards: readonly TestCard[] = [
  { number: '4084084084084081', brand: 'visa', cvv: '408', label: 'Approved', outcome: askTheBank },
  {
    number: '507850785078507812',
    brand: 'verve',
    cvv: '081',
    label: 'Approved after PIN 1111',
    outcome: { kind: 'ask the holder', pin: '1111' },
  },
  {
    number: '5060666666666666666',
    brand: 'verve',
    cvv: '123',
    label: 'Approved after PIN 1234 and code 123456',
    outcome: { kind: 'ask the holder', pin: '1234', otp: '123456' },
  },
  {
    number: '4084080000005408',
    brand: 'visa',
    cvv: '001',
    label: 'Declined',
    outcome: { kind: 'declined', label: 'Declined' },
  },
  {
    number: '4084080000670037',
    brand: 'visa',
    cvv: '787',
    label: 'Declined, insufficient funds',
    outcome: { kind: 'declined', label: 'Insufficient Funds' },
  },
  {
    number: '4084080000671803',
    brand: 'visa',
    cvv: '180',
    label: 'Approved, refunds fail',
    outcome: askTheBank,
    refund: 'failed',
  },
  {
    number: '4084080000671902',
    brand: 'visa',
    cvv: '190',
    label: 'Approved, refunds need attention',
    outcome: askTheBank,
    refund: 'needs-attention',
  },
]

/** The only wallets; they pay without a PIN. */
export const testWallets = [
  { number: '+254710000000', label: 'M-Pesa' },
  { number: '0551234987', label: 'MTN' },
] as const

export const findCard = (typed: string): TestCard | undefined =>
  testCards.find(({ number }) => number === typed.replace(/[\s-]/g, ''))

export const isTestWallet = (typed: string): boolean =>
  testWallets.some(({ number }) => number === typed.replace(/[\s-]/g, ''))

export const grouped = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')

export const traceOf = ({ number, brand }: Pick<TestCard, 'number' | 'brand'>): CardTrace => ({
  bin: number.slice(0, 6),
  last4: number.slice(-4),
  brand,
})

export function refundOutcomeOf(trace: CardTrace | undefined): RefundOutcome | undefined {
  return testCards.find(({ number }) => trace !== undefined && number.endsWith(trace.last4))?.refund
}

/** Parses `12/30`, which is valid to the end of that month. */
export function isPast(expiry: string, now: Date): boolean {
  const [, month, year] = /^(\d{2})\s*\/\s*(?:20)?(\d{2})$/.exec(expiry.trim()) ?? []
  const index = Number(month)
  if (year === undefined || index < 1 || index > 12) return true
  return now.getTime() >= Date.UTC(2000 + Number(year), index)
}
