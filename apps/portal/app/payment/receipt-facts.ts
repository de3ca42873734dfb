import { isForBroadband } from '@nyanja/domain/bundles/bundle'
import type { Quote } from '@nyanja/domain/money/exchange'
import { displayMoney, money, oneWhole } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import {
  computeStatus,
  isFinal,
  type PaymentComponents,
  type PaymentStatus,
} from '@nyanja/domain/payments/payment-status'
import { fill } from '@nyanja/domain/texts/fill'
import type { Payment } from '@nyanja/server/payments/attempt'
import type { Choice, Order } from '@nyanja/server/payments/orders'
import type { Refusal } from '@nyanja/server/payments/payment-gateway'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Clock } from '@nyanja/web/format/clock'
import { capturedAt, isAtPage, type Seen } from '../order/customer-stage.ts'
import { billFacts, chargeFacts, type PaymentTexts, planFacts, type TextFact } from '../order/order-facts.ts'
import { type Copy, unbroken } from './status-texts.ts'

function componentsOf({ attempt, delivery, refund }: Payment): PaymentComponents {
  return {
    money: attempt.state,
    isAtGatewayPage: isAtPage(attempt),
    ...(delivery && { delivery: delivery.state }),
    ...(refund && { refund: refund.state, isPartRefund: refund.part !== undefined }),
  }
}

/** Nothing more will happen by itself. */
export function isPaymentFinal(payment: Payment): boolean {
  return isFinal(componentsOf(payment))
}

const statusTexts = {
  REQUEST_REGISTERED: 'tagProcessing',
  REQUEST_RAISED: 'tagProcessing',
  IN_PROCESS: 'tagProcessing',
  SUCCESS: 'tagSuccessful',
  FAILED: 'tagFailed',
} as const satisfies Record<PaymentStatus, keyof PaymentTexts>

const statusTextOf = (payment: Seen) =>
  payment.isUndeliverable ? 'tagProcessing' : statusTexts[computeStatus(componentsOf(payment))]

const refusalTexts = {
  cancelled_by_customer: 'reasonCancelled',
  declined: 'reasonDeclined',
  expired: 'reasonExpired',
  insufficient_funds: 'reasonInsufficient',
  invalid_user: 'reasonInvalidUser',
  limit_exceeded: 'reasonLimit',
  unsupported_currency: 'reasonCurrency',
  wrong_pin: 'reasonWrongPin',
  refused: 'reasonRefused',
} as const satisfies Record<Refusal, keyof PaymentTexts>

const typeTexts = {
  airtime: 'typeAirtime',
  bundle: 'typeBundle',
  bill: 'typeBill',
  invoice: 'typeInvoice',
  plan: 'typeLead',
  several: 'typeSeveral',
} as const satisfies Record<OrderKind, keyof PaymentTexts>

function typeTextOf(choice: Choice): keyof PaymentTexts {
  return choice.kind === 'bundle' && isForBroadband(choice.bundle) ? 'typeBroadband' : typeTexts[choice.kind]
}

/** Explains why it was not successful, marked as the specification asks. It is undefined in every other case. */
function reasonOf({ attempt, delivery, refund }: OrderedPayment, { texts, method }: Copy): string | undefined {
  if (attempt.refusal !== undefined && refund === undefined)
    return `*${texts[refusalTexts[attempt.refusal]].replace('{method}', method)}`
  if (attempt.state === 'expired') return `*${texts.reasonExpired}`
  if (refund === undefined || refund.part !== undefined) return undefined
  if (delivery === undefined) return `*${texts.reasonPaidTwice}`
  return `*${delivery.state === 'delivered' ? texts.reasonSentBack : texts.reasonUndelivered}`
}

