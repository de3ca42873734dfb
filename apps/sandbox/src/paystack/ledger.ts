import { randomBytes } from 'node:crypto'
import type { Json } from '../core/bodies.ts'
import type { Sum } from '../core/market.ts'
import { captured, PaymentLedger } from '../core/payment-ledger.ts'

/** Paystack's own terms; an unpaid transaction is `abandoned`. */
export type Status = 'abandoned' | 'ongoing' | 'pending' | 'processing' | 'queued' | 'success' | 'failed' | 'reversed'

export type Channel = 'card' | 'mobile_money' | 'bank_transfer'

export interface Terms {
  readonly reference: string
  readonly sum: Sum
  readonly email: string
  readonly callbackUrl: string
  readonly cancelUrl: string
  readonly label: string
  /** An empty list means all. */
  readonly channels: readonly string[]
  readonly metadata: Json
}

/** The stored part of a card. */
export interface CardTrace {
  readonly bin: string
  readonly last4: string
  readonly brand: string
}

export interface Payment {
  readonly sum: Sum
  /** Less than the amount when the customer bears the fees. */
  readonly requestedMinor: number
  readonly at: string
}

type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'

/** The outcome of a refund. One that is `pending` stays so. */
export const refundOutcomes = ['processed', 'failed', 'needs-attention', 'pending'] as const

export type RefundOutcome = (typeof refundOutcomes)[number]

export interface Refund {
  readonly id: number
  readonly minor: number
  readonly customerNote: string
  readonly merchantNote: string
  readonly at: string
  dueAtMs: number
  outcome: RefundOutcome
  status: RefundStatus
}

export interface Transaction extends Terms {
  readonly id: number
  readonly accessCode: string
  readonly createdAt: string
  status: Status
  /** The bank's message about the last try. */
  gatewayResponse: string
  channel: Channel | undefined
  card: CardTrace | undefined
  /** The test card that waits for an input, and which one. */
  awaited: { readonly card: string; readonly step: 'pin' | 'otp' | 'bank' } | undefined
  /** The issuer's page for this payment. */
  challenge: { readonly id: string; readonly url: string } | undefined
  /** The time at which the customer's pending step ends by itself. */
  dueAtMs: number | undefined
  payment: Payment | undefined
  refunds: readonly Refund[]
}

export const canBePaid = ({ payment }: Transaction): boolean => payment === undefined

export function refundedMinor({ refunds, status, payment }: Transaction): number {
  if (status === 'reversed') return payment?.sum.minor ?? 0
  return total(refunds.filter((refund) => refund.status === 'processed'))
}

/** The amount of a failed refund is available again. */
export function refundableMinor({ refunds, status, payment }: Transaction): number {
  if (payment === undefined || status === 'reversed') return 0
  return payment.sum.minor - total(refunds.filter((refund) => refund.status !== 'failed'))
}

const total = (refunds: readonly Refund[]): number => refunds.reduce((sum, { minor }) => sum + minor, 0)

/** Settings that the panel may change while the sandbox runs. */
export interface Settings {
  /** The currencies of the merchant's account. */
  currencies: readonly string[]
  /** The outcome of the next refunds. */
  refundOutcome: RefundOutcome
}

/** The context of every operation of the API. */
export interface Simulation {
  readonly ledger: Ledger
  readonly secretKey: string
  readonly settings: Settings
  readonly now: () => Date
  /** Converts a pause in the provider's own time to a time of the clock. */
  dueAtMs(pauseMs: number): number
  /** The action runs immediately when the time has passed. */
  at(dueAtMs: number, action: () => void): void
  /** Sends the merchant a webhook. */
  notify(event: string, data: Json): void
}

const firstId = 4_099_260_516
const firstRefundId = 15_581_137

export interface RefundOfTransaction {
  readonly transaction: Transaction
  readonly refund: Refund
}

type Ledger = PaymentLedger<Transaction, 'id' | 'reference' | 'accessCode' | 'refund'>

export const createLedger = (): Ledger =>
  new PaymentLedger({
    provider: 'paystack',
    namesOf: ({ id, reference, accessCode, refunds }) => ({
      id: String(id),
      reference,
      accessCode,
      refund: refunds.map((refund) => String(refund.id)),
    }),
    isReversed: ({ status }) => status === 'reversed',
    captureOf: (transaction) => {
      const { payment, reference, accessCode, email } = transaction
      return (
        payment && {
          reference,
          providerReference: accessCode,
          ...captured(payment),
          payer: email,
          refundedMinor: refundedMinor(transaction),
          refundedAt: transaction.refunds.findLast((refund) => refund.status === 'processed')?.at,
          // A transaction whose refunds returned all of it is reversed too, but settlement files call those refunds.
          isReversed: transaction.status === 'reversed' && transaction.refunds.length === 0,
        }
      )
    },
  })

interface LedgerAndClock {
  readonly ledger: Ledger
  readonly now: () => Date
}

export function createTransaction(terms: Terms, { ledger, now }: LedgerAndClock): Transaction {
  return ledger.add({
    ...terms,
    id: firstId + ledger.size,
    accessCode: randomBytes(8).toString('hex'),
    createdAt: now().toISOString(),
    status: 'abandoned',
    gatewayResponse: 'The transaction was not completed',
    channel: undefined,
    card: undefined,
    awaited: undefined,
    challenge: undefined,
    dueAtMs: undefined,
    payment: undefined,
    refunds: [],
  })
}

export function addRefund(
  transaction: Transaction,
  refund: Omit<Refund, 'id' | 'at'>,
  { ledger, now }: LedgerAndClock,
): Refund {
  const added: Refund = { ...refund, id: firstRefundId + listRefunds(ledger).length, at: now().toISOString() }
  transaction.refunds = [...transaction.refunds, added]
  ledger.index(transaction)
  return added
}

export function findRefund(ledger: Ledger, id: string): RefundOfTransaction | undefined {
  const transaction = ledger.find('refund', id)
  const refund = transaction?.refunds.find((candidate) => String(candidate.id) === id)
  return transaction && refund && { transaction, refund }
}

export const listRefunds = (ledger: Ledger): readonly RefundOfTransaction[] =>
  ledger.all().flatMap((transaction) => transaction.refunds.map((refund) => ({ transaction, refund })))
