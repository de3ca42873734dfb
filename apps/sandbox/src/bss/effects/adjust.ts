import { amountIn, quantity, sum, unitsIn } from '../amounts.ts'
import { refused, type Undertaking } from '../undertaking.ts'
import { affectedBucket, numberOf } from './affected-bucket.ts'

/** A negative amount debits, a positive one credits. A bucket never goes below zero. */
export const adjust: Undertaking = {
  operation: 'adjust',
  stateField: 'status',
  states: { open: 'created', completed: 'completed', failed: 'failed' },
  answersOpen: false,

  msisdnOf: (store, row) => numberOf(affectedBucket(store, row)),

  perform(store, row, now) {
    const bucket = affectedBucket(store, row)
    const units = unitsIn(row, 'amount')
    const kept = unitsIn(bucket, 'remainingValue') ?? units
    if (kept !== units) return refused(`The bucket holds ${kept}`)
    const amount = sum(amountIn(bucket, 'remainingValue'), amountIn(row, 'amount'))
    if (amount < 0) return refused('The balance is too low')
    store.change('bucket', bucket, { remainingValue: quantity(amount, units) })
    return { done: true, changes: { confirmationDate: now.toISOString(), bucket: { id: bucket.id } } }
  },
}
