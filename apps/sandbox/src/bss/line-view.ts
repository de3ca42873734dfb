import { type JsonObject, objectsAt, textAt } from '../core/bodies.ts'
import { international, national } from '../core/market.ts'
import { amountIn, unitsIn, valueIn } from './amounts.ts'
import type { Row } from './collection.ts'
import { characteristic, lineId, lineOf, mainBucketId } from './line.ts'
import type { Store } from './store.ts'

export type LineView = JsonObject & { readonly msisdn: string }

/** One line as the sandbox phone shows it. */
export function viewLine(store: Store, msisdn: string): LineView | undefined {
  const line = lineOf(store, msisdn)
  if (line === undefined) return undefined
  const number = international(msisdn, store.market)
  const buckets = store.in('bucket').find('logicalResource.id', number)
  const main = store.get('bucket', mainBucketId(store, msisdn))
  const bundles = store.in('product').find('productSerialNumber', number)
  return {
    msisdn: national(number),
    international: number,
    type: characteristic(line, 'lineType') ?? null,
    service: characteristic(line, 'service') ?? null,
    mainBalance: main
      ? { amount: amountIn(main, 'remainingValue'), currency: unitsIn(main, 'remainingValue') ?? null }
      : null,
    isBarred: main?.status === 'suspended',
    buckets: buckets.filter((bucket) => bucket !== main).map(viewBucket),
    bundles: bundles.filter(({ id }) => id !== lineId(store, msisdn)).map(viewBundle),
    account: viewAccount(store, line),
  }
}

export function viewLines(store: Store): LineView[] {
  return [...store.in('logicalResource').all()].flatMap(({ id }) => viewLine(store, id) ?? [])
}

function viewBucket(bucket: Row): JsonObject {
  return {
    id: bucket.id,
    name: bucket.name ?? null,
    usageType: bucket.usageType ?? null,
    remaining: amountIn(bucket, 'remainingValue'),
    units: unitsIn(bucket, 'remainingValue') ?? null,
    endsAt: textAt(bucket, 'validFor', 'endDateTime') ?? null,
  }
}

function viewBundle(product: Row): JsonObject {
  return {
    id: product.id,
    productCode: textAt(product, 'productOffering', 'id') ?? null,
    name: product.name ?? null,
    status: product.status ?? null,
    startsAt: product.startDate ?? null,
    endsAt: product.terminationDate ?? null,
  }
}

function viewAccount(store: Store, line: Row): JsonObject | null {
  const account = store.get('billingAccount', textAt(line, 'billingAccount', 'id'))
  if (account === undefined) return null
  const [outstanding] = objectsAt(account, 'accountBalance')
  const owed = outstanding ? valueIn(outstanding, 'amount') : 0
  return { id: account.id, outstanding: owed, currency: store.market.currency }
}
