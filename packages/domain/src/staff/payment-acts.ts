import type { Money } from '../money/money.ts'
import type { LineType } from '../numbers/msisdn.ts'
import type { CorrectionState } from '../payments/correction.ts'
import type { OrderKind } from '../payments/payment-options.ts'
import { type DeliveryState, type TakebackState, undecidedAttemptStates } from '../payments/payment-states.ts'
import { isWithinPrice } from '../payments/returned-money.ts'
import { listResolutions, type ReviewedComponents } from '../payments/review-resolutions.ts'
import { type Act, type ResolvingAct, resolutionOfAct } from './acts.ts'

/** An act that waits for a second person. */
export interface RequestedAct {
  readonly act: Act
  readonly amount?: Money
}

export interface ActSituation {
  /** The amount that was charged (`paid`), and the order's own amount (`price`). */
  readonly paid: Money
  readonly price: Money
  readonly components: ReviewedComponents
  /** The part of the charge that goes back; without it, all of it does. */
  readonly part?: Money
  /** The reasons of an open review; empty when there is none. */
  readonly reviews: readonly string[]
  /** The customer left a number or an e-mail address, and it is not forgotten yet. */
  readonly hasContact: boolean
  readonly correction?: CorrectionState
  readonly kind: OrderKind
  /** The line that was paid for can be topped up: prepaid, and not forgotten yet. */
  readonly hasPrepaidLine: boolean
  /** The airtime that was given for the payment as goodwill. */
  readonly credit?: { readonly state: DeliveryState; readonly amount: Money }
  /** Whether the refund is of what was paid beyond the price: no goods belong to it. */
  readonly isExcessRefund?: true
  /** Its goods are taken from the line again. */
  readonly takeback?: { readonly state: TakebackState; readonly amount: Money }
  readonly requested: readonly RequestedAct[]
}

/** The facts that decide what can still be given. */
export type GivingSituation = Pick<ActSituation, 'paid' | 'price' | 'components' | 'part' | 'credit' | 'requested'>

/** The obstacle says why an act is not possible now. */
export type Obstacle =
  | 'decided'
  | 'not_delivered'
  | 'no_contact'
  | 'not_paid'
  | 'refund_begun'
  | 'only_whole'
  | 'no_prepaid_line'
  | 'credit_begun'
  | 'moved'
  | 'refund_requested'
  | 'nothing_left'
  | 'not_refunded'
  | 'only_airtime'
  | 'takeback_begun'
  | 'in_review'
  | 'not_in_review'
  | 'other_states'
  | 'no_request'
  | 'requested_before'

type Judge = (situation: ActSituation) => Obstacle | undefined

const undecided: readonly string[] = undecidedAttemptStates
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

function findOpenCheck({
  components: { money, delivery, refund },
  credit,
  takeback,
}: ActSituation): Obstacle | undefined {
  const isOpen =
    undecided.includes(money) ||
    open.includes(delivery) ||
    open.includes(credit?.state) ||
    ['asked', 'due', 'sending'].includes(takeback?.state ?? '') ||
    ['due', 'requesting'].includes(refund ?? '')
  return isOpen ? undefined : 'decided'
}

function judgeReceipt({ components: { delivery }, hasContact }: ActSituation): Obstacle | undefined {
  if (delivery !== 'delivered') return 'not_delivered'
  return hasContact ? undefined : 'no_contact'
}

/** The acts, done or requested, that give the customer of a payment value or take it. */
const givings = {
  refunded: ({ components }) => components.refund !== undefined,
  refund_requested: ({ requested }) => requested.some(({ act }) => act === 'refund' || act === 'refund_part'),
  moved: ({ correction }) => correction === 'moved',
  credited: ({ credit }) => credit !== undefined && credit.state !== 'impossible',
  credit_requested: ({ requested }) => requested.some(({ act }) => act === 'give_credit'),
  taken_back: ({ takeback }) => takeback !== undefined && takeback.state !== 'impossible',
  takeback_requested: ({ requested }) => requested.some(({ act }) => act === 'take_back'),
} as const satisfies Readonly<Record<string, (situation: ActSituation) => boolean>>

type Exclusions = Partial<Readonly<Record<keyof typeof givings, Obstacle>>>

/**
 * The table says which giving excludes which act, and what staff read then. A move and a refund answer the same
 * complaint, so that one excludes the other; goodwill may come on top of either within the price (`isWithinPrice`).
 */
const exclusions = {
  move_number: { refunded: 'refund_begun', refund_requested: 'refund_requested' },
  refund: { refunded: 'refund_begun', refund_requested: 'requested_before', moved: 'moved' },
  give_credit: { credited: 'credit_begun', credit_requested: 'requested_before' },
  take_back: { takeback_requested: 'requested_before', taken_back: 'takeback_begun' },
} as const satisfies Readonly<Record<string, Exclusions>>

