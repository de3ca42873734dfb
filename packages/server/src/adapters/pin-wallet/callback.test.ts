import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createWalletCallbackReader } from './callback.ts'

const secret = 'wallet_secret_vector'
const at = 1_795_000_000
const body = '{"merchantTransactionId":"TXN-1","status":"SUCCESS"}'
const vector = 'e91265a532cd0f901014401db2d411575b2291e029311d241fa197978c50233e'

const sign = (text: string, key = secret, second = at) =>
  `t=${second},v1=${createHmac('sha256', key).update(`${second}.${text}`).digest('hex')}`

function read(text: string, header?: string | readonly string[], { secrets = [secret], now = at * 1000 } = {}) {
  const reader = createWalletCallbackReader({ secrets, now: () => now })
  return reader.read(Buffer.from(text), { 'x-wallet-signature': header })
}

describe('a callback of a wallet', () => {
  it('returns its payment when it is signed', () => {
    expect(read(body, `t=${at},v1=${vector}`)).toEqual({ attemptId: 'TXN-1' })
  })

  it('is accepted with the previous secret during rotation', () => {
    expect(read(body, sign(body, 'old'), { secrets: ['new', 'old'] })).toEqual({ attemptId: 'TXN-1' })
    expect(read(body, sign(body, 'old'), { secrets: ['new'] })).toBe('wrong_signature')
    expect(read(body, sign(body, 'older'), { secrets: ['new', 'old'] })).toBe('wrong_signature')
  })

  it.each([
    [299_999, { attemptId: 'TXN-1' }],
    [300_001, 'wrong_signature'],
    [-299_999, { attemptId: 'TXN-1' }],
    [-300_001, 'wrong_signature'],
  ])('is accepted within five minutes of its signature: %i ms', (laterMs, reading) => {
    expect(read(body, sign(body), { now: at * 1000 + laterMs })).toEqual(reading)
  })

  it.each([
    ['no signature', undefined],
    ['another body', sign(`${body} `)],
    ['another second', sign(body).replace(`t=${at}`, `t=${at + 1}`)],
    ['a short hash', `t=${at},v1=e912`],
    ['no second', `t=,v1=${vector}`],
    ['two headers', [sign(body), sign(body)]],
    ['no hash', `t=${at}`],
  ])('is refused with %s', (_what, header) => {
    expect(read(body, header)).toBe('wrong_signature')
  })

  it.each(['', 'null', '[]', '{}', '{"merchantTransactionId":7}', '{"merchantTransactionId":""}', '{"a":'])(
    'is unreadable as %j',
    (text) => {
      expect(read(text, sign(text))).toBe('unreadable')
    },
  )

  it('gets the answer that the platform accepts as received', () => {
    expect(createWalletCallbackReader({ secrets: [secret] }).answer.status).toBe(200)
  })
})
