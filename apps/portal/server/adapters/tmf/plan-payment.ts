import { PortalError } from '../../errors.ts'
import { billPayment } from './bill-payment.ts'
import type { Operation } from './operation.ts'
import { findLead } from './tmf-lead-service.ts'
import { priceOf } from './wire.ts'

/** Money for a line that is not there yet: it waits on an account for such, and the lead says what it is for. */
export const planPayment: Operation = {
  resource: billPayment.resource,
  ourIdIn: billPayment.ourIdIn,
  outcomes: billPayment.outcomes,

  async bodyOf(client, { id, amount, leadReference }) {
    const lead = leadReference === undefined ? undefined : await findLead(client, leadReference)
    if (lead === undefined) throw new PortalError('provider_broke_contract', `bss salesLead: no lead for ${id}`)

    const { channel, leads } = client.profile
    const price = priceOf(amount)
    return {
      correlatorId: id,
      account: { id: leads.prepayments, '@referredType': 'BillingAccount' },
      // However the customer paid, the money reaches billing from us.
      paymentMethod: { name: channel.name },
      totalAmount: price,
      amount: price,
      channel: { id: channel.id, name: channel.name },
      paymentItem: [{ id: '1', amount: price, item: { id: lead.id, '@referredType': 'SalesLead' } }],
    }
  },
}
