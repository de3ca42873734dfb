import { textAt } from '../../core/bodies.ts'
import { type BssOperation, refused } from '../bss-operation.ts'
import { order } from './order-bundle.ts'

/** Ends an order that is still in progress; one that has ended stays as it is. */
export const cancelOrder: BssOperation = {
  operation: 'cancel',
  stateField: 'state',
  states: { open: 'acknowledged', completed: 'done', failed: 'terminatedWithError' },
  answersOpen: false,

  msisdnOf: () => undefined,

  perform(store, row, now) {
    const found = store.get('productOrder', textAt(row, 'productOrder', 'id'))
    if (found?.state !== order.states.open) return refused('The order is not in progress')
    const cancellationDate = now.toISOString()
    store.change('productOrder', found, { state: 'cancelled', cancellationDate })
    return { done: true, changes: { effectiveCancellationDate: cancellationDate } }
  },
}
