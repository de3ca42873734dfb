import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import { fill } from '@nyanja/domain/texts/fill'
import type { GiftMessageStanding } from '@nyanja/server/payments/gift-messages'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Hrefs } from '../hrefs.ts'
import type { CorrectionView } from '../order/correction-note.ts'
import {
  type Appearance,
  appearances,
  type CustomerStage,
  customerStageOf,
  versionOf,
} from '../order/customer-stage.ts'
import type { PaymentTexts, TextFact } from '../order/order-facts.ts'
import type { SeenPayment } from '../order/order-page.ts'
import type { KeepFault, KeepView } from '../saved-numbers/save-number.tsx'
import type { TimelineStep } from '../ui/step-timeline.tsx'
import { isPaymentFinal, oldAfterDays, oldFacts, oldNote, receiptFacts } from './receipt-facts.ts'
import type { RemindView } from './reminders/remind-me.tsx'
import { maySwitch, nextSteps, type StatusAction, type StatusLink } from './status-links.ts'
import { headlines, isWalletBlocked, type StatusOptions, textsOf } from './status-texts.ts'
import { timelineSteps } from './timeline-steps.ts'

export interface StatusView {
  readonly customerStage: CustomerStage
  readonly appearance: Appearance
  readonly version: string
  readonly isFinal: boolean
  /** The receipt comes first once the payment is over. */
  readonly isReceiptFirst: boolean
  readonly tag: string
  readonly heading: string
  readonly text: string
  readonly reference: string
  readonly amount: string
  readonly advice?: { readonly tone: 'info' | 'ok' | 'help'; readonly heading: string; readonly text: string }
  readonly steps: readonly TimelineStep[]
  readonly facts: readonly TextFact[]
  /** A note on old payments alone. */
  readonly note?: string
  /** What becomes of the message of a gift. */
  readonly gift?: string
  readonly action?: StatusAction
  readonly links: readonly StatusLink[]
  /** The pause is for visitors without script; it is undefined once the page no longer reloads by itself. */
  readonly refreshSeconds?: number
}

export interface StatusContext extends StatusOptions {
  /** Leads to the same purchase once more, where that is offered. */
  readonly again?: StatusAction
  /** What becomes of the message of a gift, where there is one. */
  readonly gift?: GiftMessageStanding | undefined
  readonly to: Hrefs
  readonly paymentId: string
}

const minute = 60_000
const day = 24 * 60 * minute
const refreshTable = [
  { untilMs: 2 * minute, seconds: 10 },
  { untilMs: 5 * minute, seconds: 20 },
  { untilMs: 10 * minute, seconds: 30 },
  { untilMs: 30 * minute, seconds: 60 },
] as const

export function refreshSecondsAt(ageMs: number): number | undefined {
  return refreshTable.find(({ untilMs }) => ageMs < untilMs)?.seconds
}

/** Networks show a balance late; after this the customer should call. */
const missedAfterMs = 15 * minute

/** What may seem to be missing, and what to do then. */
const notThereTexts = {
  airtime: ['notThere', 'notThereText'],
  bundle: ['notThere', 'notThereText'],
  bill: ['notThereBill', 'notThereBillText'],
  invoice: ['notThereBill', 'notThereBillText'],
  plan: ['notThereLead', 'notThereLeadText'],
  several: ['notThere', 'notThereText'],
} as const satisfies Record<OrderKind, readonly (keyof StatusOptions['texts'])[]>

type Advise = (payment: OrderedPayment, context: StatusContext) => NonNullable<StatusView['advice']>

type NotThereContext = Pick<StatusOptions, 'texts' | 'clock' | 'now' | 'careNumber'>

/** The rows are also for the receipt as a file. */
export function notThereAdvice(
  { delivery, attempt, order }: OrderedPayment,
  { texts, clock, now, careNumber }: NotThereContext,
) {
  const missedAt = (delivery?.decidedAt ?? attempt.createdAt) + missedAfterMs
  const time = clock.near(missedAt, now)
  const [heading, text] = notThereTexts[order.choice.kind]
  return { tone: 'help', heading: texts[heading], text: fill(texts[text], { time, number: careNumber }) } as const
}

