import { constants, createPublicKey, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSigned, signatureOf } from './guards.ts'
import { validityText } from './signing-keys.ts'
import { callbackBody, hashOf } from './transaction-view.ts'

const key = 'cb-key-vector'
const transaction = {
  id: 'TXN-1',
  message: 'Paid MWK 1,000',
  status_code: 'TS',
  airtel_money_id: 'MP210603.1234.L06941',
}
const body = Buffer.from(
  '{"reference":"TXN-1","subscriber":{"country":"MW","currency":"MWK","msisdn":"991234567"},"transaction":{"amount":1000,"country":"MW","currency":"MWK","id":"TXN-1"}}',
)
const messageKey = { key: Buffer.from([...Array(32).keys()]), iv: Buffer.from([...Array(16).keys()]) }
const signature =
  'xpihvHWy1JSzMCP1TrJNjoDCzmO21k5BjqdLO4XBa3538+yuRAi0sDWXAob1WQxKu/Glsw3XHHrwejznLtioSF+Yep6LM9R4Xx5JN8z3RfaHhOqQftqDkwqbQO2o+AZiY0edb26IkADk0d6J7wGWKraqimL2PfvGECpahQFJI8kfYzYEww/W15WQ8tHmqi+r6ldMFx4uY5U/yMt7ymj2tE+WvTMzjdo+Bw0K6Os/WAI='

describe('the hash of a callback', () => {
  it('covers the transaction in form A', () => {
    expect(hashOf(transaction, 'A', key)).toBe('DsFTZUHNZOEb8IzCO2N+HFG/tG2GSSa3bhOcbyvd2FU=')
  })

  it('covers the body without the hash in form B', () => {
    expect(hashOf(transaction, 'B', key)).toBe('IXDwZSIWXRXEawypd0V3hK2/M4DLbbcuC2w3+4Pqm90=')
  })

  it('covers the raw bytes around the hash in form C', () => {
    const sent = callbackBody(transaction, 'C', key)
    const { hash } = JSON.parse(sent)
    expect(sent.replace(`,"hash":"${hash}"`, '')).toBe(`{ "transaction": ${JSON.stringify(transaction)} }`)
    expect(hash).toBe(hashOf(transaction, 'C', key))
    expect(hash).not.toBe(hashOf(transaction, 'B', key))
  })

  it('is absent without a key', () => {
    expect(JSON.parse(callbackBody(transaction, 'A', undefined))).toEqual({ transaction })
  })
})

describe('the signature of a message', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const wrap = (text: string) =>
    publicEncrypt(
      { key: createPublicKey({ key: der, format: 'der', type: 'spki' }), padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(text),
    ).toString('base64')
  const wrappedKey = wrap(`${messageKey.key.toString('base64')}:${messageKey.iv.toString('base64')}`)

  it('is the body encrypted with the message key', () => {
    expect(signatureOf(body, messageKey)).toBe(signature)
  })

  it('is accepted for these bytes and no others', () => {
    expect(isSigned({ body, signature, wrappedKey }, privateKey)).toBe(true)
    expect(isSigned({ body: Buffer.from(`${body} `), signature, wrappedKey }, privateKey)).toBe(false)
  })

  it.each([
    ['nothing', ''],
    ['noise', Buffer.alloc(128, 7).toString('base64')],
    ['short keys', wrap('AAAA:AAAA')],
    ['no separator', wrap('AAAA')],
  ])('is refused with %s', (_title, badKey) => {
    expect(isSigned({ body, signature, wrappedKey: badKey }, privateKey)).toBe(false)
  })

  it("reports the lifetime of the key in the provider's format", () => {
    expect(validityText(new Date('2024-08-12T21:29:26Z'))).toBe('12-08-2024 21:29:26')
  })
})
