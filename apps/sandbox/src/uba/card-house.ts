import { type CardHouse, pathsBelow } from '../card-desk/card-house.ts'
import type { Payment } from './payment.ts'
import { conclude } from './settle.ts'
import type { Simulation } from './simulation.ts'

export const pagePath = '/uba/cipg-payportal/card'

/** The hosted page: a declined card may be followed by another, and a visitor who left may come back. */
export function cardHouseOf(simulation: Simulation): CardHouse<Payment> {
  return {
    provider: 'uba',
    name: 'UBA U-Collect',
    tint: '#b3121d',
    ...pathsBelow(pagePath),
    find: (id) => simulation.payments.find('id', id),
    referenceOf: ({ reference }) => reference,
    isOpen: ({ taken }) => taken === undefined,
    closedWords: () => 'This payment is done',
    pay: (payment) => conclude(payment, 'approved', simulation),
    decline: (payment) => conclude(payment, 'declined', simulation),
    cancel: (payment) => conclude(payment, 'cancelled', simulation),
    backLink: (payment) => backLinkOf(payment, simulation.returnUrl()),
  }
}

function backLinkOf({ reference, id, taken, card }: Payment, returnUrl: string): string {
  const url = new URL(returnUrl)
  const status = taken === undefined ? 'Cancelled' : 'Approved'
  const fields = { refNo: reference, transactionId: id, status, bnk: card?.brand ?? '' }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
