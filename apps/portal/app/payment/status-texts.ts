import { maskAccount } from '@nyanja/domain/bills/account-number'
import { endOfBundle } from '@nyanja/domain/bundles/bundle'
import { displayMoney } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { OrderItem } from '@nyanja/domain/payments/order-items'
import type { Deadlines } from '@nyanja/domain/payments/payment-deadlines'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import { fill } from '@nyanja/domain/texts/fill'
import type { Attempt } from '@nyanja/server/payments/attempt'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Clock } from '@nyanja/web/format/clock'
import { type CustomerStage, capturedAt, deadlinesFor, isOverdue } from '../order/customer-stage.ts'
import { methodName, textsFor } from '../order/methods.ts'
import { type BundleTexts, itemFacts, type PaymentTexts, type TextFact, whatOf } from '../order/order-facts.ts'

export interface StatusOptions {
  readonly texts: PaymentTexts
  readonly bundleTexts: BundleTexts
  readonly clock: Clock
  readonly now: number
  readonly countryCode: string
  readonly careNumber: string
  readonly pinResetDial: string
  readonly holdsOrder: boolean
  /** The visitor has proven that the amount left to pay is their own. */
  readonly mayKnowRest: boolean
}

/** Everything that a sentence about a payment may name, as text. Numbers are masked: the link may be anywhere. */
export interface Copy {
  readonly texts: PaymentTexts
  readonly amount: string
  /** What goes back, where a refund has begun: all of the amount, or a part. */
  readonly returned: string
  readonly method: string
  readonly what: string
  /** The line, or the account, that gets it. */
  readonly number: string
  /** Each of several numbers, masked, and what it gets. */
  readonly numbersOf: (items: readonly OrderItem[]) => TextFact[]
  readonly payer: string
  readonly kind: OrderKind
  readonly isCard: boolean
  /** The visitor holds the order, and not only the link of its payment. */
  readonly isOwn: boolean
  readonly mayKnowRest: boolean
  readonly deadlines: Deadlines
  /** What to do about a wallet that received too many wrong PINs. */
  readonly blocked?: string
  /** The order for internet at home that is paid; empty for all else. */
  readonly lead: string
  /** Undefined for unlimited bundles, and for airtime. */
  readonly end?: string
  readonly time: (at: number) => string
  readonly isPast: (at: number) => boolean
  readonly isOverdue: boolean
  readonly careNumber: string
}

export function textsOf(payment: OrderedPayment, options: StatusOptions): Copy {
  const { attempt, delivery, refund, order } = payment
  const { texts, bundleTexts, clock, now, countryCode } = options
  const { choice } = order
  const boughtAt = delivery?.decidedAt ?? capturedAt(attempt)
  const end = choice.kind === 'bundle' ? endOfBundle(choice.bundle, boughtAt) : undefined
  return {
    texts: textsFor(attempt.method, texts),
    amount: unbroken(displayMoney(attempt.amount)),
    returned: unbroken(displayMoney(refund?.part ?? attempt.amount)),
    method: methodName(attempt.method, texts),
    what: whatOf(order, bundleTexts),
    number: unbroken(receiverOf(order, options)),
    numbersOf: (items) => itemFacts(items, { bundleTexts, countryCode, isMasked: true }),
    payer: unbroken(maskMsisdn(attempt.payerMsisdn, countryCode)),
    kind: choice.kind,
    // No line ends at these hyphens.
    lead: choice.kind === 'plan' ? choice.plan.leadReference.replaceAll('-', '\u2011') : '',
    isCard: attempt.checkoutType === 'redirect',
    isOwn: options.holdsOrder,
    mayKnowRest: options.mayKnowRest,
    deadlines: deadlinesFor(payment),
    ...(isWalletBlocked(attempt) && { blocked: blockedText(attempt, options) }),
    ...(end !== undefined && { end: clock.day(end) }),
    time: (at) => clock.near(at, now),
    isPast: (at) => at < now,
    isOverdue: isOverdue(payment, now),
    careNumber: options.careNumber,
  }
}

function receiverOf({ msisdn, choice }: PlacedOrder, { countryCode, texts }: StatusOptions): string {
  if (choice.kind === 'several') return fill(texts.numbersCount, { count: choice.items.length })
  return choice.kind === 'invoice' ? maskAccount(choice.bill.account) : maskMsisdn(msisdn, countryCode)
}

/** Too many wrong PINs were typed here; on a handset the wallet itself shows that. */
export function isWalletBlocked({ checkoutType, refusal }: Attempt): boolean {
  return checkoutType === 'pin' && refusal === 'wrong_pin'
}

function blockedText({ method }: Attempt, { texts, careNumber, pinResetDial }: StatusOptions): string {
  const { reasonWrongPin, walletBlockedText } = textsFor(method, texts)
  return `${reasonWrongPin} ${fill(walletBlockedText, { number: careNumber, dial: pinResetDial })}`
}

