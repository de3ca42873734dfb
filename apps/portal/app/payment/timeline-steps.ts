import { displayMoney } from '@nyanja/domain/money/money'
import type { RefundMode } from '@nyanja/domain/payments/payment-deadlines'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { AttemptState, DeliveryState, RefundState } from '@nyanja/domain/payments/payment-states'
import { fill } from '@nyanja/domain/texts/fill'
import type { Credit, Takeback } from '@nyanja/server/payments/attempt'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import { type CustomerStage, capturedAt } from '../order/customer-stage.ts'
import type { TimelineStep } from '../ui/step-timeline.tsx'
import { type Copy, hasFailedItem, unbroken } from './status-texts.ts'

type Step = (copy: Copy, payment: OrderedPayment) => TimelineStep

const at = ({ time }: Copy, when: number) => ({ time: time(when), dateTime: new Date(when).toISOString() })
/** A time that was not kept is not promised again. */
const by = ({ texts, time, isPast }: Copy, when: number) =>
  isPast(when) ? {} : { time: fill(texts.by, { time: time(when) }), dateTime: new Date(when).toISOString() }

const approval: Step = (copy, { attempt }) => ({
  state: 'now',
  icon: copy.isCard ? 'card' : 'push',
  title: copy.texts.stepMoneyWaiting,
  ...by(copy, attempt.expiresAt),
  text: copy.isCard ? copy.texts.stepMoneyWaitingText : fill(copy.texts.pushPin, { wallet: copy.method }),
})

const awaitingProvider: Step = (copy, { attempt }) => ({
  state: 'now',
  title: fill(copy.texts.stepMoneyChecking, { method: copy.method }),
  ...(attempt.nextCheckAt !== undefined && {
    text: fill(copy.texts.stepMoneyCheckingText, { time: copy.time(attempt.nextCheckAt) }),
  }),
})

const received: Step = (copy, { attempt }) => ({
  state: 'done',
  title: copy.texts.stepMoneyDone,
  ...at(copy, capturedAt(attempt)),
  text: fill(copy.texts.stepMoneyDoneText, { amount: copy.amount, method: copy.method }),
})

const moneySteps: Readonly<Record<AttemptState, Step>> = {
  created: (copy) => ({ state: 'next', title: copy.texts.stepMoneyWaiting, text: copy.texts.stepMoneyWaitingText }),
  handing_over: awaitingProvider,
  waiting: awaitingProvider,
  superseded: awaitingProvider,
  captured: received,
  captured_late: (copy, { attempt }) => ({
    state: 'done',
    title: copy.texts.stepMoneyLate,
    ...at(copy, capturedAt(attempt)),
    text: fill(copy.texts.stepMoneyLateText, { method: copy.method }),
  }),
  refused: (copy, { attempt }) => ({
    state: 'failed',
    title: attempt.refusal === 'cancelled_by_customer' ? copy.texts.stepMoneyCancelled : copy.texts.stepMoneyRefused,
    ...at(copy, capturedAt(attempt)),
    text: fill(copy.texts.stepMoneyRefusedText, { method: copy.method }),
  }),
  expired: (copy, { attempt }) => ({
    state: 'failed',
    title: copy.texts.stepMoneyExpired,
    ...at(copy, capturedAt(attempt)),
    text: copy.texts.stepMoneyExpiredText,
  }),
  // The customer's promise stays: the money has been received.
  reversed: received,
}

const deliveryTitles = {
  bundle: { next: 'stepBundleNext', now: 'stepBundleNow', done: 'stepBundleDone', failed: 'stepBundleFailed' },
  airtime: { next: 'stepAirtimeNext', now: 'stepAirtimeNow', done: 'stepAirtimeDone', failed: 'stepAirtimeFailed' },
  bill: { next: 'stepBillNext', now: 'stepBillNow', done: 'stepBillDone', failed: 'stepBillFailed' },
  invoice: { next: 'stepInvoiceNext', now: 'stepInvoiceNow', done: 'stepInvoiceDone', failed: 'stepInvoiceFailed' },
  plan: { next: 'stepLeadNext', now: 'stepLeadNow', done: 'stepLeadDone', failed: 'stepLeadFailed' },
  several: { next: 'stepSeveralNext', now: 'stepSeveralNow', done: 'stepSeveralDone', failed: 'stepSeveralFailed' },
} as const satisfies Record<OrderKind, unknown>

const deliveryNext: Step = ({ texts, kind }) => ({
  state: 'next',
  icon: 'phone',
  title: texts[deliveryTitles[kind].next],
  text: texts.stepDeliveryNextText,
})

const deliveryNow: Step = (copy) => ({
  state: 'now',
  icon: 'phone',
  title: copy.texts[deliveryTitles[copy.kind].now],
  ...by(copy, copy.deadlines.deliveredBy),
  text: fill(copy.texts.stepDeliveryNowText, { what: copy.what, number: copy.number }),
})

const deliverySteps: Readonly<Record<DeliveryState, Step>> = {
  due: deliveryNow,
  sending: deliveryNow,
  delivered: (copy, { delivery, attempt }) => ({
    state: 'done',
    title: hasFailedItem(delivery) ? copy.texts.stepSeveralSome : copy.texts[deliveryTitles[copy.kind].done],
    ...at(copy, delivery?.decidedAt ?? attempt.createdAt),
    text: hasFailedItem(delivery)
      ? fill(copy.texts.textDoneSome, { returned: copy.returned })
      : fill(copy.texts.stepDeliveryDoneText, { what: copy.what, number: copy.number }),
  }),
  impossible: (copy, { delivery, attempt }) => {
    const when = delivery?.decidedAt ?? attempt.createdAt
    return {
      state: 'failed',
      title: copy.texts[deliveryTitles[copy.kind].failed],
      ...at(copy, when),
      text: fill(copy.texts.stepDeliveryFailedText, { time: copy.time(when) }),
    }
  },
}

