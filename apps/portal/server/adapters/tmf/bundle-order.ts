import { PortalError } from '../../errors.ts'
import { findLine } from './find-line.ts'
import type { Operation } from './operation.ts'

/** A bundle for a line, as a product order. */
export const bundleOrder: Operation = {
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
