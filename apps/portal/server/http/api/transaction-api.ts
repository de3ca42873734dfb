import { maskAccount } from '@nyanja/domain/bills/account-number'
import type { Bill } from '@nyanja/domain/bills/bill'
import { isForBroadband } from '@nyanja/domain/bundles/bundle'
import type { Plan } from '@nyanja/domain/leads/plan'
import { unitsIn } from '@nyanja/domain/money/units'
import { computeStatus, type PaymentComponents, type PaymentStatus } from '@nyanja/domain/payments/payment-status'
import { fill } from '@nyanja/domain/texts/fill'
import { day, minute } from '@nyanja/domain/time'
import { atMost } from '@nyanja/server/common/cache'
import { dayIn } from '@nyanja/server/common/zone-time'
import type { Choice } from '@nyanja/server/payments/orders'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Market } from '@nyanja/server/settings/market'
import { LRUCache } from 'lru-cache'
import { paymentMethods } from '../../../contract/otp.ts'
import {
  fetchTransaction,
  type OrderData,
  type StatusResult,
  type TransactionTypeCode,
  transactionStatus,
  transactionStatuses,
  transactionTypes,
} from '../../../contract/transaction.ts'
import type { Portal } from '../../portal.ts'
import { type ApiAnswer, failed, maskedNumber, refusalShape } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { optionsOf } from './payment-options-api.ts'
import { serializeAmount, serializeBundle } from './product-api.ts'

const typeOf: Readonly<Record<Choice['kind'], TransactionTypeCode>> = {
  airtime: 'PREPAID_RECHARGE',
  bundle: 'PREPAID_BUNDLES',
  bill: 'POSTPAID_BILL',
  invoice: 'BILL_PAYMENT',
  plan: 'HBB_LEADS',
  several: 'PREPAID_RECHARGE',
}

function transactionTypeOf(choice: Choice): TransactionTypeCode {
  return choice.kind === 'bundle' && isForBroadband(choice.bundle) ? 'BROADBAND_RECHARGE' : typeOf[choice.kind]
}

const readableForMs = 90 * day

/** After 90 days a transaction's id reveals reference, state and day, and nothing else. */
function isReadable({ attempt }: OrderedPayment, now: number): boolean {
  return now - attempt.createdAt < readableForMs
}

function componentsOf({ attempt, delivery, refund }: OrderedPayment): PaymentComponents {
  return {
    money: attempt.state,
    ...(delivery === undefined ? {} : { delivery: delivery.state }),
    ...(refund === undefined ? {} : { refund: refund.state, isPartRefund: refund.part !== undefined }),
    isAtGatewayPage: attempt.checkoutType === 'redirect' && attempt.returnedAt === undefined,
  }
}

/** Tells whether the answer cannot change any more. A refusal is not final: late money may still arrive. */
function isFinal({ delivery, refund }: OrderedPayment): boolean {
  return refund === undefined ? delivery?.state === 'delivered' : refund.state === 'refunded'
}

function reasonOf({ attempt, refund }: OrderedPayment, brand: string): string | undefined {
  if (refund !== undefined && refund.part === undefined) return 'The money is given back'
  const { method, refusal } = attempt
  return refusal === undefined ? undefined : fill(refusalShape(method, refusal).reason, { product: brand })
}

/** `id` is the requested one: a superseded attempt shows the status of its order. */
function serializeStatus(
  id: string,
  payment: OrderedPayment,
  market: Market,
): StatusResult & { status: PaymentStatus } {
  const { attempt, order } = payment
  const status = computeStatus(componentsOf(payment))
  const mobileNumber = maskedNumber(order.msisdn, market)
  const reason = reasonOf(payment, market.brand)
  return {
    status,
    transactionStatus: status,
    transactionId: id,
    refTransactionId: attempt.reference,
    transactionDate: dayOf(attempt.createdAt),
    transactionType: transactionTypeOf(order.choice),
    paymentMode: paymentMethods[attempt.method].mode,
    paymentGateway: attempt.gateway,
    amount: serializeAmount(attempt.amount),
    currencyCode: attempt.amount.currency,
    ...(mobileNumber !== undefined && { mobileNumber, msisdn: mobileNumber }),
    ...(reason === undefined ? {} : { statusReason: reason }),
    ...(order.choice.kind === 'bundle' && { bundleDescription: order.choice.bundle.description }),
    ...('bill' in order.choice && billData(order.choice.bill)),
    ...(order.choice.kind === 'plan' && planData(order.choice.plan)),
  }
}

