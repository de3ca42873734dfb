import type { LineType } from '../numbers/msisdn.ts'
import type { CorrectionState } from '../payments/correction.ts'
import type { OrderKind } from '../payments/payment-options.ts'
import { type DeliveryState, undecidedAttemptStates } from '../payments/payment-states.ts'
import { listResolutions, type ReviewedComponents } from '../payments/review-resolutions.ts'
import { type Act, type ResolvingAct, resolutionOfAct } from './acts.ts'

export interface ActSituation {
  readonly components: ReviewedComponents
  /** The reasons of an open review; empty when there is none. */
  readonly reviews: readonly string[]
  /** The customer left a number or an e-mail address, and it is not forgotten yet. */
  readonly hasContact: boolean
  readonly correction?: CorrectionState
  readonly kind: OrderKind
  /** The line that was paid for can be topped up: prepaid, and not forgotten yet. */
  readonly hasPrepaidLine: boolean
  /** Airtime that was given for it as goodwill. */
  readonly credit?: DeliveryState
  /** Acts that wait for a second person. */
  readonly requested: readonly Act[]
}

/** Why an act is not possible now. */
export type Obstacle =
  | 'decided'
  | 'not_delivered'
  | 'no_contact'
  | 'not_paid'
  | 'refund_begun'
  | 'only_whole'
  | 'no_prepaid_line'
  | 'credit_begun'
  | 'in_review'
  | 'not_in_review'
  | 'other_states'
  | 'no_request'
  | 'requested_before'

type Judge = (situation: ActSituation) => Obstacle | undefined

const undecided: readonly string[] = undecidedAttemptStates
const returning: readonly Act[] = ['refund', 'refund_part']
const open: readonly (DeliveryState | undefined)[] = ['due', 'sending']

/** A postpaid line has no airtime, and an account's number is only its contact. */
export function isPrepaidLine({ msisdn, lineType, account }: PaidLine): boolean {
  return msisdn !== '' && lineType !== 'POSTPAID' && account === undefined
}

interface PaidLine {
  readonly msisdn: string
  readonly lineType: LineType
  readonly account?: string
}

function findOpenCheck({ components: { money, delivery, refund }, credit }: ActSituation): Obstacle | undefined {
  const isOpen =
    undecided.includes(money) ||
    open.includes(delivery) ||
    open.includes(credit) ||
    ['due', 'requesting'].includes(refund ?? '')
  return isOpen ? undefined : 'decided'
}

function judgeReceipt({ components: { delivery }, hasContact }: ActSituation): Obstacle | undefined {
  if (delivery !== 'delivered') return 'not_delivered'
  return hasContact ? undefined : 'no_contact'
}

/** Of goods that the customer has: undelivered money goes back by itself, or by a review. */
function judgeRefund({
  components: { money, delivery, refund },
  reviews,
  requested,
}: ActSituation): Obstacle | undefined {
  if (requested.some((act) => returning.includes(act))) return 'requested_before'
  if (refund !== undefined) return 'refund_begun'
  if (money !== 'captured' && money !== 'captured_late') return 'not_paid'
  if (reviews.length > 0) return 'in_review'
  return delivery === 'delivered' ? undefined : 'not_delivered'
}

/** An order for internet at home counts as paid or not: it has no part. */
function judgePartRefund(situation: ActSituation): Obstacle | undefined {
  return judgeRefund(situation) ?? (situation.kind === 'plan' ? 'only_whole' : undefined)
}

/** Once for a payment, so that it can never be given twice; again only after it has certainly failed. */
function judgeCredit({ components, hasPrepaidLine, credit, requested }: ActSituation): Obstacle | undefined {
  const { money, delivery, refund } = components
  if (requested.includes('give_credit')) return 'requested_before'
  if (credit !== undefined && credit !== 'impossible') return 'credit_begun'
  if (money !== 'captured' && money !== 'captured_late') return 'not_paid'
  if (delivery !== 'delivered' && refund !== 'refunded') return 'not_delivered'
  return hasPrepaidLine ? undefined : 'no_prepaid_line'
}

const judgeResolution =
  (act: ResolvingAct): Judge =>
  ({ components, reviews }) => {
    if (reviews.length === 0) return 'not_in_review'
    return listResolutions(components, reviews).includes(resolutionOfAct[act]) ? undefined : 'other_states'
  }

const judgeMove: Judge = ({ correction }) => (correction === 'asked' ? undefined : 'no_request')

/** In the order in which staff consider them. */
const judges = {
  ask_again: findOpenCheck,
  send_receipt: judgeReceipt,
  resolve_paid: judgeResolution('resolve_paid'),
  resolve_unpaid: judgeResolution('resolve_unpaid'),
  resolve_delivered: judgeResolution('resolve_delivered'),
  resolve_refund: judgeResolution('resolve_refund'),
  resolve_refunded: judgeResolution('resolve_refunded'),
  resolve_closed: judgeResolution('resolve_closed'),
  move_number: judgeMove,
  refuse_move: judgeMove,
  refund: judgeRefund,
  refund_part: judgePartRefund,
  give_credit: judgeCredit,
} as const satisfies Partial<Record<Act, Judge>>

export type PaymentAct = keyof typeof judges

export interface JudgedAct {
  readonly act: PaymentAct
  /** Undefined when the act is possible now. */
  readonly obstacle?: Obstacle
}

/** What staff can do for a payment now, and why not otherwise. */
export function judgePaymentActs(situation: ActSituation): readonly JudgedAct[] {
  return Object.entries(judges).map(([act, judge]) => {
    const obstacle = judge(situation)
    return { act: act as PaymentAct, ...(obstacle && { obstacle }) }
  })
}
