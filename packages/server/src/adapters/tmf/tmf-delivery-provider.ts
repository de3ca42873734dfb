import type { Bill } from '@nyanja/domain/bills/bill'
import { PortalError } from '@nyanja/domain/errors'
import { z } from 'zod'
import type { DeliveryProvider, Purchase } from '../../payments/delivery-provider.ts'
import { broken } from '../contract-faults.ts'
import { type Operation, prepareOperation, recallOperation } from './operation.ts'
import type { TmfProfile } from './profile.ts'
import { activeIn, bucketsOf, mainBucketIn, monetary } from './tmf-balance-source.ts'
import { computeUnpaidRest, outstandingOf } from './tmf-bill-source.ts'
import { createTmfClient, type TmfClient, type TmfOptions } from './tmf-client.ts'
import { findLead } from './tmf-lead-service.ts'
import { findLine } from './tmf-line-source.ts'
import { toPrice, toQuantity } from './tmf-values.ts'

/** The payment to an account, for some of its bills or for those that billing chooses. */
const billPayment: Operation = {
  resource: { api: 'payments', name: 'payment' },
  ourIdIn: 'correlatorId',
  states: 'payment',

  async bodyOf({ profile }, { id, amount, bill }) {
    const { channel } = profile
    const { account, invoices } = billIn(bill, id)
    const price = toPrice(amount, profile)
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
        amount: toPrice(outstanding, profile),
        item: { id: billId, '@referredType': 'CustomerBill' },
      })),
    }
  },

  narrowBy: (_client, { id, bill }): Record<string, string> => ({ 'account.id': billIn(bill, id).account }),

  async remainingAfter(client, { id, amount: { currency }, bill }) {
    const { account, invoices } = billIn(bill, id)
    if (invoices.length === 0) return outstandingOf(client, account, currency)
    const billIds = invoices.map(({ billId }) => billId)
    return computeUnpaidRest(client, { account, billIds, currency })
  },
}

function billIn(bill: Bill | undefined, id: string): Bill {
  if (bill === undefined) throw new PortalError('invalid_request', `${id} names no account`)
  return bill
}

/** The product order of a bundle for a line. */
const bundleOrder: Operation = {
  resource: { api: 'ordering', name: 'productOrder' },
  ourIdIn: 'externalId',
  states: 'order',

  async bodyOf(client, { id, msisdn, productCode }) {
    if (productCode === undefined) throw new PortalError('invalid_request', `${id} names no bundle`)
    const line = await findLine(client, msisdn)
    if (line === undefined) throw broken(`product: no line for ${id}`)

    const ordered = { id, productCode, number: client.numberOf(msisdn), productId: line.productId }
    return (client.profile.apis.ordering.version === 'v5' ? orderV5 : orderV4)(ordered, client.profile)
  },
}

interface OrderedBundle {
  readonly id: string
  readonly productCode: string
  readonly number: string
  readonly productId: string
}

const firstItem = { id: '1', action: 'add', quantity: 1 } as const

function orderV4(
  { id, productCode, number, productId }: OrderedBundle,
  { channel, requester, number: { characteristic } }: TmfProfile,
) {
  return {
    externalId: id,
    category: 'BUNDLE',
    channel: [{ id: channel.id, role: channel.role }],
    payment: [{ id }],
    relatedParty: [{ ...requester, role: 'requester' }],
    productOrderItem: [
      {
        ...firstItem,
        productOffering: { id: productCode },
        product: {
          isBundle: false,
          productSerialNumber: number,
          productCharacteristic: [{ name: characteristic, value: number }],
          productRelationship: [{ relationshipType: 'reliesOn', product: { id: productId } }],
        },
      },
    ],
  }
}

