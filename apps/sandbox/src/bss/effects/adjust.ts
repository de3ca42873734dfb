import { randomUUID } from 'node:crypto'
import { amountIn, quantity, sum, unitsIn } from '../amounts.ts'
import { type BssOperation, refused } from '../operation.ts'
import { affectedBucket, numberOf } from './affected-bucket.ts'

/** A negative amount debits, a positive one credits. A bucket never goes below zero. Two equal requests are two effects. */
export const adjust: BssOperation = {
  operation: 'adjust',
  stateField: 'status',
  states: { open: 'created', completed: 'completed', failed: 'failed' },
  answersOpen: false,
  // Whoever was debited keeps this name of it, so no reset may give it out again.
  newId: () => `adj-${randomUUID()}`,

  msisdnOf: (store, row) => numberOf(affectedBucket(store, row)),

  perform(store, row, now) {
    const bucket = affectedBucket(store, row)
    const units = unitsIn(row, 'amount') ?? store.market.currency
    const kept = unitsIn(bucket, 'remainingValue') ?? units
    if (kept !== units) return refused(`The bucket holds ${kept}`)
    const change = amountIn(row, 'amount')
    if (change < 0 && bucket.status === 'suspended') return refused('The line is barred')
    const amount = sum(amountIn(bucket, 'remainingValue'), change)
    if (change < 0 && amount < 0) return refused('The balance is too low')
    store.change('bucket', bucket, { remainingValue: quantity(amount, units) })
    return { done: true, changes: { confirmationDate: now.toISOString(), bucket: { id: bucket.id } } }
  },
}