const back = (copy: Copy): TimelineStep => ({
  state: 'next',
  icon: copy.isCard ? 'card' : 'money',
  title: copy.texts.stepRefundBack,
  ...by(copy, copy.deadlines.refundedBy),
  text: copy.texts.stepRefundBackText,
})

const refundSent: Step = (copy, { refund, attempt }) => ({
  state: 'now',
  icon: 'return',
  title: copy.texts.stepRefundSent,
  ...at(copy, refund?.createdAt ?? attempt.createdAt),
  text: copy.isCard
    ? fill(copy.texts.stepRefundSentCardText, { amount: copy.returned, days: cardRefundDays })
    : fill(copy.texts.stepRefundSentText, { amount: copy.returned, method: copy.method, number: copy.payer }),
})

/** Card schemes give banks that long to show refunded money. */
const cardRefundDays = 10

const refundSteps: Readonly<Record<RefundState, (copy: Copy, payment: OrderedPayment) => TimelineStep[]>> = {
  due: (copy) => [
    {
      state: 'now',
      icon: 'return',
      title: copy.texts.stepRefundNext,
      text: fill(copy.texts.stepRefundNextText, { amount: copy.returned, method: copy.method }),
    },
    back(copy),
  ],
  requesting: (copy, payment) => [refundSent(copy, payment), back(copy)],
  refunded: (copy, { refund, attempt }) => [
    {
      state: 'done',
      icon: 'return',
      title: copy.texts.stepRefundDone,
      ...at(copy, refund?.decidedAt ?? attempt.createdAt),
      text: fill(copy.texts.stepRefundDoneText, { amount: copy.returned, method: copy.method }),
    },
  ],
  review: (copy, { refundMode }) => {
    const [title, text] = personTexts[refundMode]
    return [
      {
        state: 'now',
        icon: 'return',
        title: copy.texts[title],
        ...by(copy, copy.deadlines.refundedBy),
        ...(!copy.isOverdue && {
          text: fill(copy.texts[text], { time: copy.time(copy.deadlines.refundedBy) }),
        }),
      },
    ]
  },
}

/** A refund that a person makes: it failed by itself, or is never automatic. */
const personTexts = {
  by_call: ['stepRefundReview', 'stepRefundReviewText'],
  by_hand: ['stepRefundByHand', 'stepRefundByHandText'],
} as const satisfies Record<RefundMode, readonly (keyof Copy['texts'])[]>

/** The step of a credit, shown only once it is there: it is no promise before. */
const creditStep = (copy: Copy, { amount, decidedAt }: Credit): TimelineStep => ({
  state: 'done',
  icon: 'phone',
  title: copy.texts.stepCredit,
  ...(decidedAt !== undefined && at(copy, decidedAt)),
  text: fill(copy.texts.stepCreditText, { amount: unbroken(displayMoney(amount)), number: copy.number }),
})

/** The step of a takeback, likewise shown only once it is there. */
const takebackStep = (copy: Copy, { amount, decidedAt }: Takeback): TimelineStep => ({
  state: 'done',
  icon: 'return',
  title: copy.texts.stepTakenBack,
  ...(decidedAt !== undefined && at(copy, decidedAt)),
  text: fill(copy.texts.stepTakenBackText, { amount: unbroken(displayMoney(amount)), number: copy.number }),
})

const refundIf = (copy: Copy): TimelineStep => ({
  state: 'next',
  icon: 'return',
  title: copy.texts.stepRefundIf,
  ...by(copy, copy.deadlines.refundedBy),
  text: fill(copy.texts.stepRefundIfText, {
    amount: copy.amount,
    method: copy.method,
    time: copy.time(copy.deadlines.refundBeginsBy),
  }),
})

const decision = (copy: Copy): TimelineStep => ({
  state: 'next',
  icon: 'return',
  title: copy.texts.stepDecision,
  ...by(copy, copy.deadlines.decidedBy),
  text: copy.texts.stepDecisionText,
})

const awaitingCustomer: ReadonlySet<CustomerStage> = new Set(['at_page', 'approving'])
const undecided: ReadonlySet<CustomerStage> = new Set([
  'registered',
  'at_page',
  'approving',
  'approval_over',
  'checking',
])
const deliveringStages: ReadonlySet<CustomerStage> = new Set(['delivering', 'late'])

/** The steps are money, delivery and refund: each that has begun, and the next that may. */
export function timelineSteps(payment: OrderedPayment, customerStage: CustomerStage, copy: Copy): TimelineStep[] {
  const { attempt, delivery, refund, credit, takeback } = payment
  const money = awaitingCustomer.has(customerStage) ? approval : moneySteps[attempt.state]
  const deliveryStep = delivery === undefined ? undefined : deliverySteps[delivery.state]
  return [
    money(copy, payment),
    ...(deliveryStep === undefined ? [] : [deliveryStep(copy, payment)]),
    ...(delivery === undefined && undecided.has(customerStage) ? [deliveryNext(copy, payment)] : []),
    ...(deliveringStages.has(customerStage) ? [refundIf(copy)] : []),
    ...(customerStage === 'unsure' && !copy.isOverdue ? [decision(copy)] : []),
    ...(refund === undefined ? [] : refundSteps[refund.state](copy, payment)),
    ...(takeback?.state === 'delivered' ? [takebackStep(copy, takeback)] : []),
    ...(credit?.state === 'delivered' ? [creditStep(copy, credit)] : []),
  ]
}