function findExclusion(act: keyof typeof exclusions, situation: ActSituation): Obstacle | undefined {
  const excluding = Object.entries(exclusions[act] as Exclusions)
  return excluding.find(([giving]) => givings[giving as keyof typeof givings](situation))?.[1]
}

/** Tells whether this can be given beside what was given and what is requested. */
export function hasRoomFor(
  given: { readonly refundMinor?: number; readonly creditMinor?: number },
  { paid, price, components, part, credit, requested }: GivingSituation,
): boolean {
  const asked = (acts: readonly Act[]) =>
    requested.reduce((sum, { act, amount = paid }) => sum + (acts.includes(act) ? amount.minor : 0), 0)
  const refunded = components.refund === undefined ? 0 : (part ?? paid).minor
  const credited = credit === undefined || credit.state === 'impossible' ? 0 : credit.amount.minor
  return isWithinPrice({
    ...{ paid, price, keepsGoods: components.delivery === 'delivered' },
    refundMinor: refunded + asked(['refund', 'refund_part']) + (given.refundMinor ?? 0),
    creditMinor: credited + asked(['give_credit']) + (given.creditMinor ?? 0),
  })
}

/** Judges a refund of goods that the customer has: undelivered money goes back by itself, or by a review. */
function judgeReturn(situation: ActSituation, refundMinor: number): Obstacle | undefined {
  const { components, reviews } = situation
  const excluded = findExclusion('refund', situation)
  if (excluded !== undefined) return excluded
  if (!isPaid(components)) return 'not_paid'
  if (reviews.length > 0) return 'in_review'
  if (components.delivery !== 'delivered') return 'not_delivered'
  // Airtime that cannot be given goes back as money, and a payment has one refund.
  if (open.includes(situation.credit?.state)) return 'credit_begun'
  return hasRoomFor({ refundMinor }, situation) ? undefined : 'nothing_left'
}

const judgeRefund: Judge = (situation) => judgeReturn(situation, situation.paid.minor)

/** An order for internet at home counts as paid or not: it has no part. */
function judgePartRefund(situation: ActSituation): Obstacle | undefined {
  return judgeReturn(situation, 1) ?? (situation.kind === 'plan' ? 'only_whole' : undefined)
}

/** Goodwill is given once for a payment, and again only after it has certainly failed. */
function judgeCredit(situation: ActSituation): Obstacle | undefined {
  const { components, hasPrepaidLine } = situation
  const excluded = findExclusion('give_credit', situation)
  if (excluded !== undefined) return excluded
  if (!isPaid(components)) return 'not_paid'
  if (components.delivery !== 'delivered' && components.refund !== 'refunded') return 'not_delivered'
  if (!hasPrepaidLine) return 'no_prepaid_line'
  return hasRoomFor({ creditMinor: 1 }, situation) ? undefined : 'nothing_left'
}

/** Until the money is back, the customer has paid for the airtime. */
function judgeTakeback(situation: ActSituation): Obstacle | undefined {
  const { components, kind, hasPrepaidLine, reviews, isExcessRefund } = situation
  const excluded = findExclusion('take_back', situation)
  if (excluded !== undefined) return excluded
  if (components.delivery !== 'delivered') return 'not_delivered'
  if (components.refund !== 'refunded' || isExcessRefund) return 'not_refunded'
  if (reviews.length > 0) return 'in_review'
  if (kind !== 'airtime') return 'only_airtime'
  return hasPrepaidLine ? undefined : 'no_prepaid_line'
}

const isPaid = ({ money }: ReviewedComponents) => money === 'captured' || money === 'captured_late'

const judgeResolution =
  (act: ResolvingAct): Judge =>
  ({ components, reviews, requested }) => {
    if (reviews.length === 0) return 'not_in_review'
    // Decisions are made one at a time: what waits for a second person is approved or rejected first.
    if (requested.some((one) => one.act in resolutionOfAct)) return 'requested_before'
    return listResolutions(components, reviews).includes(resolutionOfAct[act]) ? undefined : 'other_states'
  }

const judgeMove: Judge = (situation) =>
  situation.correction === 'asked' ? findExclusion('move_number', situation) : 'no_request'

const judgeRefusedMove: Judge = ({ correction }) => (correction === 'asked' ? undefined : 'no_request')

/** The acts in the order in which staff consider them. */
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
  refuse_move: judgeRefusedMove,
  refund: judgeRefund,
  refund_part: judgePartRefund,
  give_credit: judgeCredit,
  take_back: judgeTakeback,
} as const satisfies Partial<Record<Act, Judge>>

export type PaymentAct = keyof typeof judges

export interface JudgedAct {
  readonly act: PaymentAct
  /** The obstacle, undefined when the act is possible now. */
  readonly obstacle?: Obstacle
}

/** Lists what staff can do for a payment now, and why they cannot do the rest. */
export function judgePaymentActs(situation: ActSituation): readonly JudgedAct[] {
  return Object.entries(judges).map(([act, judge]) => {
    const obstacle = judge(situation)
    return { act: act as PaymentAct, ...(obstacle && { obstacle }) }
  })
}