const advices: Readonly<Record<NonNullable<Appearance['advice']> | 'turned_back', Advise>> = {
  turned_back: (_, { texts }) => ({ tone: 'info', heading: texts.cancelledByPayer, text: texts.cancelledByPayerText }),
  wait: (_, { texts }) => ({ tone: 'info', heading: texts.doNotPayAgain, text: texts.doNotPayAgainText }),
  retry: (_, { texts }) => ({ tone: 'ok', heading: texts.safeToRetry, text: texts.safeToRetryText }),
  on_phone: (_, { texts }) => ({
    tone: 'help',
    heading: texts.pushMissing,
    text: `${texts.pushMissingText} ${texts.pushLeave}`,
  }),
  not_there: notThereAdvice,
}

/** Builds everything that the page of one payment shows, from its three components and the time. */
export function statusView(payment: SeenPayment, context: StatusContext): StatusView {
  const { attempt } = payment
  const { texts, clock, now } = context
  const customerStage = customerStageOf(payment, now)
  const appearance = appearances[customerStage]
  const copy = textsOf(payment, context)
  const { heading, text } = headlines[customerStage]
  const isFinal = isPaymentFinal(payment)
  const refreshSeconds = isFinal ? undefined : refreshSecondsAt(now - attempt.createdAt)
  const advice = adviceOn(customerStage, payment, context)
  const shared = {
    customerStage,
    appearance,
    version: versionOf(payment, now),
    isFinal,
    isReceiptFirst: appearance.progressMark === 'complete',
    tag: texts[appearance.tag],
    heading: heading(copy, payment),
    reference: attempt.reference,
    amount: copy.amount,
  }
  if (now - attempt.createdAt > oldAfterDays * day)
    return { ...shared, text: '', steps: [], facts: oldFacts(payment, copy, clock), note: oldNote(copy), links: [] }
  return {
    ...shared,
    text: text(copy, payment),
    steps: timelineSteps(payment, customerStage, copy),
    facts: receiptFacts(payment, copy, clock),
    ...(advice && { advice }),
    ...(context.gift && { gift: fill(texts[giftTexts[context.gift]], { number: copy.number }) }),
    ...nextSteps(customerStage, payment, context),
    ...(refreshSeconds !== undefined && { refreshSeconds }),
  }
}

const giftTexts = {
  waits: 'giftWaits',
  sent: 'giftSent',
  over_limit: 'giftOverLimit',
} as const satisfies Record<GiftMessageStanding, keyof PaymentTexts>

/** Only the visitor knows whether the payment was confirmed on the card page before returning. */
function adviceOn(customerStage: CustomerStage, payment: OrderedPayment, context: StatusContext): StatusView['advice'] {
  // Another try with the same wallet would be in vain.
  if (isWalletBlocked(payment.attempt)) return undefined
  const { advice } = appearances[customerStage]
  const wasAtPage = customerStage === 'checking' && payment.attempt.gatewayUrl !== undefined
  const name = wasAtPage && maySwitch(customerStage, payment, context) ? 'turned_back' : advice
  return name && advices[name](payment, context)
}

export interface StatusPageProps {
  readonly id: string
  readonly view: StatusView
  /** The address that the page polls for changes. */
  readonly watchHref: string
  readonly shareHref: string
  /** The page polls this often, where that is limited. */
  readonly poll?: { readonly pauseSeconds: number; readonly maxTries: number }
  /** The page on which the order began. */
  readonly backHref: string
  /** A tab that began the payment and returned without the order's id adds the one that this names. */
  readonly orderDigest?: string
  readonly correction: CorrectionView
  /** The link to the receipt as a file, once the payment is over. */
  readonly receipt?: StatusAction
  /** The offer to save the number: only for the holder of the order, once it has been delivered. */
  readonly keep?: KeepView
  /** The offer to be reminded, or the reminder that was asked for. */
  readonly remind?: RemindView | undefined
  readonly fault?: KeepFault
  readonly texts: Pick<
    PaymentTexts,
    | 'back'
    | 'progress'
    | 'refreshNote'
    | 'refreshUnanswered'
    | 'refreshStopped'
    | 'summary'
    | 'reference'
    | 'transactionId'
    | 'copy'
    | 'copied'
    | 'copyByHand'
    | 'noPrint'
    | 'share'
    | 'shareText'
    | 'linkCopied'
    | 'print'
    | 'linkNote'
  >
}
