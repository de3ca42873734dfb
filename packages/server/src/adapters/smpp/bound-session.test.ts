import { expect, it } from 'vitest'
import { readReport } from './bound-session.ts'

const read = (message: string, esm_class = 0x04) =>
  readReport({ command_status: 0, esm_class, short_message: { message }, response: () => never() })
const never = () => {
  throw new Error('Nobody answers here')
}
const text = (id: string, stat: string) =>
  `id:${id} sub:001 dlvrd:001 submit date:2611201000 done date:2611201001 stat:${stat} err:000 text:Hello`

it('reads the id and the state', () => {
  expect(read(text('abc-1', 'EXPIRED'))).toEqual({ messageIds: ['abc-1'], state: 'EXPIRED' })
})

it('matches the hexadecimal id with its decimal form, and vice versa', () => {
  expect(read(text('2684354561', 'DELIVRD'))?.messageIds).toContain('A0000001')
  expect(read(text('A0000001', 'DELIVRD'))?.messageIds).toContain('2684354561')
})

it('ignores a state that is not in the standard', () => {
  expect(read(text('1', 'LOST'))).toMatchObject({ state: 'UNKNOWN' })
})

it("does not mistake a subscriber's message for a report", () => {
  expect(read(text('1', 'DELIVRD'), 0)).toBeUndefined()
  expect(read('Hello')).toBeUndefined()
})
