import { type JsonObject, objectsAt, textAt } from '../../core/bodies.ts'
import { national } from '../../core/market.ts'
import { type BssOperation, refused } from '../bss-operation.ts'
import { grantBundle, isSellable } from '../bundle.ts'
import type { Row } from '../collection.ts'
import { lineOf, msisdnOf } from '../line.ts'
import type { Store } from '../store.ts'

interface OrderRequest {
  readonly item: JsonObject
  readonly offering: Row
  readonly msisdn: string
}

/** Adds every offering of the order to its line, or none when one of them cannot be added. */
export const order: BssOperation = {
  operation: 'order',
  stateField: 'state',
  states: { open: 'acknowledged', completed: 'completed', failed: 'failed' },
  answersOpen: true,
  eventName: 'productOrder',

  msisdnOf: (store, row) => objectsAt(row, 'productOrderItem').map((item) => targetOf(store, item))[0],

  perform(store, row, now) {
    const requests = objectsAt(row, 'productOrderItem').map((item) => requestOf(store, item))
    const [problem] = requests.filter((request) => typeof request === 'string')
    if (problem !== undefined) return refused(problem)
    const items = requests.flatMap((request) => (typeof request === 'string' ? [] : fulfil(store, request, now)))
    return { done: true, changes: { completionDate: now.toISOString(), productOrderItem: items } }
  },

  deliveryOf(store, row) {
    const [item] = objectsAt(row, 'productOrderItem')
    const number = item && targetOf(store, item)
    const productCode = textAt(item, 'productOffering', 'id')
    return {
      reference: textAt(row, 'externalId') ?? '',
      kind: 'order',
      ...(number && { msisdn: national(number) }),
      ...(productCode && { productCode }),
      at: textAt(row, 'completionDate') ?? '',
    }
  },
}

/** The number that an item is for: its own, its characteristic, or that of the related line. */
function targetOf(store: Store, item: JsonObject): string | undefined {
  const [product] = objectsAt(item, 'product')
  if (product === undefined) return undefined
  const named = objectsAt(product, 'productCharacteristic').find(({ name }) => name === 'msisdn')
  const relied = textAt(product, 'productRelationship', 'product', 'id') ?? textAt(product, 'id')
  const line = store.get('product', relied)
  return msisdnOf(product) ?? textAt(named, 'value') ?? (line && msisdnOf(line))
}

/** A text is the reason why it cannot be fulfilled. */
function requestOf(store: Store, item: JsonObject): OrderRequest | string {
  const offering = store.get('productOffering', textAt(item, 'productOffering', 'id'))
  const msisdn = targetOf(store, item)
  const line = msisdn === undefined ? undefined : lineOf(store, msisdn)
  if (item.action !== 'add') return `The action ${String(item.action)} is not offered`
  if (offering === undefined) return 'There is no such product offering'
  if (msisdn === undefined || line === undefined) return 'There is no such line'
  return isSellable(offering, line) ? { item, offering, msisdn } : 'The offering is not for this type of line'
}

function fulfil(store: Store, { item, offering, msisdn }: OrderRequest, now: Date): JsonObject {
  const product = grantBundle(store, offering, msisdn, now)
  const [ordered] = objectsAt(item, 'product')
  return { ...item, state: 'completed', product: { ...ordered, id: product.id } }
}
