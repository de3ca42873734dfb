import { randomInt, randomUUID } from 'node:crypto'
import type { CardPayment } from '../bank/hosted-card.ts'
import { type Sum, takes } from '../core/market.ts'
import { captured, PaymentLedger } from '../core/payment-ledger.ts'
import type { Capture } from '../core/simulator.ts'
import { payable, type ResultCode } from './codes.ts'

interface Customer {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly country: string
}

export type RefundState = 'done' | 'pending' | 'declined'

export interface Refund {
  readonly minor: number
  readonly reference: string
  readonly details: string
  readonly state: RefundState
  readonly at: string
}

export interface Payment {
  readonly sum: Sum
  /** The amount differs only after a conversion. */
  readonly finalSum: Sum
  readonly approval: string
  readonly fraudAlert: string
  readonly at: string
}

export interface Terms {
  readonly companyRef: string
  readonly sum: Sum
  readonly redirectUrl: string
  readonly backUrl: string
  readonly description: string
  readonly customer: Customer
  readonly timeLimitMs: number
}

export interface Transaction extends Terms, CardPayment {
  readonly token: string
  readonly reference: string
  readonly createdAt: string
  expiresAtMs: number
  result: ResultCode
  payment: Payment | undefined
  isVerified: boolean
  isReversed: boolean
  refunds: readonly Refund[]
}

/** Refunds were paid out or will be; the amount of a declined one is available again. */
export function refundedMinor({ refunds, isReversed, payment }: Transaction): number {
  if (isReversed) return payment?.sum.minor ?? 0
  return refunds.filter(({ state }) => state === 'done').reduce((total, { minor }) => total + minor, 0)
}

export function refundableMinor({ refunds, payment, isReversed }: Transaction): number {
  if (payment === undefined || isReversed) return 0
  const claimed = refunds.filter(({ state }) => state !== 'declined').reduce((total, { minor }) => total + minor, 0)
  return payment.sum.minor - claimed
}

/** The outcome of the next refunds. `failed` is refused immediately, the others are accepted. */
export const refundOutcomes = ['done', 'failed', 'pending', 'declined'] as const

export type RefundOutcome = RefundState | 'failed'

/** The context of every operation of the API. */
export interface Simulation {
  readonly ledger: Ledger
  readonly companyToken: string
  readonly serviceType: string
  readonly limitMinor: number
  /** The currencies of the merchant's profile. */
  readonly currencies: readonly string[]
  readonly now: () => Date
  refundOutcome: RefundOutcome
  /** Reports a final outcome to the merchant. */
  push(token: string): void
}

interface Ending {
  readonly result: ResultCode
  /** The captured share of the requested amount; absent when nothing was captured. */
  readonly taken?: (sum: Sum) => Sum
  readonly finalSum?: (sum: Sum) => Sum
  readonly fraudAlert?: string
  readonly isReversed?: true
  /** The merchant gets no callback. */
  readonly isSilent?: true
}

/** All outcomes of a transaction, including unfinished ones. */
export const endings = {
  paid: { result: '000', taken: takes.exact },
  authorized: { result: '001' },
  overpaid: { result: '002', taken: takes.more(10_000) },
  underpaid: { result: '002', taken: takes.half },
  pending_bank: { result: '003' },
  queued: { result: '005' },
  split_pending: { result: '007' },
  not_paid: { result: '900', isSilent: true },
  declined: { result: '901' },
  expired: { result: '903', isSilent: true },
  cancelled: { result: '904', isSilent: true },
  wrong_amount: { result: '000', taken: takes.more(100) },
  wrong_currency: { result: '000', taken: takes.dollarsOr('MWK') },
  converted: { result: '000', taken: takes.dollarsOr('MWK'), finalSum: takes.exact },
  fraud_alert: { result: '000', taken: takes.exact, fraudAlert: '001' },
  fraud_blocked: { result: '000', taken: takes.exact, fraudAlert: '002' },
  reversed: { result: '904', taken: takes.exact, isReversed: true },
} as const satisfies Readonly<Record<string, Ending>>

export type EndingName = keyof typeof endings

/** Captured money stays captured, unless it is reversed. */
export function conclude(
  transaction: Transaction,
  name: EndingName,
  simulation: Pick<Simulation, 'ledger' | 'now' | 'push'>,
): boolean {
  const ending: Ending = endings[name]
  if (!simulation.ledger.allows(transaction, name)) return false
  transaction.result = ending.result
  transaction.payment ??= paymentOf(transaction, ending, simulation.now())
  transaction.isReversed = ending.isReversed ?? false
  if (!ending.isSilent) simulation.push(transaction.token)
  return true
}

function paymentOf({ sum }: Transaction, ending: Ending, now: Date): Payment | undefined {
  const { taken, finalSum = taken, fraudAlert = '000' } = ending
  if (taken === undefined || finalSum === undefined) return undefined
  const approval = String(randomInt(100_000, 1_000_000))
  return { sum: taken(sum), finalSum: finalSum(sum), approval, fraudAlert, at: now.toISOString() }
}

const firstReference = 49_763_213

export type Ledger = PaymentLedger<Transaction, 'token' | 'reference' | 'companyRef'>

export const createLedger = (now: () => Date): Ledger =>
  new PaymentLedger({
    provider: 'dpo',
    namesOf: ({ token, reference, companyRef }) => ({ token, reference, companyRef }),
    captureOf,
    isReversed: ({ isReversed }) => isReversed,
    expiry: {
      now,
      isWaiting: ({ result }) => payable.includes(result),
      expiresAtMs: ({ expiresAtMs }) => expiresAtMs,
      expire: (transaction) => {
        transaction.result = '903'
      },
    },
  })

export function createTransaction(terms: Terms, { ledger, now }: { ledger: Ledger; now: () => Date }): Transaction {
  const at = now()
  return ledger.add({
    ...terms,
    token: randomUUID().toUpperCase(),
    reference: `R${firstReference + ledger.size}`,
    createdAt: at.toISOString(),
    expiresAtMs: at.getTime() + terms.timeLimitMs,
    result: '900',
    declineReason: '',
    card: undefined,
    payment: undefined,
    challengeId: undefined,
    isVerified: false,
    isReversed: false,
    refunds: [],
  })
}

export const findByToken = (ledger: Ledger, token: string): Transaction | undefined =>
  ledger.find('token', token.toUpperCase())

/** Prefers the paid one if there is one, else the latest. */
export function findByCompanyRef(ledger: Ledger, companyRef: string): Transaction | undefined {
  const transactions = ledger.findAll('companyRef', companyRef)
  return transactions.find(({ payment }) => payment !== undefined) ?? transactions.at(-1)
}

export const getResult = (ledger: Ledger, transaction: Transaction): ResultCode => ledger.refresh(transaction).result

function captureOf(transaction: Transaction): Omit<Capture, 'provider'> | undefined {
  const { payment, companyRef, token, customer } = transaction
  return (
    payment && {
      reference: companyRef,
      providerReference: token,
      ...captured(payment),
      payer: customer.phone,
      refundedMinor: refundedMinor(transaction),
      refundedAt: transaction.refunds.findLast(({ state }) => state === 'done')?.at,
      isReversed: transaction.isReversed,
    }
  )
}
