import { computeDeadlines, type Deadlines, type RefundMode } from '@nyanja/domain/payments/payment-deadlines'
import { awaitsPin } from '@nyanja/domain/payments/payment-pages'
import type { AttemptState, RefundState } from '@nyanja/domain/payments/payment-states'
import type { Attempt, Payment } from '@nyanja/server/payments/attempt'
import type { IconName } from '../ui/icon.tsx'
import type { Tone } from '../ui/notes.tsx'
import type { ProgressMarkLevel } from '../ui/page-hero.tsx'
import type { PaymentTexts } from './order-facts.ts'

/** How far a payment is for its customer, summarising the three components. */
export type CustomerStage =
  | 'registered'
  | 'at_page'
  | 'approving'
  | 'approval_over'
  | 'checking'
  | 'delivering'
  | 'late'
  | 'unsure'
  | 'done'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'refund_due'
  | 'refunding'
  | 'by_hand'
  | 'refunded'
  | 'review'

/** `isUndeliverable` means paid and booked for an order that will not be installed, and in review. */
export type Seen = Payment & { readonly isUndeliverable?: boolean; readonly refundMode: RefundMode }

type StageRule = (payment: Seen, now: number) => CustomerStage

const stageOfRefund: Readonly<Record<RefundState, CustomerStage>> = {
  due: 'refund_due',
  requesting: 'refunding',
  refunded: 'refunded',
  review: 'review',
}

const stageRules: Readonly<Record<AttemptState, StageRule>> = {
  created: () => 'registered',
  handing_over: undecided,
  waiting: undecided,
  superseded: undecided,
  captured: paid,
  captured_late: paid,
  reversed: paid,
  refused: ({ attempt }) => (attempt.refusal === 'cancelled_by_customer' ? 'cancelled' : 'refused'),
  expired: () => 'expired',
}

function undecided({ attempt }: Payment, now: number): CustomerStage {
  if (awaitsPin(attempt)) return now < attempt.expiresAt ? 'registered' : 'checking'
  if (attempt.checkoutType === 'redirect') return isAtPage(attempt) && now < attempt.expiresAt ? 'at_page' : 'checking'
  // Nothing is left to approve where the payment is charged at once, or where the PIN is with the wallet.
  if (attempt.state === 'handing_over' || attempt.checkoutType !== 'push') return 'checking'
  return now < attempt.expiresAt ? 'approving' : 'approval_over'
}

function paid(payment: Seen, now: number): CustomerStage {
  const { delivery, refund, refundMode, isUndeliverable = false } = payment
  // The customer keeps the goods, even while the refund is in review: the timeline tells how far it is.
  if (refund?.part !== undefined) return 'done'
  if (refund?.state === 'review' && refundMode === 'by_hand') return 'by_hand'
  if (refund !== undefined) return stageOfRefund[refund.state]
  if (delivery?.state === 'delivered') return isUndeliverable ? 'review' : 'done'
  const { deliveredBy, refundBeginsBy } = deadlinesFor(payment)
  if (now <= deliveredBy) return 'delivering'
  // Everything that is known not to have been delivered is being refunded by then.
  return now <= refundBeginsBy ? 'late' : 'unsure'
}

/** Tells whether the visitor was redirected to the gateway's page and is not back yet. */
export function isAtPage({ checkoutType, returnedAt, gatewayUrl }: Attempt): boolean {
  return checkoutType === 'redirect' && gatewayUrl !== undefined && returnedAt === undefined
}

export function capturedAt({ decidedAt, createdAt }: Attempt): number {
  return decidedAt ?? createdAt
}

export function customerStageOf(payment: Seen, now: number): CustomerStage {
  return stageRules[payment.attempt.state](payment, now)
}

/** By now the payment should have been delivered or refunded, or a person should have decided. */
export function isOverdue(payment: Seen, now: number): boolean {
  const { refundedBy, decidedBy } = deadlinesFor(payment)
  return now > (customerStageOf(payment, now) === 'unsure' ? decidedBy : refundedBy)
}

/** The deadlines that were promised for this payment, or follow from its state. */
export function deadlinesFor({ attempt, refund, refundMode }: Seen): Deadlines {
  return computeDeadlines(capturedAt(attempt), { begunAt: refund?.createdAt, mode: refundMode })
}

/** Changes when the page would show something else. */
export function versionOf(payment: Seen, now: number): string {
  const { attempt, delivery, refund, credit, takeback } = payment
  const customerStage = customerStageOf(payment, now)
  const overdue = isOverdue(payment, now) ? 'overdue' : ''
  const back = attempt.returnedAt === undefined ? '' : 'back'
  const pin = attempt.pinSentAt === undefined ? '' : 'pin'
  const components = [delivery?.state, refund?.state, credit?.state, takeback?.state]
  return [customerStage, attempt.reference, attempt.state, back, pin, overdue, ...components].join('.')
}

export interface Appearance {
  readonly tag: Extract<keyof PaymentTexts, `tag${string}`>
  readonly tone: Exclude<Tone, 'info'>
  readonly progressMark: ProgressMarkLevel
  readonly progressMarkIcon?: IconName
  readonly isNight?: true
  /** The ring marks a refund in progress. */
  readonly hasRing?: true
  /**
   * What to know before acting: not to pay again, that a retry is safe, where the prompt is, what to do if it is
   * missing.
   */
  readonly advice?: 'wait' | 'retry' | 'not_there' | 'on_phone'
}

const processing = { tag: 'tagProcessing', tone: 'wait', progressMark: 60, advice: 'wait' } as const
const unsuccessful = { tag: 'tagFailed', tone: 'bad', progressMark: 20, isNight: true } as const
const nothingTaken = { ...unsuccessful, advice: 'retry' } as const
const comingBack = { ...unsuccessful, hasRing: true } as const

export const appearances: Readonly<Record<CustomerStage, Appearance>> = {
  registered: { tag: 'tagProcessing', tone: 'wait', progressMark: 34 },
  at_page: { tag: 'tagProcessing', tone: 'wait', progressMark: 45 },
  approving: { tag: 'tagProcessing', tone: 'wait', progressMark: 45, advice: 'on_phone' },
  approval_over: processing,
  checking: processing,
  delivering: { ...processing, progressMark: 80 },
  late: { ...processing, progressMark: 80 },
  unsure: { ...processing, progressMark: 80 },
  done: { tag: 'tagSuccessful', tone: 'ok', progressMark: 'complete', progressMarkIcon: 'tick', advice: 'not_there' },
  refused: nothingTaken,
  cancelled: nothingTaken,
  expired: nothingTaken,
  refund_due: comingBack,
  refunding: comingBack,
  by_hand: comingBack,
  refunded: { tag: 'tagRefunded', tone: 'ok', progressMark: 'complete', progressMarkIcon: 'return' },
  review: { ...processing, advice: undefined },
}
