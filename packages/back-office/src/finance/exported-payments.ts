import type { DayRange } from '@nyanja/domain/finance/days'
import { computeFee, type FeeRules, findFeeRule } from '@nyanja/domain/finance/fees'
import { type Money, money } from '@nyanja/domain/money/money'
import { clockTimeIn, dayIn } from '@nyanja/server/common/zone-time'
import type { DayEvent } from './day-reports.ts'
import type { Cell, ColumnType } from './export-formats.ts'

/** The facts that the provider's settlement files report about a payment. */
export interface ReportedPayment {
  /** The id of the payment in the file. */
  readonly name?: string
  readonly fee?: Money
  readonly net?: Money
  readonly payout?: string
  readonly payoutDay?: string
}

/** A captured payment without a phone number, a name or an address. */
export interface ListedPayment extends Pick<DayEvent, 'gateway' | 'method' | 'channel' | 'kind' | 'district'> {
  readonly capturedAt: number
  readonly id: string
  readonly reference: string
  readonly providerReference?: string
  readonly productCode?: string
  readonly account?: string
  readonly invoices?: readonly string[]
  readonly amount: Money
  readonly money: string
  readonly delivery?: string
  readonly refund?: { readonly state: string; readonly amount: Money; readonly at?: number }
  readonly reported?: ReportedPayment
}

export interface PaymentList {
  /** The payments that were captured on the closed days of a range. */
  captured(range: DayRange): AsyncIterable<ListedPayment>
}

/** The names under which a gateway's provider has a payment. */
export interface NamesAtProvider {
  readonly providerIds?: (providerReference: string) => readonly string[]
  readonly sentReference?: (id: string) => string
}

export interface ExportTerms {
  readonly timeZone: string
  /** The fees by gateway. */
  readonly fees: Readonly<Record<string, FeeRules>>
  readonly names: ReadonlyMap<string, NamesAtProvider>
}

interface Facts extends ListedPayment {
  readonly day: string
  /** The time on the clocks of the market, such as `10:00:05`. */
  readonly time: string
  readonly sentReference: string
  readonly providerIds: readonly string[]
  /** The fee by the contract of the day, as in the close. */
  readonly fee: Money
  readonly feeTax: Money
  readonly net: Money
  readonly refundedOn: string | undefined
}

const columns = {
  captured_at: ['time', ({ capturedAt }) => capturedAt],
  captured_on: ['day', ({ day }) => day],
  captured_time: ['text', ({ time }) => time],
  id: ['text', ({ id }) => id],
  reference: ['text', ({ reference }) => reference],
  sent_reference: ['text', ({ sentReference }) => sentReference],
  provider_reference: ['text', ({ providerIds: [id] }) => id],
  provider_reference_2: ['text', ({ providerIds: [, id] }) => id],
  file_reference: ['text', ({ reported }) => reported?.name],
  method: ['text', ({ method }) => method],
  gateway: ['text', ({ gateway }) => gateway],
  product: ['text', ({ kind }) => kind],
  bundle_code: ['text', ({ productCode }) => productCode],
  channel: ['text', ({ channel }) => channel],
  district: ['text', ({ district }) => district],
  account: ['text', ({ account }) => account],
  invoices: ['text', ({ invoices }) => invoices?.join(' ')],
  currency: ['text', ({ amount: { currency } }) => currency],
  amount: ['money', ({ amount }) => amount],
  fee: ['money', ({ fee }) => fee],
  fee_tax: ['money', ({ feeTax }) => feeTax],
  net: ['money', ({ net }) => net],
  file_fee: ['money', ({ reported }) => reported?.fee],
  file_net: ['money', ({ reported }) => reported?.net],
  payout: ['text', ({ reported }) => reported?.payout],
  payout_on: ['day', ({ reported }) => reported?.payoutDay],
  money: ['text', (one) => one.money],
  delivery: ['text', ({ delivery }) => delivery],
  refund: ['text', ({ refund }) => refund?.state],
  refund_amount: ['money', ({ refund }) => refund?.amount],
  refunded_on: ['day', ({ refundedOn }) => refundedOn],
} as const satisfies Readonly<Record<string, readonly [ColumnType, (facts: Facts) => Cell]>>

export const paymentColumns: Readonly<Record<string, ColumnType>> = Object.fromEntries(
  Object.entries(columns).map(([name, [type]]) => [name, type]),
)

function factsOf(one: ListedPayment, { timeZone, fees, names }: ExportTerms): Facts {
  const { id, gateway, amount, capturedAt, providerReference, refund } = one
  const { providerIds, sentReference } = names.get(gateway) ?? {}
  const day = dayIn(timeZone, capturedAt)
  const { feeMinor, taxMinor } = computeFee(amount, findFeeRule(fees[gateway], day))
  const of = (minor: number) => money(amount.currency, minor)
  return {
    ...one,
    day,
    time: clockTimeIn(timeZone, capturedAt),
    sentReference: sentReference?.(id) ?? id,
    providerIds: providerReference === undefined ? [] : (providerIds?.(providerReference) ?? [providerReference]),
    ...{ fee: of(feeMinor), feeTax: of(taxMinor), net: of(amount.minor - feeMinor - taxMinor) },
    refundedOn: refund?.at === undefined ? undefined : dayIn(timeZone, refund.at),
  }
}

/** Writes the cells in the order of the columns above. */
export function toPaymentRow(one: ListedPayment, terms: ExportTerms): readonly Cell[] {
  const facts = factsOf(one, terms)
  return Object.values(columns).map(([, cellOf]) => cellOf(facts))
}