/** The text never splits amounts and numbers over two lines. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

/** Some of several numbers could not get theirs. */
export const hasFailedItem = (delivery: OrderedPayment['delivery']): boolean =>
  delivery?.items?.some(({ state }) => state === 'impossible') ?? false

type Sentence = (copy: Copy, payment: OrderedPayment) => string

interface Headline {
  readonly heading: Sentence
  readonly text: Sentence
}

const hour = 60 * 60_000

/** The name of the delivery where the sentence differs. */
const dueHeadings = {
  airtime: 'headingDueAirtime',
  bundle: 'headingDueBundle',
  bill: 'headingDueBill',
  invoice: 'headingDueInvoice',
  plan: 'headingDueLead',
  several: 'headingDueSeveral',
} as const satisfies Record<OrderKind, keyof PaymentTexts>

const dueHeading: Sentence = ({ texts, kind, deadlines, time }) =>
  fill(texts[dueHeadings[kind]], { time: time(deadlines.deliveredBy) })

// The delivery is reported as it was ordered, in any currency of the payment.
const doneText: Sentence = ({ texts, kind, what, number, end, lead, returned }, { delivery }) => {
  const amount = unbroken(what)
  if (kind === 'several') {
    const isSome = hasFailedItem(delivery)
    const heading = fill(isSome ? texts.headingDoneSome : texts.headingDoneSeveral, { numbers: number })
    return `${heading} ${isSome ? fill(texts.textDoneSome, { returned }) : texts.textDoneSeveral}`
  }
  if (kind === 'airtime')
    return `${fill(texts.headingDoneAirtime, { amount })} ${fill(texts.textDoneAirtime, { number })}`
  if (kind === 'bill') return `${texts.headingDoneBill} ${fill(texts.textDoneBill, { amount })}`
  if (kind === 'invoice') return `${texts.headingDoneInvoice} ${fill(texts.textDoneBill, { amount })}`
  if (kind === 'plan') return `${texts.headingDoneLead} ${fill(texts.textDoneLead, { lead })}`
  const use = end === undefined ? texts.textDoneBundleNoExpiry : fill(texts.textDoneBundle, { end })
  return `${fill(texts.headingDoneBundle, { bundle: what })} ${use}`
}

/** A time that was not kept is not promised again. */
function promised({ texts, time, isPast, careNumber }: Copy, key: keyof PaymentTexts, by: number): string {
  return isPast(by)
    ? fill(texts.textOverdue, { time: time(by), number: careNumber })
    : fill(texts[key], { time: time(by) })
}

const checkingText: Sentence = (copy, { attempt }) =>
  attempt.nextCheckAt === undefined
    ? promised(copy, 'textReview', attempt.createdAt + 24 * hour)
    : fill(copy.texts.textChecking, { method: copy.method, time: copy.time(attempt.nextCheckAt) })

const heading =
  (key: keyof PaymentTexts): Sentence =>
  ({ texts, amount }) =>
    texts[key].replace('{amount}', amount)

const by =
  (key: keyof PaymentTexts): Sentence =>
  (copy) =>
    promised(copy, key, copy.deadlines.refundedBy)

export const headlines: Readonly<Record<CustomerStage, Headline>> = {
  registered: { heading: heading('headingRegistered'), text: heading('textRegistered') },
  at_page: { heading: heading('headingRaised'), text: heading('textRaised') },
  approving: {
    heading: heading('pushHeading'),
    text: ({ texts, payer, amount }) => fill(texts.pushText, { number: payer, amount }),
  },
  approval_over: {
    heading: heading('headingChecking'),
    text: ({ texts, time }, { attempt }) => fill(texts.pushExpired, { time: time(attempt.expiresAt) }),
  },
  checking: { heading: heading('headingChecking'), text: checkingText },
  delivering: { heading: dueHeading, text: heading('textDue') },
  late: {
    heading: heading('headingLate'),
    text: (copy) => promised(copy, 'textLate', copy.deadlines.refundBeginsBy),
  },
  unsure: {
    heading: heading('headingUnsure'),
    text: (copy) => promised(copy, 'textUnsure', copy.deadlines.decidedBy),
  },
  done: { heading: heading('thankYou'), text: doneText },
  refused: {
    heading: heading('headingRefused'),
    text: ({ texts, method, blocked }) => blocked ?? fill(texts.textRefused, { method }),
  },
  cancelled: { heading: heading('headingCancelled'), text: heading('textCancelled') },
  expired: { heading: heading('headingExpired'), text: heading('textExpired') },
  refund_due: { heading: heading('headingRefundDue'), text: by('textRefundDue') },
  refunding: { heading: heading('headingRefunding'), text: by('textRefunding') },
  by_hand: { heading: heading('headingRefunding'), text: by('textByHand') },
  refunded: {
    heading: heading('headingRefunded'),
    text: ({ texts, method, time }, { refund, attempt }) =>
      fill(texts.textRefunded, { method, time: time(refund?.decidedAt ?? attempt.createdAt) }),
  },
  review: { heading: heading('headingReview'), text: by('textReview') },
}
