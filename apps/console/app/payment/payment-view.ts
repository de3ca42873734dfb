import { maskAccount } from '@nyanja/domain/bills/account-number'
import { displayMoney } from '@nyanja/domain/money/money'
import { formatMsisdn } from '@nyanja/domain/numbers/msisdn'
import { computeAnswerDeadline } from '@nyanja/domain/payments/correction'
import { computeStatus } from '@nyanja/domain/payments/payment-status'
import { policyOf } from '@nyanja/domain/staff/acts'
import { summarizePayment } from '@nyanja/domain/staff/payment-summary'
import type { Staff } from '@nyanja/domain/staff/roles'
import type { PaymentFile } from '@nyanja/server/operations/payment-files'
import type { HistoricAttempt } from '@nyanja/server/operations/reviews'
import type { Market } from '@nyanja/server/settings/market'
import type { Clock } from '@nyanja/web/format/clock'
import { may } from '../guard.ts'
import type { Texts } from '../texts.ts'
import { callsOf } from './calls-view.ts'
import { maskNumber, providerName } from './payment-row.ts'
import { timelineOf } from './timeline-view.ts'

export interface PaymentViewOptions {
  readonly market: Market
  readonly publicOrigin: string
  readonly clock: Clock
  readonly texts: Texts
  readonly staff: Staff
}

/** The numbers of a payment; undefined once they were forgotten. */
export interface Contacts {
  readonly payer: string | undefined
  readonly receiver: string | undefined
  readonly account: string | undefined
}

const orNothing = (text: string, show: (text: string) => string) => (text === '' ? undefined : show(text))

/** Unmasked: only for an answer to a recorded act. */
export function contactsOf({ history, attempt }: PaymentFile, { numbers }: Pick<Market, 'numbers'>): Contacts {
  const show = (number: string) => formatMsisdn(number, numbers.countryCode)
  return {
    payer: orNothing(attempt.payerMsisdn, show),
    receiver: orNothing(history.msisdn, show),
    account: history.account,
  }
}

function attemptView(attempt: HistoricAttempt, { clock, market, texts }: PaymentViewOptions) {
  const { delivery } = attempt
  return {
    reference: attempt.reference,
    method: attempt.method,
    provider: providerName(attempt.gateway, market),
    amount: displayMoney(attempt.amount),
    begun: clock.exact(attempt.createdAt),
    money: attempt.components.money,
    refusal: attempt.refusal,
    checks: attempt.checks,
    nextCheck: attempt.nextCheckAt === undefined ? undefined : clock.exact(attempt.nextCheckAt),
    ourId: attempt.id,
    providerId: attempt.providerReference,
    bssId: delivery?.bssReference,
    calls: callsOf(attempt, { clock, texts }),
    bssCalls: delivery && { sends: delivery.sends, reads: delivery.lookups, reason: delivery.reason },
  }
}

export type AttemptView = ReturnType<typeof attemptView>

/** All that the page of a payment shows: times as text, numbers masked. */
export function paymentView(file: PaymentFile, options: PaymentViewOptions) {
  const { history, attempt, acts, requests, correction } = file
  const { market, publicOrigin, clock, staff } = options
  const { components } = attempt
  const masked = (number: string) => maskNumber(number, market)
  const price = attempt.quote?.ordered ?? attempt.amount
  return {
    reference: history.reference,
    product: history.product,
    channel: history.channel,
    amount: displayMoney(attempt.amount),
    method: attempt.method,
    provider: providerName(attempt.gateway, market),
    ordered: clock.exact(history.createdAt),
    summary: summarizePayment(components, { isInReview: attempt.reviews.length > 0 }),
    components,
    part: attempt.part && displayMoney(attempt.part),
    credit: attempt.credit && { amount: displayMoney(attempt.credit.amount), state: attempt.credit.state },
    reviews: attempt.reviews,
    contacts: {
      payer: masked(attempt.payerMsisdn),
      receiver: masked(history.msisdn),
      account: history.account === undefined ? undefined : maskAccount(history.account),
    } satisfies Contacts,
    mayReveal: may(staff, policyOf('reveal').permission),
    customer: {
      status: computeStatus({ ...components, isAtGatewayPage: false }),
      href: `${publicOrigin}/payment/status/${attempt.id}`,
    },
    acts: acts.map(({ act, obstacle }) => ({ act, obstacle, isPermitted: may(staff, policyOf(act).permission) })),
    amounts: {
      refund_part: { currency: attempt.amount.currency, most: displayMoney(attempt.amount) },
      give_credit: { currency: price.currency, most: displayMoney(price) },
    },
    requests: requests.map(({ id, act, reason, amount, requestedById, requestedBy, requestedAt }) => ({
      ...{ id, act, reason, requestedBy, amount: amount && displayMoney(amount) },
      requestedAt: clock.exact(requestedAt),
      mayDecide: requestedById !== staff.id && may(staff, 'approve'),
      isOwn: requestedById === staff.id,
    })),
    correction: correction && {
      wanted: masked(correction.wantedMsisdn),
      requestedAt: clock.exact(correction.askedAt),
      answerBy: clock.exact(computeAnswerDeadline(correction.askedAt)),
    },
    timeline: timelineOf(history, options),
    attempts: history.attempts.map((one) => attemptView(one, options)),
  }
}

export type PaymentView = ReturnType<typeof paymentView>
