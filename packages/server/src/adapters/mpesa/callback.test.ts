import { expect, it } from 'vitest'
import { answerTo } from '../callback-receiver.contract.ts'
import { createMpesaCallbackReader, readMpesaCallback } from './callback.ts'

const read = (text: string) => readMpesaCallback(Buffer.from(text))

it.each([
  ['INS-0', { input_ThirdPartyConversationID: 'TXN1', input_ResultCode: 'INS-0', input_TransactionID: '8HN' }],
  ['0', { input_ThirdPartyConversationID: 'TXN1', input_ResultCode: '0' }],
  ['of Mozambique', { input_ThirdPartyReference: 'TXN1', input_ResultCode: 'INS-6' }],
])('returns the attempt that a result %s names', (_title, body) => {
  expect(read(JSON.stringify(body))).toMatchObject({ attemptId: 'TXN1' })
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
])('refuses the unreadable result %j', (text) => {
  expect(read(text)).toBe('unreadable')
})

it('answers what M-Pesa accepts as received, with the ids of the result', () => {
  const result = { input_OriginalConversationID: 'OC1', input_ThirdPartyConversationID: 'TXN1' }
  const { status, contentType, body } = answerTo(createMpesaCallbackReader(), JSON.stringify(result))
  expect([status, contentType, JSON.parse(body)]).toEqual([
    200,
    'application/json',
    {
      output_OriginalConversationID: 'OC1',
      output_ThirdPartyConversationID: 'TXN1',
      output_ResponseCode: '0',
      output_ResponseDesc: 'Successfully Accepted Result',
    },
  ])
})
