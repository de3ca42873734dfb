import { type CardHouse, pathsBelow } from '../card-desk/card-house.ts'
import type { Checkout } from './checkout.ts'
import type { Desk } from './desk.ts'
import { settle } from './settle.ts'

export const pagePath = '/paychangu/checkout'

/** The hosted page: a declined card may be followed by another, and a visitor who left may come back. */
export function cardHouseOf(desk: Desk): CardHouse<Checkout> {
  return {
    provider: 'paychangu',
    name: 'PayChangu',
    tint: '#0b6e4f',
    ...pathsBelow(pagePath),
    find: (id) => desk.checkouts.byId(id),
    referenceOf: ({ reference }) => reference,
    isOpen: ({ payment }) => payment === undefined,
    closedWords: ({ isReversed }) => (isReversed ? 'This payment was reversed' : 'This payment is done'),
    pay: (checkout) => settle(checkout, 'paid', desk),
    decline: (checkout) => settle(checkout, 'failed', desk),
    cancel: (checkout) => settle(checkout, 'cancelled', desk),
    wayBack: wayBackOf,
  }
}

/** Whether a query of the merchant's own survives is not published; here PayChangu is rude to it. */
function wayBackOf({ payment, callbackUrl, returnUrl, reference }: Checkout): string {
  const name = new URLSearchParams({ tx_ref: reference })
  return payment === undefined ? `${returnUrl}?${name}&status=failed` : `${callbackUrl}?${name}`
}
