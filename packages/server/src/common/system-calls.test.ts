import { expect, it } from 'vitest'
import { lastCall, noteCall, withCalls } from './system-calls.ts'

const call = (operation: string) => ({ system: 'dpo', operation, outcome: 'answered' })

it('the last call belongs to the work that made it, also where several are under way', async () => {
  const works = ['verifyToken', 'refundToken'].map((operation) =>
    withCalls(async () => {
      noteCall(call('createToken'))
      await Promise.resolve()
      noteCall(call(operation))
      await Promise.resolve()
      return lastCall()?.operation
    }),
  )
  expect(await Promise.all(works)).toEqual(['verifyToken', 'refundToken'])
  expect(withCalls(lastCall)).toBeUndefined()
})

it('a call outside of any work belongs to none', () => {
  noteCall(call('verifyToken'))
  expect(lastCall()).toBeUndefined()
})