/** Every object names its type, and references are nested. */
function orderV5(
  { id, productCode, number, productId }: OrderedBundle,
  { channel, requester, number: { characteristic } }: TmfProfile,
) {
  const product = { '@type': 'ProductRef', id: productId }
  return {
    '@type': 'ProductOrder',
    externalId: [{ '@type': 'ExternalIdentifier', id, owner: channel.name, externalIdentifierType: 'order' }],
    category: 'BUNDLE',
    channel: [{ '@type': 'RelatedChannel', role: channel.role, channel: { '@type': 'ChannelRef', id: channel.id } }],
    payment: [{ '@type': 'PaymentRef', id }],
    relatedParty: [
      {
        '@type': 'RelatedPartyRefOrPartyRoleRef',
        role: 'requester',
        partyOrPartyRole: { '@type': 'PartyRef', ...requester },
      },
    ],
    productOrderItem: [
      {
        '@type': 'ProductOrderItem',
        ...firstItem,
        productOffering: { '@type': 'ProductOfferingRef', id: productCode },
        product: {
          '@type': 'Product',
          isBundle: false,
          productSerialNumber: number,
          productCharacteristic: [{ '@type': 'StringCharacteristic', name: characteristic, value: number }],
          productRelationship: [{ '@type': 'ProductRelationship', relationshipType: 'reliesOn', product }],
        },
      },
    ],
  }
}

/**
 * The payment for a line that does not exist yet: the money is held on a separate account with a reference to the lead.
 */
const planPayment: Operation = {
  resource: billPayment.resource,
  ourIdIn: billPayment.ourIdIn,
  states: billPayment.states,

  async bodyOf(client, { id, amount, leadReference }) {
    const lead = leadReference === undefined ? undefined : await findLead(client, leadReference)
    if (lead === undefined) throw broken(`salesLead: no lead for ${id}`)

    const { profile } = client
    const { channel, leads } = profile
    const price = toPrice(amount, profile)
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

  narrowBy: ({ profile }) => ({ 'account.id': profile.leads.prepayments }),
}

function numberOfLine(client: TmfClient, { id, msisdn }: Purchase): string {
  if (msisdn === '') throw broken(`${id} cannot be looked up without its number`)
  return client.numberOf(msisdn)
}

/** The top-up of the main bucket of a prepaid line. */
const topUp: Operation = {
  resource: { api: 'balances', name: 'topupBalance' },
  ourIdIn: 'reason',
  states: 'topup',

  async bodyOf(client, { id, msisdn, amount }) {
    const { profile } = client
    const { rows } = await bucketsOf(client, msisdn)
    const main = mainBucketIn(rows.filter(activeIn(profile)), { currency: amount.currency, profile })
    if (main === undefined) throw broken(`bucket: no main bucket for ${id}`)
    const { channel } = profile
    return {
      amount: toQuantity(amount, profile),
      usageType: monetary,
      bucket: { id: main.id },
      ...(main.partyAccount && { partyAccount: { id: main.partyAccount.id } }),
      logicalResource: [{ id: client.numberOf(msisdn), '@referredType': 'MSISDN' }],
      channel: { id: channel.id, name: channel.name },
      reason: id,
      description: 'web recharge',
    }
  },

  narrowBy: (client, purchase) => ({ 'logicalResource.id': numberOfLine(client, purchase) }),
}

const operations: Readonly<Record<Purchase['kind'], Operation>> = {
  airtime: topUp,
  bundle: bundleOrder,
  bill: billPayment,
  invoice: billPayment,
  plan: planPayment,
}

/**
 * Cancels an order with a task of TMF622. Its answer confirms that the task was accepted, and the order's state shows
 * the result.
 */
async function cancelOrder(client: TmfClient, { id, kind }: Purchase, orderId: string): Promise<void> {
  if (kind !== 'bundle') return
  const type = (name: string) => (client.profile.apis.ordering.version === 'v5' ? { '@type': name } : {})
  const body = {
    ...type('CancelProductOrder'),
    cancellationReason: `refund of ${id}`,
    productOrder: { ...type('ProductOrderRef'), id: orderId, '@referredType': 'ProductOrder' },
  }
  await client.post({ api: 'ordering', name: 'cancelProductOrder' }, body, z.unknown())
}

export function createTmfDeliveryProvider(options: TmfOptions): DeliveryProvider {
  const client = createTmfClient(options)

  return {
    prepare: (purchase) => prepareOperation(operations[purchase.kind], client, purchase, options),
    findByReference: (purchase) => recallOperation(operations[purchase.kind], client, purchase),
    ...(client.profile.orders.cancel && { cancel: (purchase, id) => cancelOrder(client, purchase, id) }),
    callOf: (kind) => `bss ${operations[kind].resource.api} ${operations[kind].resource.name}`,
  }
}
