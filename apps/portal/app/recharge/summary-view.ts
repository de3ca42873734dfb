import type { AmountReading } from '@nyanja/domain/money/amount-limits'
import { formatMinor } from '@nyanja/domain/money/money'
import type { BundleRow } from '../bundles/bundle-rows.ts'
import type { OrderView, RechargePage } from './recharge-page.ts'

export interface SummaryFact {
  readonly term: string
  readonly value: string
  readonly isTotal?: boolean
}

export interface OrderSummaryView {
  readonly facts: readonly SummaryFact[]
  readonly price?: string
  /** Describes the whole order in one line, or what is missing. */
  readonly line: string
}

interface Chosen {
  readonly order?: OrderView
  readonly row?: BundleRow
  readonly amount: AmountReading
}

/** The order as the form has it. */
export function orderSummaryView(
  { order, row, amount }: Chosen,
  { texts, format }: Pick<RechargePage, 'texts' | 'format'>,
): OrderSummaryView {
  const forWhom = order === undefined ? [] : [{ term: texts.orderFor, value: order.numberInFull }]
  if (row !== undefined) return bundleOrderSummary(row, forWhom, texts)
  if (amount.outcome !== 'valid')
    return { facts: forWhom, line: order === undefined ? texts.orderNumberFirst : texts.orderEmpty }

  const price = formatMinor(amount.amount.minor, format)
  return {
    price,
    line: texts.orderAirtime,
    facts: [
      ...forWhom,
      { term: texts.orderAirtime, value: price },
      { term: texts.orderYouPay, value: price, isTotal: true },
    ],
  }
}

/** In the bar of a phone the day is enough: the row above shows the minute. */
const clockTime = /, \d\d:\d\d$/

function bundleOrderSummary(
  row: BundleRow,
  forWhom: readonly SummaryFact[],
  texts: RechargePage['texts'],
): OrderSummaryView {
  const { gives, plan, ends, price } = row
  return {
    price,
    line:
      ends === undefined
        ? gives
        : texts.orderLine.replace('{what}', gives).replace('{end}', ends.replace(clockTime, '')),
    facts: [
      ...forWhom,
      { term: texts.orderBundle, value: `${gives}, ${plan}` },
      { term: texts.orderEnds, value: ends ?? texts.validityUnlimited },
      { term: texts.orderYouPay, value: price, isTotal: true },
    ],
  }
}
