import type { RefundMode } from '@nyanja/domain/payments/payment-deadlines'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { AttemptState, DeliveryState, RefundState } from '@nyanja/domain/payments/payment-states'
import { fill } from '@nyanja/domain/texts/fill'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { TimelineStep } from '../ui/step-timeline.tsx'
import { capturedAt, type PaymentView } from './payment-view.ts'
import type { Words } from './status-texts.ts'

type Step = (words: Words, payment: OrderedPayment) => TimelineStep

const at = ({ time }: Words, when: number) => ({ time: time(when), dateTime: new Date(when).toISOString() })
/** A time that was not kept is not promised again. */
const by = ({ texts, time, isPast }: Words, when: number) =>
  isPast(when) ? {} : { time: fill(texts.by, { time: time(when) }), dateTime: new Date(when).toISOString() }

const approval: Step = (words, { attempt }) => ({
  state: 'now',
  icon: words.isCard ? 'card' : 'push',
  title: words.texts.legMoneyWaiting,
  ...by(words, attempt.expiresAt),
  text: words.isCard ? words.texts.legMoneyWaitingText : fill(words.texts.pushPin, { wallet: words.method }),
})

const asking: Step = (words, { attempt }) => ({
  state: 'now',
  title: fill(words.texts.legMoneyChecking, { method: words.method }),
  ...(attempt.nextCheckAt !== undefined && {
    text: fill(words.texts.legMoneyCheckingText, { time: words.time(attempt.nextCheckAt) }),
  }),
})

const received: Step = (words, { attempt }) => ({
  state: 'done',
  title: words.texts.legMoneyDone,
  ...at(words, capturedAt(attempt)),
  text: fill(words.texts.legMoneyDoneText, { amount: words.amount, method: words.method }),
})

const moneySteps: Readonly<Record<AttemptState, Step>> = {
  created: (words) => ({ state: 'next', title: words.texts.legMoneyWaiting, text: words.texts.legMoneyWaitingText }),
  handing_over: asking,
  waiting: asking,
  superseded: asking,
  captured: received,
  captured_late: (words, { attempt }) => ({
    state: 'done',
    title: words.texts.legMoneyLate,
    ...at(words, capturedAt(attempt)),
    text: fill(words.texts.legMoneyLateText, { method: words.method }),
  }),
  refused: (words, { attempt }) => ({
    state: 'failed',
    title: words.texts.legMoneyRefused,
    ...at(words, capturedAt(attempt)),
    text: fill(words.texts.legMoneyRefusedText, { method: words.method }),
  }),
  expired: (words, { attempt }) => ({
    state: 'failed',
    title: words.texts.legMoneyExpired,
    ...at(words, capturedAt(attempt)),
    text: words.texts.legMoneyExpiredText,
  }),
  // The customer keeps what he was promised: to him the money has been received.
  reversed: received,
}

const deliveryTitles = {
  bundle: { next: 'legBundleNext', now: 'legBundleNow', done: 'legBundleDone', failed: 'legBundleFailed' },
  airtime: { next: 'legAirtimeNext', now: 'legAirtimeNow', done: 'legAirtimeDone', failed: 'legAirtimeFailed' },
  bill: { next: 'legBillNext', now: 'legBillNow', done: 'legBillDone', failed: 'legBillFailed' },
  invoice: { next: 'legInvoiceNext', now: 'legInvoiceNow', done: 'legInvoiceDone', failed: 'legInvoiceFailed' },
  plan: { next: 'legLeadNext', now: 'legLeadNow', done: 'legLeadDone', failed: 'legLeadFailed' },
} as const satisfies Record<OrderKind, unknown>

const deliveryNext: Step = ({ texts, kind }) => ({
  state: 'next',
  icon: 'phone',
  title: texts[deliveryTitles[kind].next],
  text: texts.legDeliveryNextText,
})

const deliveryNow: Step = (words) => ({
  state: 'now',
  icon: 'phone',
  title: words.texts[deliveryTitles[words.kind].now],
  ...by(words, words.deadlines.deliveredBy),
  text: fill(words.texts.legDeliveryNowText, { what: words.what, number: words.number }),
})

