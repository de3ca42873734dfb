import { expect, it } from 'vitest'
import { answerTo } from '../callback-receiver.contract.ts'
import { createTinggCallbackReader } from './callback.ts'

const reader = createTinggCallbackReader()
const read = (text: string) => reader.read(Buffer.from(text), {})

it('returns the attempt that a notification names, and ignores all other fields', () => {
  const notification = { checkout_request_id: 99887766, merchant_transaction_id: 'TXN-1', request_status_code: '178' }
  expect(read(JSON.stringify(notification))).toMatchObject({ attemptId: 'TXN-1' })
})

it.each(['', 'OK', 'null', '[]', '{', '{}', '{"merchant_transaction_id":""}', '{"merchant_transaction_id":7}'])(
  'refuses the unreadable notification %j',
  (text) => {
    expect(read(text)).toBe('unreadable')
  },
)

it.each([
  ['later', '188'],
  ['inline', '183'],
] as const)(
  'answers with Tingg’s ids and a status code, which end the notifications: %s',
  (acknowledges, status_code) => {
    const ids = { checkout_request_id: 99887766, merchant_transaction_id: 'TXN-1' }
    const { status, contentType, body } = answerTo(createTinggCallbackReader({ acknowledges }), JSON.stringify(ids))
    expect([status, contentType]).toEqual([200, 'application/json'])
    expect(JSON.parse(body)).toMatchObject({ ...ids, receipt_number: 'TXN-1', status_code })
  },
)
