import type { Bill } from '@nyanja/domain/bills/bill'
import { majorText } from '@nyanja/domain/money/money'
import { PortalError } from '../../common/errors.ts'
import type { DeliveryProvider, Purchase } from '../../payments/delivery-provider.ts'
import { type Operation, prepareOperation, recallOperation } from './operation.ts'
import { bucketsOf, mainBucketIn, monetary } from './tmf-balance-source.ts'
import { leftOf, outstandingOf } from './tmf-bill-source.ts'
import { createTmfClient, priceOf, type TmfOptions } from './tmf-client.ts'
import { findLead } from './tmf-lead-service.ts'
import { findLine } from './tmf-line-source.ts'

/** Credits an account, for some of its bills or for those that billing chooses. */
const billPayment: Operation = {
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
      // The money reaches billing from the portal, regardless of the payment method.
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

/** A bundle for a line, as a product order. */
const bundleOrder: Operation = {
  resource: { api: 'ordering', name: 'productOrder' },
  ourIdIn: 'externalId',
  outcomes: {
    completed: 'delivered',
    acknowledged: 'pending',
    pending: 'pending',
    held: 'pending',
    inProgress: 'pending',
    partial: 'pending',
    failed: 'impossible',
    rejected: 'impossible',
    cancelled: 'impossible',
  },

  async bodyOf(client, { id, msisdn, productCode }) {
    if (productCode === undefined) throw new PortalError('invalid_request', `${id} names no bundle`)
    const line = await findLine(client, msisdn)
    if (line === undefined) throw new PortalError('provider_broke_contract', `bss product: no line for ${id}`)

    const { channel, requester } = client.profile
    const number = client.numberOf(msisdn)
    return {
      externalId: id,
      category: 'BUNDLE',
      channel: [{ id: channel.id, role: channel.role }],
      payment: [{ id }],
      relatedParty: [{ ...requester, role: 'requester' }],
      productOrderItem: [
        {
          id: '1',
          action: 'add',
          quantity: 1,
          productOffering: { id: productCode },
          product: {
            isBundle: false,
            productSerialNumber: number,
            productCharacteristic: [{ name: 'msisdn', value: number }],
            productRelationship: [{ relationshipType: 'reliesOn', product: { id: line.productId } }],
          },
        },
      ],
    }
  },
}

/** Money for a line that does not exist yet: it is held on a separate account with a reference to the lead. */
const planPayment: Operation = {
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
      // The money reaches billing from the portal, regardless of the payment method.
      paymentMethod: { name: channel.name },
      totalAmount: price,
      amount: price,
      channel: { id: channel.id, name: channel.name },
      paymentItem: [{ id: '1', amount: price, item: { id: lead.id, '@referredType': 'SalesLead' } }],
    }
  },
}

/** Airtime for the main bucket of a prepaid line. */
const topUp: Operation = {
  resource: { api: 'balances', name: 'topupBalance' },
  ourIdIn: 'reason',
  outcomes: { completed: 'delivered', created: 'pending', failed: 'impossible', cancelled: 'impossible' },

  async bodyOf(client, { id, msisdn, amount }) {
    const units = amount.currency
    const main = mainBucketIn(await bucketsOf(client, msisdn), units)
    if (main === undefined) throw new PortalError('provider_broke_contract', `bss bucket: no main bucket for ${id}`)
    const { channel } = client.profile
    return {
      amount: { amount: Number(majorText(amount)), units },
      usageType: monetary,
      bucket: { id: main.id },
      partyAccount: { id: main.partyAccount.id },
      logicalResource: [{ id: client.numberOf(msisdn), '@referredType': 'MSISDN' }],
      channel: { id: channel.id, name: channel.name },
      reason: id,
      description: 'web recharge',
    }
  },
}

const operations: Readonly<Record<Purchase['kind'], Operation>> = {
  airtime: topUp,
  bundle: bundleOrder,
  bill: billPayment,
  invoice: billPayment,
  plan: planPayment,
}

export function createTmfDeliveryProvider(options: TmfOptions): DeliveryProvider {
  const client = createTmfClient(options)

  return {
    prepare: (purchase) => prepareOperation(operations[purchase.kind], client, purchase, options),
    findByReference: (purchase) => recallOperation(operations[purchase.kind], client, purchase),
    callOf: (kind) => `bss ${operations[kind].resource.api} ${operations[kind].resource.name}`,
  }
}
