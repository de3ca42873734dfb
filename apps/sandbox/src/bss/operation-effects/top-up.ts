import { randomUUID } from 'node:crypto'
import { textAt } from '../../core/bodies.ts'
import { national } from '../../core/market.ts'
import { amountIn, minorOf, quantity, sum, unitsIn } from '../amounts.ts'
import { type BssOperation, type Performed, refused } from '../bss-operation.ts'
import type { Row } from '../collection.ts'
import { mainBucketId } from '../line.ts'
import type { Store } from '../store.ts'
import { notFound, TmfError } from '../tmf-error.ts'

/** Finds the bucket of a balance action by its id, its line's number, or its product. */
function affectedBucket(store: Store, row: Row): Row {
  const bucketId = textAt(row, 'bucket', 'id')
  if (bucketId !== undefined) return store.get('bucket', bucketId) ?? missing('bucket', bucketId)
  const number = textAt(row, 'logicalResource', 'id')
  if (number !== undefined) return store.get('bucket', mainBucketId(store, number)) ?? missing('line', number)
  const productId = textAt(row, 'product', 'id')
  if (productId !== undefined)
    return store.in('bucket').find('product.id', productId)[0] ?? missing('product', productId)
  throw new TmfError(400, 'One of bucket, logicalResource and product must be named')
}

export function numberOf(bucket: Row): string | undefined {
  return textAt(bucket, 'logicalResource', 'id')
}

function missing(what: string, id: string): never {
  throw notFound(what, id)
}

interface BalanceChange {
  readonly bucket: Row
  readonly change: number
  readonly balance: number
}

/** Carries out a balance action on its bucket, unless the bucket has other units or `refusalOf` names a reason. */
function changeBalance(
  store: Store,
  row: Row,
  now: Date,
  refusalOf: (change: BalanceChange) => string | undefined,
): Performed {
  const bucket = affectedBucket(store, row)
  const units = unitsIn(row, 'amount') ?? store.market.currency
  const kept = unitsIn(bucket, 'remainingValue') ?? units
  if (kept !== units) return refused(`The bucket holds ${kept}`)
  const change = amountIn(row, 'amount')
  const balance = sum(amountIn(bucket, 'remainingValue'), change)
  const refusal = refusalOf({ bucket, change, balance })
  if (refusal !== undefined) return refused(refusal)
  store.change('bucket', bucket, { remainingValue: quantity(balance, units) })
  return { done: true, changes: { confirmationDate: now.toISOString(), bucket: { id: bucket.id } } }
}

const balanceAction = {
  stateField: 'status',
  states: { open: 'created', completed: 'completed', failed: 'failed' },
  answersOpen: false,
  msisdnOf: (store, row) => numberOf(affectedBucket(store, row)),
} as const satisfies Partial<BssOperation>

/** Credits the bucket. Two equal requests are two credits. */
export const topUp: BssOperation = {
  ...balanceAction,
  operation: 'topup',
  perform: (store, row, now) =>
    changeBalance(store, row, now, ({ change }) =>
      change > 0 ? undefined : 'Only a positive amount can be topped up',
    ),

  deliveryOf(store, row) {
    const bucket = store.get('bucket', textAt(row, 'bucket', 'id'))
    const number = bucket && numberOf(bucket)
    return {
      reference: textAt(row, 'reason') ?? '',
      kind: 'topup',
      ...(number && { msisdn: national(number) }),
      amountMinor: minorOf(amountIn(row, 'amount')),
      currency: unitsIn(row, 'amount') ?? '',
      at: textAt(row, 'confirmationDate') ?? '',
    }
  },
}

/**
 * A negative amount debits, a positive one credits. A bucket never becomes negative. Two equal requests have two
 * effects.
 */
export const adjust: BssOperation = {
  ...balanceAction,
  operation: 'adjust',
  // A debited customer keeps this id, so it stays unique after a reset.
  newId: () => `adj-${randomUUID()}`,
  perform: (store, row, now) =>
    changeBalance(store, row, now, ({ bucket, change, balance }) => {
      if (change >= 0) return undefined
      if (bucket.status === 'suspended') return 'The line is barred'
      return balance < 0 ? 'The balance is too low' : undefined
    }),
}
