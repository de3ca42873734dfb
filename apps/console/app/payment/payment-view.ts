import type { PaymentFile } from '@nyanja/back-office/operations/payment-files'
import type { HistoricAttempt } from '@nyanja/back-office/operations/reviews'
import { maskAccount } from '@nyanja/domain/bills/account-number'
import { type Currency, displayMoney, type Money } from '@nyanja/domain/money/money'
import { formatMsisdn } from '@nyanja/domain/numbers/msisdn'
import { computeAnswerDeadline } from '@nyanja/domain/payments/correction'
import { computeStatus } from '@nyanja/domain/payments/payment-status'
import { amountStatedBy } from '@nyanja/domain/payments/review-resolutions'
import { policyOf, type ResolvingAct, resolutionOfAct } from '@nyanja/domain/staff/acts'
import { summarizePayment } from '@nyanja/domain/staff/payment-summary'
import type { Staff } from '@nyanja/domain/staff/roles'
import type { FillValues } from '@nyanja/domain/texts/fill'
import type { Market } from '@nyanja/server/settings/market'
import type { Clock } from '@nyanja/web/format/clock'
import { waitingRequest } from '../acts/waiting-requests.tsx'
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

/** The numbers of a payment, undefined once they were erased, and the words of a gift, undefined while hidden. */
export interface Contacts {
  readonly payer: string | undefined
  readonly receiver: string | undefined
  readonly account: string | undefined
  readonly giftMessage: string | undefined
}

const orNothing = (text: string, show: (text: string) => string) => (text === '' ? undefined : show(text))

/** Shows the numbers unmasked, for an answer to a recorded act alone. */
export function contactsOf({ history, attempt }: PaymentFile, { numbers }: Pick<Market, 'numbers'>): Contacts {
  const show = (number: string) => formatMsisdn(number, numbers.countryCode)
  return {
    payer: orNothing(attempt.payerMsisdn, show),
    receiver: orNothing(history.msisdn, show),
    account: history.account,
    giftMessage: history.giftMessage,
  }
}

function attemptView(attempt: HistoricAttempt, { clock, market, texts }: PaymentViewOptions) {
  const { delivery, received } = attempt
  return {
    reference: attempt.reference,
    method: attempt.method,
    provider: providerName(attempt.gateway, market),
    amount: displayMoney(attempt.amount),
    received: received && `${displayMoney(received.amount)}, ${clock.exact(received.at)}`,
    asked: attempt.asked && displayMoney(attempt.asked),
    refundWanted: delivery?.refundWantedAt === undefined ? undefined : clock.exact(delivery.refundWantedAt),
    begun: clock.exact(attempt.createdAt),
    money: attempt.components.money,
    refusal: attempt.refusal,
    checks: attempt.checks,
    nextCheck: attempt.nextCheckAt === undefined ? undefined : clock.exact(attempt.nextCheckAt),
    ourId: attempt.id,
    providerId: attempt.providerReference,
    bssId: delivery?.bssReference,
    items: delivery?.items?.map(({ msisdn, amount, productCode = '', state, bssReference = '' }, index) => ({
      place: index + 1,
      what: [maskNumber(msisdn, market), displayMoney(amount), productCode].filter((part) => part !== '').join(' · '),
      state,
      bssReference,
    })),
    calls: callsOf(attempt, { clock, texts }),
    bssCalls: delivery && { sends: delivery.sends, reads: delivery.lookups, reason: delivery.reason },
  }
}

const resolvingActs = Object.keys(resolutionOfAct) as readonly ResolvingAct[]
type AmountAct = 'refund_part' | 'give_credit' | 'take_back' | ResolvingAct

export interface AmountField {
  readonly act: AmountAct
  readonly currency: Currency
  readonly hint: 'refund_part' | 'give_credit' | 'take_back' | 'received' | 'unanswered' | 'returned'
  readonly values: FillValues
}

/** The fields and figures of an act that is about an amount. */
function amountFields(attempt: HistoricAttempt, clock: Clock): readonly AmountField[] {
  const { amount, quote, components } = attempt
  const field = (act: AmountAct, most: Money, hint: AmountField['hint'], values: FillValues = {}): AmountField => ({
    ...{ act, hint, currency: most.currency },
    values: { amount: displayMoney(most), ...values },
  })
  const stated = resolvingActs.flatMap((act) => {
    const kind = amountStatedBy(resolutionOfAct[act], components)
    if (kind === undefined) return []
    if (kind === 'returned') return [field(act, attempt.part ?? amount, kind)]
    const { received } = attempt
    if (received === undefined) return [field(act, amount, 'unanswered')]
    return [field(act, received.amount, kind, { time: clock.exact(received.at) })]
  })
  return [
    field('refund_part', amount, 'refund_part'),
    field('give_credit', quote?.ordered ?? amount, 'give_credit'),
    field('take_back', quote?.ordered ?? amount, 'take_back'),
    ...stated,
  ]
}

export type AttemptView = ReturnType<typeof attemptView>

/** All that the page of a payment shows: times as text, numbers masked. */
export function paymentView(file: PaymentFile, options: PaymentViewOptions) {
  const { history, attempt, acts, requests, correction } = file
  const { market, publicOrigin, clock, staff } = options
  const { components } = attempt
  const masked = (number: string) => maskNumber(number, market)
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
    received: attempt.received && displayMoney(attempt.received.amount),
    part: attempt.part && displayMoney(attempt.part),
    credit: attempt.credit && { amount: displayMoney(attempt.credit.amount), state: attempt.credit.state },
    takeback: attempt.takeback && {
      ...{ amount: displayMoney(attempt.takeback.amount), state: attempt.takeback.state },
      reason: attempt.takeback.reason,
    },
    reviews: attempt.reviews,
    contacts: {
      payer: masked(attempt.payerMsisdn),
      receiver: masked(history.msisdn),
      account: history.account === undefined ? undefined : maskAccount(history.account),
      giftMessage: undefined,
    } satisfies Contacts,
    hasGiftMessage: history.giftMessage !== undefined,
    mayReveal: may(staff, policyOf('reveal').permission),
    customer: {
      status: computeStatus({ ...components, isAtGatewayPage: false }),
      href: `${publicOrigin}/payment/status/${attempt.id}`,
    },
    acts: acts.map(({ act, obstacle }) => ({ act, obstacle, isPermitted: may(staff, policyOf(act).permission) })),
    amounts: amountFields(attempt, clock),
    requests: requests.map((request) => waitingRequest(request, { clock, staff, takeback: attempt.takeback })),
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
