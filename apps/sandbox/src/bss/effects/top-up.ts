import { textAt } from '../../core/json.ts'
import { amountIn, minorOf, quantity, sum, unitsIn } from '../amounts.ts'
import { national } from '../numbers.ts'
import { type BssOperation, refused } from '../operation.ts'
import { affectedBucket, numberOf } from './affected-bucket.ts'

/** Credits the bucket. Two equal requests are two credits. */
export const topUp: BssOperation = {
  operation: 'topup',
  stateField: 'status',
  states: { open: 'created', completed: 'completed', failed: 'failed' },
  answersOpen: false,

  msisdnOf: (store, row) => numberOf(affectedBucket(store, row)),

  perform(store, row, now) {
    const bucket = affectedBucket(store, row)
    const units = unitsIn(row, 'amount') ?? store.market.currency
    const kept = unitsIn(bucket, 'remainingValue') ?? units
    if (kept !== units) return refused(`The bucket holds ${kept}`)
    if (amountIn(row, 'amount') <= 0) return refused('Only a positive amount can be topped up')
    const amount = sum(amountIn(bucket, 'remainingValue'), amountIn(row, 'amount'))
    store.change('bucket', bucket, { remainingValue: quantity(amount, units) })
    return { done: true, changes: { confirmationDate: now.toISOString(), bucket: { id: bucket.id } } }
  },

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
