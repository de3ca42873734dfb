import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect, it } from 'vitest'
import { signatureOf, signMessage } from './calls.ts'

const body =
  '{"reference":"TXN-1","subscriber":{"country":"MW","currency":"MWK","msisdn":"991234567"},"transaction":{"amount":1000,"country":"MW","currency":"MWK","id":"TXN-1"}}'
const counting = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index))
const secret = { key: counting(32), iv: counting(16) }

it('encrypts the body into the published signature', () => {
  expect(signatureOf(body, secret)).toBe(
    'xpihvHWy1JSzMCP1TrJNjoDCzmO21k5BjqdLO4XBa3538+yuRAi0sDWXAob1WQxKu/Glsw3XHHrwejznLtioSF+Yep6LM9R4Xx5JN8z3RfaHhOqQftqDkwqbQO2o+AZiY0edb26IkADk0d6J7wGWKraqimL2PfvGECpahQFJI8kfYzYEww/W15WQ8tHmqi+r6ldMFx4uY5U/yMt7ymj2tE+WvTMzjdo+Bw0K6Os/WAI=',
  )
})

it('sends the secret encrypted with the public key, small enough for 1024 bits', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

  const headers = signMessage(body, der, secret)

  const block = privateDecrypt(
    { key: privateKey, padding: constants.RSA_NO_PADDING },
    Buffer.from(headers['x-key'], 'base64'),
  )
  expect([block[0], block[1]]).toEqual([0, 2])
  const plain = block.subarray(block.indexOf(0, 2) + 1).toString()
  expect(plain).toBe(`${secret.key.toString('base64')}:${secret.iv.toString('base64')}`)
})

it('never uses the same secret twice', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(signMessage(body, der)['x-signature']).not.toBe(signMessage(body, der)['x-signature'])
})
