import { type CardHouse, pathsBelow } from '../card-desk/card-house.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { Desk } from './desk.ts'
import { settle } from './settle.ts'
import type { RequestStatus } from './status-codes.ts'

export const pagePath = '/tingg/checkout'

const closedWords: Partial<Record<RequestStatus, string>> = {
  129: 'The time for this payment has passed',
  179: 'The time for this payment has passed',
  180: 'This payment was rejected by the shop',
}

/** The hosted page: a failed attempt leaves the request open, and so does a visitor who turns back. */
export function cardHouseOf(desk: Desk): CardHouse<CheckoutRequest> {
  const { requests } = desk
  return {
    provider: 'tingg',
    name: 'Tingg by Cellulant',
    tint: '#7a1f5c',
    ...pathsBelow(pagePath),
    find: (id) => requests.byId(id),
    referenceOf: ({ reference }) => reference,
    isOpen: (request) => requests.canBePaid(request),
    closedWords: (request) => closedWords[requests.statusOf(request)] ?? 'This payment is done',
    pay: (request) => settle(request, 'paid', desk),
    decline: (request) => settle(request, 'failed_attempt', desk),
    cancel: () => {},
    wayBack: wayBackOf,
  }
}

function wayBackOf({ payment, successUrl, failUrl, reference, checkoutRequestId }: CheckoutRequest): string {
  const url = new URL(payment === undefined ? failUrl : successUrl)
  url.searchParams.append('merchant_transaction_id', reference)
  url.searchParams.append('checkout_request_id', String(checkoutRequestId))
  return url.href
}
