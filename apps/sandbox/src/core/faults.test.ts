import { expect, it } from 'vitest'
import { Faults } from './faults.ts'

it('injects a fault as often as requested, and then never again', () => {
  const faults = new Faults()
  faults.add({ provider: 'dpo', kind: 'delay', times: 2 })
  const injectedFaults = [1, 2, 3].map(() => faults.take('dpo', 'verifyToken', ['delay']) !== undefined)
  expect(injectedFaults).toEqual([true, true, false])
  expect(faults.list()).toEqual([])
})

it('injects a fault with its probability', () => {
  const throws = [0.4, 0.6]
  const faults = new Faults(() => throws.shift() ?? 1)
  faults.add({ provider: 'dpo', kind: 'delay', probability: 0.5 })
  expect(faults.take('dpo', 'verifyToken', ['delay'])).toBeDefined()
  expect(faults.take('dpo', 'verifyToken', ['delay'])).toBeUndefined()
})

it('removes a fault', () => {
  const faults = new Faults()
  const first = faults.add({ provider: 'dpo', kind: 'delay' })
  faults.add({ provider: 'dpo', kind: 'hang_before' })
  faults.remove(first.id)
  expect(faults.list().map(({ kind }) => kind)).toEqual(['hang_before'])
  faults.clear()
  expect(faults.list()).toEqual([])
})
