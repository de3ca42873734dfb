import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPaychanguCallbackReader } from './callback.ts'

const webhookSecret = 'whsec_vector'
const reader = createPaychanguCallbackReader({ webhookSecrets: [webhookSecret] })
const event = '{"event_type":"checkout.payment","tx_ref":"TXN-1","amount":1000,"currency":"MWK","status":"success"}'
const vector = '1084927f3f5b313fd810764e2bca0324e08b85c05d914c14e046a1c9f046c8e5'

const read = (body: string, signature?: string | string[]) => reader.read(Buffer.from(body), { signature })
const signed = (body: string) => read(body, createHmac('sha256', webhookSecret).update(body).digest('hex'))

describe('a webhook', () => {
  it('is accepted with the published signature, in lower or upper case', () => {
    expect(read(event, vector)).toEqual({ attemptId: 'TXN-1' })
    expect(read(event, vector.toUpperCase())).toEqual({ attemptId: 'TXN-1' })
  })

  it.each([
    ['no signature', undefined],
    ['an empty one', ''],
    ['one that is cut short', vector.slice(2)],
    ['one that is no hex', 'x'.repeat(64)],
    ['that of another body', createHmac('sha256', webhookSecret).update('{}').digest('hex')],
    ['that of another secret', createHmac('sha256', 'else').update(event).digest('hex')],
    ['two at once', [vector, vector]],
  ])('is refused with %s', (_what, signature) => {
    expect(read(event, signature)).toBe('wrong_signature')
  })

  it('is accepted with the previous secret while that is set, and with no older one', () => {
    const changing = createPaychanguCallbackReader({ webhookSecrets: ['whsec_next', webhookSecret] })
    const signedWith = (secret: string) =>
      changing.read(Buffer.from(event), { signature: createHmac('sha256', secret).update(event).digest('hex') })
    expect(signedWith('whsec_next')).toEqual({ attemptId: 'TXN-1' })
    expect(signedWith(webhookSecret)).toEqual({ attemptId: 'TXN-1' })
    expect(signedWith('whsec_older')).toBe('wrong_signature')
  })

  it('is verified over its bytes, not its meaning', () => {
    expect(read(event.replace(',', ', '), vector)).toBe('wrong_signature')
  })

  it('returns the attempt of a direct charge by its own name', () => {
    expect(signed('{"event_type":"api.charge.payment","charge_id":"TXN-2"}')).toEqual({ attemptId: 'TXN-2' })
  })

  it.each([
    '',
    'null',
    '[]',
    '{',
    '{"event_type":"checkout.payment"}',
    '{"event_type":"checkout.payment","tx_ref":""}',
    '{"event_type":"checkout.payment","tx_ref":7}',
    '{"event_type":"api.payout","charge_id":"TXN-1","tx_ref":"TXN-1"}',
  ])('is unreadable as %j, even with a valid signature', (body) => {
    expect(signed(body)).toBe('unreadable')
  })

  it('gets the answer that PayChangu accepts as received', () => {
    expect(reader.answer.status).toBe(200)
  })
})