/** What is left of a status after 90 days. */
function serializeOldStatus({ transactionId, refTransactionId, transactionDate, ...rest }: StatusResult): StatusResult {
  const { status, transactionStatus } = rest
  return { status, transactionStatus, transactionId, refTransactionId, transactionDate }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function serializeOrder(id: string, { order }: OrderedPayment, market: Market): OrderData {
  const { choice, lineType, email, flow, payLink } = order
  const transactionType = transactionTypeOf(choice)
  return {
    transactionId: id,
    msisdn: maskedNumber(order.msisdn, market) ?? '',
    ...(email === undefined ? {} : { emailId: `${email.slice(0, 1)}•••@•••` }),
    ...amountData(choice, market),
    currency: choice.amount.currency,
    lineType,
    transactionType,
    rechargeType: transactionTypes[transactionType].label,
    ...bundleData(choice),
    ...invoiceDetail(choice, market),
    pgOptions: [...new Set(optionsOf(market).map(({ type }) => type))].map((paymentOpt) => ({ paymentOpt })),
    // A pay-me link pays, so only its holder reads it.
    redirectPage: payLink === undefined ? order.redirectPage : '/',
    ...(flow !== undefined && { flow }),
  }
}

/** Where two currencies are in use, an amount is counted in units. */
function amountData({ amount }: Choice, { secondCurrency }: Market) {
  return secondCurrency === undefined
    ? { enableDualCurrency: false, amount: serializeAmount(amount) }
    : { enableDualCurrency: true, amount: unitsIn(amount), usdAmount: serializeAmount(amount) }
}

/** The account is masked like a number; an invoice number tells a stranger nothing. */
function billData({ account, invoices }: Bill): Pick<StatusResult, 'accountId' | 'invoiceNumber'> {
  const invoiceNumber = invoices.map(({ invoiceNo }) => invoiceNo).join(',')
  return { accountId: maskAccount(account), ...(invoiceNumber !== '' && { invoiceNumber }) }
}

function invoiceDetail(choice: Choice, { timeZone }: Market): Pick<OrderData, 'invoiceDetail'> {
  if (!('bill' in choice)) return {}
  const { account, invoices } = choice.bill
  const detail = invoices.map(({ invoiceNo, startsAt, endsAt, dueAt }) => ({
    accountNo: maskAccount(account),
    invoiceNo,
    billingStartDate: dayIn(timeZone, startsAt),
    billingEndDate: dayIn(timeZone, endsAt),
    dueDate: dayIn(timeZone, dueAt),
  }))
  return detail.length === 0 ? {} : { invoiceDetail: detail }
}

function planData({ description, leadReference }: Plan): Pick<StatusResult, 'bundleDescription' | 'metaInfo'> {
  return { bundleDescription: description, metaInfo: { leadId: leadReference } }
}

function bundleData(choice: Choice): Partial<OrderData> {
  if (choice.kind === 'plan') return { productCode: choice.plan.code, description: choice.plan.description }
  if (choice.kind !== 'bundle') return {}
  const { productCode, description, data, dataUnit, amount, lineType } = serializeBundle(choice.bundle)
  const bundleInfo = { description, data, dataUnit, amount, lineType }
  return { productCode, description, data, dataUnit, bundleInfo }
}

/** The answer is cached briefly, since personal data is erased on a schedule. */
const finalForMs = minute
const mostFinal = 10_000

export function serveTransactions(
  api: Api,
  { progress, market, now }: Pick<Portal, 'progress' | 'market' | 'now'>,
): void {
  /** Statuses of payments that cannot change any more. */
  const finalAnswers = new LRUCache<string, { readonly until: number; readonly answer: ApiAnswer }>(atMost(mostFinal))

  serve(api, transactionStatus, async ({ input: { tid }, succeed }) => {
    const known = finalAnswers.get(tid)
    if (known !== undefined && known.until > now()) return known.answer

    const payment = await progress.payment(tid)
    const whole = serializeStatus(tid, payment, market)
    const result = isReadable(payment, now()) ? whole : serializeOldStatus(whole)
    const answer = succeed(result, transactionStatuses[whole.status])
    // A superseded attempt shows another one for as long as no late money of its own arrives.
    if (payment.attempt.id === tid && isFinal(payment)) finalAnswers.set(tid, { until: now() + finalForMs, answer })
    return answer
  })

  serve(api, fetchTransaction, async ({ input: { txnId }, succeed }) => {
    const payment = await progress.payment(txnId)
    return isReadable(payment, now()) ? succeed(serializeOrder(txnId, payment, market)) : failed('not_found')
  })
}
