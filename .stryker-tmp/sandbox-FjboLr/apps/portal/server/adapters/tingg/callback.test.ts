// @ts-nocheck
import { expect, it } from 'vitest'
import { createTinggCallbackReader } from './callback.ts'

const reader = createTinggCallbackReader()
const read = (text: string) => reader.read(Buffer.from(text), {})

it('names the attempt that a notification speaks of, and believes nothing else in it', () => {
  const notification = { checkout_request_id: 99887766, merchant_transaction_id: 'TXN-1', request_status_code: '178' }
  expect(read(JSON.stringify(notification))).toEqual({ reference: 'TXN-1' })
})

it.each(['', 'OK', 'null', '[]', '{', '{}', '{"merchant_transaction_id":""}', '{"merchant_transaction_id":7}'])(
  'cannot read %j',
  (text) => {
    expect(read(text)).toBe('unreadable')
  },
)

it('answers in JSON with a verdict, or Tingg would never stop', () => {
  const { status, contentType, body } = reader.answer
  expect([status, contentType, JSON.parse(body)]).toMatchObject([200, 'application/json', { status_code: '188' }])
  const inline = createTinggCallbackReader({ acknowledges: 'inline' }).answer
  expect(JSON.parse(inline.body)).toMatchObject({ status_code: '183' })
})