/** Lists every line of the receipt below reference and amount. */
export function receiptFacts(payment: OrderedPayment, copy: Copy, clock: Clock): TextFact[] {
  const { attempt, delivery, refund, credit, takeback, order } = payment
  const { texts, number, method, end, amount, returned } = copy
  const { choice } = order
  const isPaid = delivery !== undefined || refund !== undefined
  const facts: readonly (TextFact | false | undefined)[] = [
    { term: texts.status, value: texts[statusTextOf(payment)] },
    { term: texts.paymentType, value: texts[typeTextOf(choice)] },
    choice.kind === 'bundle' && {
      term: texts.bundleDescription,
      value: choice.bundle.description || choice.bundle.name,
    },
    choice.kind !== 'invoice' && choice.kind !== 'several' && { term: texts.mobile, value: number },
    ...severalFacts(payment, copy),
    ...(choice.kind === 'plan' ? planFacts(choice, { texts, isShared: order.payLink !== undefined }) : []),
    ...('bill' in choice ? billFacts(choice.bill, { texts, clock, isMasked: !maySeeAccount(order, copy) }) : []),
    attempt.quote && { term: texts.exchangeRate, value: rateText(attempt.quote) },
    { term: texts.paidWith, value: method },
    isPaid && { term: texts.paidAt, value: clock.exact(capturedAt(attempt)) },
    delivery?.state === 'delivered' &&
      choice.kind !== 'plan' &&
      delivery.decidedAt !== undefined && { term: texts.deliveredAt, value: clock.exact(delivery.decidedAt) },
    delivery?.state === 'delivered' && end !== undefined && { term: texts.ends, value: end },
    refund?.decidedAt !== undefined &&
      refund.state === 'refunded' && { term: texts.refundedAt, value: clock.exact(refund.decidedAt) },
    refund?.part !== undefined && {
      term: texts.returned,
      value: fill(texts.returnedPart, { part: returned, amount }),
    },
    credit?.state === 'delivered' && { term: texts.goodwill, value: unbroken(displayMoney(credit.amount)) },
    takeback?.state === 'delivered' && {
      term: texts.stepTakenBack,
      value: unbroken(displayMoney(takeback.amount)),
    },
    ...(copy.mayKnowRest ? restFacts(payment, copy) : []),
    factOf(texts.reason, reasonOf(payment, copy)),
    { term: texts.amount, value: amount, isTotal: true },
  ]
  return facts.filter((fact) => fact !== undefined && fact !== false)
}

/** Lists each number, masked, with what it gets and whether it has it. */
function severalFacts({ delivery, order: { choice } }: OrderedPayment, { texts, numbersOf }: Copy): TextFact[] {
  if (choice.kind !== 'several') return []
  return numbersOf(choice.items).map((fact, index) => {
    const state = stateOfItem(delivery, index)
    return state === undefined ? fact : { ...fact, value: `${fact.value} · ${texts[itemTexts[state]]}` }
  })
}

const itemTexts = { open: 'itemOpen', delivered: 'itemDone', impossible: 'itemFailed' } as const

function stateOfItem(delivery: Payment['delivery'], index: number) {
  if (delivery?.state === 'impossible') return 'impossible'
  return delivery?.items?.[index]?.state
}

/** The rest of the bill after the payment, or the credit. A negative rest is never shown. */
function restFacts({ delivery, order: { choice } }: OrderedPayment, { texts }: Copy): TextFact[] {
  const { remaining } = delivery ?? {}
  const isCredit = remaining !== undefined && remaining.minor < 0
  if (isCredit) return [{ term: texts.creditOn, value: displayMoney(money(remaining.currency, -remaining.minor)) }]
  const left = remaining === undefined ? [] : [{ term: texts.leftToPay, value: displayMoney(remaining) }]
  return [...('bill' in choice ? chargeFacts(choice.bill, { texts }) : []), ...left]
}

/** Only the number was typed for a line, and a visitor with a pay-me link typed nothing. */
function maySeeAccount({ choice, payLink }: OrderedPayment['order'], { isOwn }: Copy): boolean {
  return isOwn && choice.kind === 'invoice' && payLink === undefined
}

/** Formats a rate as `USD 1 = CDF 2 850`. */
function rateText({ rate: { one, costs } }: Quote): string {
  return `${displayMoney(oneWhole(one))} = ${displayMoney(costs)}`
}

const factOf = (term: string, value: string | undefined) => (value === undefined ? undefined : { term, value })

/** What a stranger may still see of an old payment. */
export function oldFacts(payment: OrderedPayment, { texts }: Copy, clock: Clock): TextFact[] {
  return [
    { term: texts.status, value: texts[statusTextOf(payment)] },
    { term: texts.paidAt, value: clock.date(capturedAt(payment.attempt)) },
  ]
}

export const oldAfterDays = 90

export function oldNote({ texts }: Copy): string {
  return fill(texts.statusOldText, { days: oldAfterDays })
}

/**
 * The receipt of an account's invoices goes to this address: it was given before there was anything to pay, and is not
 * requested again.
 */
export function receiptTo({ account, email }: Pick<Order, 'account' | 'email'>): string | undefined {
  return account === undefined ? undefined : email
}
