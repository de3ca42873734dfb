import { countSeptets, toGsmText } from '../texts/gsm-alphabet.ts'
import type { OrderKind } from './payment-options.ts'

/** The length of a message: with the words of the product, in any language, it is one SMS. */
export const giftMessageLength = 70

/** A year is four digits, and a short code of a service is no longer; a phone number or a one-time code is. */
export const giftMessageDigits = 4

/** The rules of a message, by the first that is broken. */
export const giftFaults = ['has_controls', 'has_pictures', 'has_link', 'has_address', 'has_digits', 'too_long'] as const
export type GiftFault = (typeof giftFaults)[number]

export type GiftReading =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'valid'; readonly message: string }
  | { readonly outcome: 'fault'; readonly fault: GiftFault }

/** Handsets make links of such texts; a sentence has a blank after its full stop. */
const link = /:\/\/|\bhttps?\b|\bwww\b|[\p{L}\d-]\.\p{L}{2,}/iu
/** A code to dial, such as one that sends airtime, is a link of its own kind. */
const dialled = /\*\d|\d\s*#/

const isBroken: Readonly<Record<GiftFault, (message: string) => boolean>> = {
  has_controls: (message) => /[\p{Cc}\p{Cf}]/u.test(message),
  has_pictures: (message) => countSeptets(message) === undefined,
  has_link: (message) => link.test(message),
  has_address: (message) => message.includes('@'),
  has_digits: (message) => dialled.test(message) || message.replace(/\D/g, '').length > giftMessageDigits,
  too_long: (message) => (countSeptets(message) ?? 0) > giftMessageLength,
}

/**
 * Reads the words that a giver adds to a gift. The SMS is sent under the operator's name to a person who did not ask for
 * it, so that nothing in it may be followed, dialled or answered. The rules apply to what is sent, in its plain letters.
 */
export function readGiftMessage(typed = ''): GiftReading {
  const message = toGsmText(typed).replace(/\s+/g, ' ').trim()
  if (message === '') return { outcome: 'none' }
  const fault = giftFaults.find((each) => isBroken[each](message))
  return fault === undefined ? { outcome: 'valid', message } : { outcome: 'fault', fault }
}

interface Given {
  readonly choice?: { readonly kind: OrderKind } | undefined
  readonly account?: string | undefined
  readonly payLink?: string | undefined
}

const givenKinds: ReadonlySet<OrderKind> = new Set(['airtime', 'bundle'])

/** Tells whether an order may be a gift. Who pays by a link does not know the receiver. */
export function mayBeGift({ choice, account, payLink }: Given): boolean {
  return choice !== undefined && givenKinds.has(choice.kind) && account === undefined && payLink === undefined
}

interface Payer {
  readonly method: string
  readonly payerMsisdn: string
}

/** Tells whether it is paid by another than the receiver. A card has no number. */
export function isPaidByAnother({ method, payerMsisdn }: Payer, receiver: string): boolean {
  return method === 'card' || payerMsisdn !== receiver
}
