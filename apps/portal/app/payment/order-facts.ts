import { endOfBundle } from '@nyanja/domain/bundles/bundle'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import { formatMsisdn, maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { OrderKind } from '@nyanja/domain/payments/order'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { PlacedOrder } from '@nyanja/server/payments/order'
import { givesOf, planOf, volumeOf } from '../format/bundle-texts.ts'
import type { Clock } from '../format/clock.ts'
import { billFacts, chargeFacts } from './bill-facts.ts'
import { planFacts } from './plan-facts.ts'

export type PaymentTexts = ContentPackages['orp-translation']
export type BundleTexts = ContentPackages['recharge-translation']

export interface TextFact {
  readonly term: string
  readonly value: string
  readonly isTotal?: boolean
}

interface Words {
  readonly texts: PaymentTexts
  readonly bundleTexts: BundleTexts
  readonly clock: Clock
  readonly now: number
  readonly countryCode: string
  /** Where that is in another currency than the order. */
  readonly charged?: Money
}

/** The order in rows, as the visitor sees it before paying. */
export function orderFacts({ msisdn, choice, payLink }: PlacedOrder, words: Words): TextFact[] {
  const { texts, bundleTexts, clock, now, countryCode, charged = choice.amount } = words
  const shown = payLink === undefined ? formatMsisdn : maskMsisdn
  const forWhom = { term: texts.orderFor, value: shown(msisdn, countryCode) }
  const price =
    charged.currency === choice.amount.currency ? [] : [{ term: texts.amount, value: displayMoney(choice.amount) }]
  const total = [...price, { term: texts.youPay, value: displayMoney(charged), isTotal: true }]
  const kind = { term: texts.rechargeType, value: texts[kindTexts[choice.kind]] }
  if (choice.kind === 'airtime') return [forWhom, kind, ...total]
  if (choice.kind === 'plan')
    return [forWhom, kind, ...planFacts(choice, { texts, isShared: payLink !== undefined }), ...total]
  if (choice.kind !== 'bundle') {
    // Of a line only the number was typed: its account number would open the bill.
    const isOfLine = choice.kind === 'bill'
    const whose = isOfLine ? [forWhom, kind] : [kind]
    const isMasked = isOfLine || payLink !== undefined
    // A credit would tell what is owed to others than the visitor who typed the number.
    const charge = payLink === undefined ? chargeFacts(choice.bill, { texts }) : []
    return [...whose, ...billFacts(choice.bill, { texts, clock, isMasked }), ...charge, ...total]
  }

  const { bundle } = choice
  const end = endOfBundle(bundle, now)
  return [
    forWhom,
    kind,
    { term: texts.planDetails, value: planOf(bundle, bundleTexts) },
    ...(bundle.description === '' ? [] : [{ term: texts.bundleDescription, value: bundle.description }]),
    ...(bundle.data === undefined ? [] : [{ term: texts.data, value: dataOf(bundle.data, words) }]),
    { term: texts.ends, value: end === undefined ? texts.unlimited : clock.day(end) },
    ...total,
  ]
}

function dataOf(data: Exclude<BundleOf['data'], undefined>, { texts, bundleTexts }: Words): string {
  return data === 'unlimited' ? texts.unlimited : volumeOf(data, bundleTexts)
}

type BundleOf = Extract<PlacedOrder['choice'], { kind: 'bundle' }>['bundle']

/** What an order is called on its way to the payment. */
export const kindTexts = {
  airtime: 'kindAirtime',
  bundle: 'kindBundle',
  bill: 'kindBill',
  invoice: 'kindInvoice',
  plan: 'kindLead',
} as const satisfies Record<OrderKind, keyof PaymentTexts>

/** What is bought, in few words: `2.6 GB`, `MWK 500`. */
export function whatOf({ choice }: PlacedOrder, bundleTexts: BundleTexts): string {
  return choice.kind === 'bundle' ? givesOf(choice.bundle, bundleTexts) : displayMoney(choice.amount)
}
