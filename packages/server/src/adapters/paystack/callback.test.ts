import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPaystackCallbackReader, readPaystackCallback } from './callback.ts'

const secretKey = 'sk_test_vector'
const charge =
  '{"event":"charge.success","data":{"reference":"TXN-1","amount":100000,"currency":"NGN","status":"success"}}'
const signature =
  '123ef5f86ddd4c7137d0f112b183c04f89a43ff7ef53691696edde9160cb51a61760a9735b8c5a7bf6393d9205df3a9c53d21c4b04576a72e1794d4e29baaa9e'

const sign = (body: string | Buffer, key = secretKey) => createHmac('sha512', key).update(body).digest('hex')
const read = (body: string | Buffer, signed: unknown = sign(body), options = {}) =>
  readPaystackCallback(Buffer.from(body), signed, { secretKeys: [secretKey], ...options })

describe('a webhook', () => {
  it('is accepted with the published signature', () => {
    const reader = createPaystackCallbackReader({ secretKeys: [secretKey] })
    expect(reader.read(Buffer.from(charge), { 'x-paystack-signature': signature })).toEqual({ attemptId: 'TXN-1' })
    expect(reader.answer.status).toBe(200)
  })

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['a short one', signature.slice(2)],
    ['a long one', `${signature}00`],
    ['no hexadecimal', signature.replace('1', 'z')],
    ['two of them', [signature, signature]],
    ['that of another key', sign(charge, 'sk_test_other')],
    ['that of another body', sign(`${charge} `)],
  ])('is refused with %s for a signature', (_what, signed) => {
    expect(readPaystackCallback(Buffer.from(charge), signed, { secretKeys: [secretKey] })).toBe('wrong_signature')
  })

  it('is verified by its bytes before it is parsed', () => {
    const spaced = charge.replaceAll(',', ', ')
    expect(read(spaced, signature)).toBe('wrong_signature')
    expect(read(spaced)).toEqual({ attemptId: 'TXN-1' })
    expect(read('no JSON', signature)).toBe('wrong_signature')
    const broken = Buffer.concat([
      Buffer.from('{"event":"charge.success","data":{"reference":"TXN-1","x":"'),
      Buffer.from([0xff]),
      Buffer.from('"}}'),
    ])
    expect(read(broken)).toEqual({ attemptId: 'TXN-1' })
  })

  it('may still be signed with the previous key, and with no older one', () => {
    const signed = sign(charge, 'sk_test_old')
    expect(read(charge, signed)).toBe('wrong_signature')
    const changing = { secretKeys: [secretKey, 'sk_test_old'] }
    expect(read(charge, signed, changing)).toEqual({ attemptId: 'TXN-1' })
    expect(read(charge, sign(charge), changing)).toEqual({ attemptId: 'TXN-1' })
    expect(read(charge, sign(charge, 'sk_older'), changing)).toBe('wrong_signature')
  })

  it.each([
    ['refund.processed', { transaction_reference: 'TXN-1', refund_reference: 'R', amount: '100000' }],
    ['refund.needs-attention', { transaction_reference: 'TXN-1', amount: 100_000 }],
    ['charge.dispute.create', { transaction: { reference: 'TXN-1' }, reference: 7 }],
    ['charge.success', { reference: 'TXN-1', metadata: '' }],
    ['charge.success', { reference: 'TXN-1', metadata: 0 }],
    ['charge.success', { reference: 'TXN-1', metadata: { reference: 'TXN-2' } }],
  ])('returns, for %s, our attempt: %j', (event, data) => {
    expect(read(JSON.stringify({ event, data }))).toEqual({ attemptId: 'TXN-1' })
  })

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"event":"charge.success"}',
    '{"event":"charge.success","data":{"reference":""}}',
    '{"event":"charge.success","data":{"reference":7}}',
    '{"event":"transfer.success","data":{"reference":"TXN-1"}}',
    '{"event":"refund.processed","data":{"reference":"TXN-1"}}',
  ])('is unreadable without an attempt: %j', (body) => {
    expect(read(body)).toBe('unreadable')
  })
})
