import { type CardHouse, pathsBelow } from '../card-desk/card-house.ts'
import type { Desk } from './desk.ts'
import type { Payment } from './payment.ts'
import { settle } from './settle.ts'

export const pagePath = '/uba/cipg-payportal/card'

/** The hosted page: a declined card may be followed by another, and a visitor who left may come back. */
export function cardHouseOf(desk: Desk): CardHouse<Payment> {
  return {
    provider: 'uba',
    name: 'UBA U-Collect',
    tint: '#b3121d',
    ...pathsBelow(pagePath),
    find: (id) => desk.payments.byId(id),
    referenceOf: ({ reference }) => reference,
    isOpen: ({ taken }) => taken === undefined,
    closedWords: () => 'This payment is done',
    pay: (payment) => settle(payment, 'approved', desk),
    decline: (payment) => settle(payment, 'declined', desk),
    cancel: (payment) => settle(payment, 'cancelled', desk),
    wayBack: (payment) => wayBackOf(payment, desk.returnUrl()),
  }
}

function wayBackOf({ reference, id, taken, card }: Payment, returnUrl: string): string {
  const url = new URL(returnUrl)
  const status = taken === undefined ? 'Cancelled' : 'Approved'
  const fields = { refNo: reference, transactionId: id, status, bnk: card?.brand ?? '' }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
