import type { Bill } from '@nyanja/domain/bills/bill'
import { PortalError } from '../../errors.ts'
import { leftOf, outstandingOf } from './customer-bills.ts'
import type { Operation } from './operation.ts'
import { priceOf } from './wire.ts'

/** Money onto an account, for some of its bills or for whichever billing takes first. */
export const billPayment: Operation = {
  resource: { api: 'payments', name: 'payment' },
  ourIdIn: 'correlatorId',
  outcomes: {
    done: 'delivered',
    captured: 'delivered',
    authorized: 'pending',
    pendingAuthorization: 'pending',
    failed: 'impossible',
    canceled: 'impossible',
    denied: 'impossible',
  },

  async bodyOf({ profile: { channel } }, { id, amount, bill }) {
    const { account, invoices } = billIn(bill, id)
    const price = priceOf(amount)
    return {
      correlatorId: id,
      account: { id: account, '@referredType': 'BillingAccount' },
      // However the customer paid, the money reaches billing from us.
      paymentMethod: { name: channel.name },
      totalAmount: price,
      amount: price,
      channel: { id: channel.id, name: channel.name },
      paymentItem: invoices.map(({ billId, outstanding }, at) => ({
        id: String(at + 1),
        amount: priceOf(outstanding),
        item: { id: billId, '@referredType': 'CustomerBill' },
      })),
    }
  },

  async remainingAfter(client, { id, amount: { currency }, bill }) {
    const { account, invoices } = billIn(bill, id)
    if (invoices.length === 0) return outstandingOf(client, account, currency)
    const billIds = invoices.map(({ billId }) => billId)
    return leftOf(client, { account, billIds, currency })
  },
}

function billIn(bill: Bill | undefined, id: string): Bill {
  if (bill === undefined) throw new PortalError('invalid_request', `${id} names no account`)
  return bill
}