const deliverySteps: Readonly<Record<DeliveryState, Step>> = {
  due: deliveryNow,
  sending: deliveryNow,
  delivered: (words, { delivery, attempt }) => ({
    state: 'done',
    title: words.texts[deliveryTitles[words.kind].done],
    ...at(words, delivery?.decidedAt ?? attempt.createdAt),
    text: fill(words.texts.legDeliveryDoneText, { what: words.what, number: words.number }),
  }),
  impossible: (words, { delivery, attempt }) => {
    const when = delivery?.decidedAt ?? attempt.createdAt
    return {
      state: 'failed',
      title: words.texts[deliveryTitles[words.kind].failed],
      ...at(words, when),
      text: fill(words.texts.legDeliveryFailedText, { time: words.time(when) }),
    }
  },
}

const back = (words: Words): TimelineStep => ({
  state: 'next',
  icon: words.isCard ? 'card' : 'money',
  title: words.texts.legRefundBack,
  ...by(words, words.deadlines.refundedBy),
  text: words.texts.legRefundBackText,
})

const refundSent: Step = (words, { refund, attempt }) => ({
  state: 'now',
  icon: 'return',
  title: words.texts.legRefundSent,
  ...at(words, refund?.createdAt ?? attempt.createdAt),
  text: words.isCard
    ? fill(words.texts.legRefundSentCardText, { amount: words.amount, days: cardRefundDays })
    : fill(words.texts.legRefundSentText, { amount: words.amount, method: words.method, number: words.payer }),
})

/** Card schemes give banks that long to show money that was sent back. */
const cardRefundDays = 10

const refundSteps: Readonly<Record<RefundState, (words: Words, payment: OrderedPayment) => TimelineStep[]>> = {
  due: (words) => [
    {
      state: 'now',
      icon: 'return',
      title: words.texts.legRefundNext,
      text: fill(words.texts.legRefundNextText, { amount: words.amount, method: words.method }),
    },
    back(words),
  ],
  requesting: (words, payment) => [refundSent(words, payment), back(words)],
  refunded: (words, { refund, attempt }) => [
    {
      state: 'done',
      icon: 'return',
      title: words.texts.legRefundDone,
      ...at(words, refund?.decidedAt ?? attempt.createdAt),
      text: fill(words.texts.legRefundDoneText, { amount: words.amount, method: words.method }),
    },
  ],
  review: (words, { refundMode }) => {
    const [title, text] = personTexts[refundMode]
    return [
      {
        state: 'now',
        icon: 'return',
        title: words.texts[title],
        ...by(words, words.deadlines.refundedBy),
        ...(!words.isOverdue && {
          text: fill(words.texts[text], { time: words.time(words.deadlines.refundedBy) }),
        }),
      },
    ]
  },
}

/** A refund that a person makes: it did not go by itself, or never does. */
const personTexts = {
  by_call: ['legRefundReview', 'legRefundReviewText'],
  by_hand: ['legRefundByHand', 'legRefundByHandText'],
} as const satisfies Record<RefundMode, readonly (keyof Words['texts'])[]>

const refundIf = (words: Words): TimelineStep => ({
  state: 'next',
  icon: 'return',
  title: words.texts.legRefundIf,
  ...by(words, words.deadlines.refundedBy),
  text: fill(words.texts.legRefundIfText, {
    amount: words.amount,
    method: words.method,
    time: words.time(words.deadlines.refundBeginsBy),
  }),
})

const decision = (words: Words): TimelineStep => ({
  state: 'next',
  icon: 'return',
  title: words.texts.legDecision,
  ...by(words, words.deadlines.decidedBy),
  text: words.texts.legDecisionText,
})

const customersTurn: ReadonlySet<PaymentView> = new Set(['at_page', 'approving'])
const undecided: ReadonlySet<PaymentView> = new Set(['registered', 'at_page', 'approving', 'approval_over', 'checking'])
const underWay: ReadonlySet<PaymentView> = new Set(['delivering', 'late'])

/** Money, delivery, refund: each that has begun, and the next that may. */
export function timelineSteps(payment: OrderedPayment, paymentView: PaymentView, words: Words): TimelineStep[] {
  const { attempt, delivery, refund } = payment
  const money = customersTurn.has(paymentView) ? approval : moneySteps[attempt.state]
  const deliveryStep = delivery === undefined ? undefined : deliverySteps[delivery.state]
  return [
    money(words, payment),
    ...(deliveryStep === undefined ? [] : [deliveryStep(words, payment)]),
    ...(delivery === undefined && undecided.has(paymentView) ? [deliveryNext(words, payment)] : []),
    ...(underWay.has(paymentView) ? [refundIf(words)] : []),
    ...(paymentView === 'unsure' && !words.isOverdue ? [decision(words)] : []),
    ...(refund === undefined ? [] : refundSteps[refund.state](words, payment)),
  ]
}
