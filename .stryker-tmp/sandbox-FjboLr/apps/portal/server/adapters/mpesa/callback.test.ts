// @ts-nocheck
import { expect, it } from 'vitest'
import { createMpesaCallbackReader, readMpesaCallback } from './callback.ts'

const read = (text: string) => readMpesaCallback(Buffer.from(text))

it.each([
  ['INS-0', { input_ThirdPartyConversationID: 'TXN1', input_ResultCode: 'INS-0', input_TransactionID: '8HN' }],
  ['0', { input_ThirdPartyConversationID: 'TXN1', input_ResultCode: '0' }],
  ['of Mozambique', { input_ThirdPartyReference: 'TXN1', input_ResultCode: 'INS-6' }],
])('names the attempt that a result %s speaks of', (_words, body) => {
  expect(read(JSON.stringify(body))).toEqual({ reference: 'TXN1' })
})

it.each([
  '',
  'null',
  '[]',
  '{}',
  '{"input_ThirdPartyConversationID":""}',
  '{"input_ThirdPartyConversationID":7}',
  '{"input_ResultCode":"INS-0"}',
  '{"input_',
])('cannot read %j', (text) => {
  expect(read(text)).toBe('unreadable')
})

it('answers what M-Pesa takes for received', () => {
  const { status, contentType, body } = createMpesaCallbackReader().answer
  expect([status, contentType, JSON.parse(body).output_ResponseCode]).toEqual([200, 'application/json', '0'])
})
