import { type JsonObject, objectsAt, textAt } from '../../core/bodies.ts'
import type { Delivery } from '../../core/simulator.ts'
import { minorOf, price, sum, valueIn } from '../amounts.ts'
import { type BssOperation, type Performed, refused } from '../bss-operation.ts'
import type { Row } from '../collection.ts'
import { leadEnds, leadNumber, moveLead } from '../lead.ts'
import type { Store } from '../store.ts'
import { notFound } from '../tmf-error.ts'

/**
 * Pays the named bills, then the oldest open ones, and credits the account's balance. A payment for a lead pays no
 * bill: it starts the work on the lead.
 */
export const pay: BssOperation = {
  operation: 'payment',
  stateField: 'status',
  states: { open: 'pendingAuthorization', completed: 'done', failed: 'failed' },
  answersOpen: false,
  eventName: 'payment',

  msisdnOf(store, row) {
    accountIn(store, row)
    return undefined
  },

  perform(store, row, now) {
    const account = accountIn(store, row)
    let left = valueIn(row, 'totalAmount')
    if (left <= 0) return refused('Only a positive amount can be paid')
    const lead = leadIn(store, row)
    if (lead === 'none') return refused('There is no such lead')
    if (lead !== undefined) return payLead(store, lead, now)
    for (const { bill, wanted } of claims(store, row, account)) {
      const paid = Math.min(left, wanted, valueIn(bill, 'remainingAmount'))
      if (paid > 0) payBill(store, bill, { paid, paymentId: row.id })
      left = sum(left, -paid)
    }
    lowerBalance(store, account, valueIn(row, 'totalAmount'))
    return { done: true, changes: { statusDate: now.toISOString() } }
  },

  deliveryOf: (store, row) => ({
    reference: textAt(row, 'correlatorId') ?? '',
    kind: 'payment',
    ...receiverOf(store, row),
    amountMinor: minorOf(valueIn(row, 'totalAmount')),
    currency: textAt(row, 'totalAmount', 'unit') ?? '',
    at: textAt(row, 'statusDate') ?? '',
  }),
}

interface Claim {
  readonly bill: Row
  readonly wanted: number
}

function accountIn(store: Store, row: Row): Row {
  const id = textAt(row, 'account', 'id')
  const account = store.get('billingAccount', id)
  if (account === undefined) throw notFound('billing account', id)
  return account
}

/** The lead that is paid for, if it is one. */
function leadIn(store: Store, row: Row): Row | 'none' | undefined {
  const item = objectsAt(row, 'paymentItem').find((one) => textAt(one, 'item', '@referredType') === 'SalesLead')
  return item && (store.get('salesLead', textAt(item, 'item', 'id')) ?? 'none')
}

/** The account, or the lead's customer and the lead. */
function receiverOf(store: Store, row: Row): Pick<Delivery, 'msisdn' | 'account' | 'productCode'> {
  const lead = leadIn(store, row)
  if (lead === undefined || lead === 'none') return { account: textAt(row, 'account', 'id') ?? '' }
  const [msisdn, productCode] = [leadNumber(lead), textAt(lead, 'productOffering', 'id')]
  return { ...(msisdn !== undefined && { msisdn }), ...(productCode !== undefined && { productCode }) }
}

function payLead(store: Store, lead: Row, now: Date): Performed {
  const status = textAt(lead, 'status') ?? ''
  if (leadEnds.includes(status)) return refused('The lead has come to its end')
  const changes = { statusDate: now.toISOString() }
  if (status !== 'acknowledged') return { done: true, changes }
  return { done: true, changes, movedLead: moveLead(store, lead, { status: 'inProgress' }, now) }
}

/** Each bill is read by itself, because a paid one becomes a new row. */
function* claims(store: Store, row: Row, account: Row): Generator<Claim> {
  for (const item of objectsAt(row, 'paymentItem')) {
    const bill = store.get('customerBill', textAt(item, 'item', 'id'))
    if (bill) yield { bill, wanted: item.amount === undefined ? Number.POSITIVE_INFINITY : valueIn(item, 'amount') }
  }
  const bills = store.in('customerBill').find('billingAccount.id', account.id)
  const oldestFirst = bills.toSorted((left, right) => dueDate(left).localeCompare(dueDate(right)))
  for (const bill of oldestFirst) yield { bill, wanted: Number.POSITIVE_INFINITY }
}

function payBill(store: Store, bill: Row, { paid, paymentId }: { paid: number; paymentId: string }): void {
  const { currency } = store.market
  const remaining = sum(valueIn(bill, 'remainingAmount'), -paid)
  store.change('customerBill', bill, {
    remainingAmount: price(remaining, currency),
    state: remaining > 0 ? 'partiallyPaid' : 'settled',
    appliedPayment: [
      ...objectsAt(bill, 'appliedPayment'),
      { appliedAmount: price(paid, currency), payment: { id: paymentId, '@referredType': 'Payment' } },
    ],
  })
}

function lowerBalance(store: Store, account: Row, paid: number): void {
  const accountBalance = objectsAt(account, 'accountBalance').map(
    (balance): JsonObject =>
      balance.balanceType === 'outstanding'
        ? { ...balance, amount: price(sum(valueIn(balance, 'amount'), -paid), store.market.currency) }
        : balance,
  )
  store.change('billingAccount', account, { accountBalance })
}

const dueDate = (bill: Row): string => textAt(bill, 'paymentDueDate') ?? ''
