import { groupWhileTyping, type MsisdnRules } from '@nyanja/domain/numbers/msisdn'
import {
  type GiftFault,
  type GiftReading,
  giftMessageDigits,
  giftMessageLength,
  isPaidByAnother,
  mayBeGift,
  readGiftMessage,
} from '@nyanja/domain/payments/gift-message'
import { fill } from '@nyanja/domain/texts/fill'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import type { Payer } from '@nyanja/server/payments/payments'
import { unbroken } from '../format/text.ts'
import type { PaymentTexts } from '../order/order-facts.ts'
import type { Problem } from '../ui/error-summary.tsx'

export const giftFieldName = 'giftMessage'

const faultTexts = {
  too_long: 'giftTooLong',
  has_link: 'giftHasLink',
  has_address: 'giftHasAddress',
  has_digits: 'giftHasDigits',
  has_pictures: 'giftHasPictures',
  has_controls: 'giftHasControls',
} as const satisfies Record<GiftFault, keyof PaymentTexts>

const limits = { length: giftMessageLength, digits: giftMessageDigits }

/** The field for a message to the receiver, undefined where the order is no gift. */
export function giftField(order: PlacedOrder, texts: PaymentTexts, rules: MsisdnRules) {
  if (!mayBeGift(order)) return undefined
  const number = unbroken(groupWhileTyping(order.msisdn, rules))
  return {
    summary: texts.giftSummary,
    label: texts.giftLabel,
    hint: fill(texts.giftHint, { ...limits, number }),
    start: order.giftMessage ?? '',
  }
}

/** Reads the message; an order without the field has none, whatever is sent. */
export function readGiftField(order: PlacedOrder, typed: string | undefined): GiftReading {
  return mayBeGift(order) ? readGiftMessage(typed) : { outcome: 'none' }
}

interface Giving {
  readonly gift: GiftReading
  readonly order: PlacedOrder
  /** The payer, once known. */
  readonly payer: Payer | undefined
}

export function problemsOfGift({ gift, order, payer }: Giving, texts: PaymentTexts): readonly Problem[] {
  if (gift.outcome === 'none') return []
  if (gift.outcome === 'fault') return [{ field: giftFieldName, text: fill(texts[faultTexts[gift.fault]], limits) }]
  if (payer === undefined) return []
  const { method, payerMsisdn = order.msisdn } = payer
  return isPaidByAnother({ method, payerMsisdn }, order.msisdn)
    ? []
    : [{ field: giftFieldName, text: texts.giftOwnNumber }]
}
