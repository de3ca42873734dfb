import type { FoundPayment } from '@nyanja/back-office/operations/payment-finder'
import { displayMoney } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { type PaymentSummary, summarizePayment } from '@nyanja/domain/staff/payment-summary'
import type { Market } from '@nyanja/server/settings/market'
import type { Clock } from '@nyanja/web/format/clock'
import type { Tone } from '../ui/tag.tsx'

export const toneOf: Readonly<Record<PaymentSummary, Tone>> = {
  in_review: 'bad',
  undelivered: 'wait',
  undecided: 'wait',
  going_back: 'wait',
  delivered: 'ok',
  gone_back: 'info',
  refused: 'info',
  expired: 'info',
  reversed: 'bad',
  not_begun: 'info',
}

/** Names a provider as `DPO Pay`; undefined where the method has that name. A removed provider has its code. */
export function providerName(gateway: string, { paymentOptions }: Pick<Market, 'paymentOptions'>): string | undefined {
  const option = paymentOptions.find((one) => one.gateway === gateway)
  return option === undefined ? gateway : option.displayName
}

/** Masks a number; it is undefined once it was erased. */
export const maskNumber = (msisdn: string, { numbers }: Pick<Market, 'numbers'>): string | undefined =>
  msisdn === '' ? undefined : maskMsisdn(msisdn, numbers.countryCode)

/** A payment in a table, with masked numbers and its time as text. */
export interface PaymentRow {
  readonly reference: string
  /** Formats a time as `27 Nov 2026, 14:05`. */
  readonly time: string
  readonly product: string
  readonly amount: string
  readonly method: string
  readonly payer: string | undefined
  readonly receiver: string | undefined
  readonly summary: PaymentSummary
}

export function toRow(found: FoundPayment, market: Pick<Market, 'numbers'>, clock: Clock): PaymentRow {
  const { reference, createdAt, product, amount, method, components, isInReview } = found
  return {
    ...{ reference, product, method },
    time: `${clock.shortDay(createdAt)}, ${clock.time(createdAt)}`,
    amount: displayMoney(amount),
    payer: maskNumber(found.payerMsisdn, market),
    receiver: maskNumber(found.msisdn, market),
    summary: summarizePayment(components, { isInReview }),
  }
}
