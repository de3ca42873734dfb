import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect, it } from 'vitest'
import { bearerOf } from './calls.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const setting = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

it('encrypts the secret with the public key and PKCS#1 v1.5 padding', () => {
  const block = privateDecrypt(
    { key: privateKey, padding: constants.RSA_NO_PADDING },
    Buffer.from(bearerOf('session-1', setting), 'base64'),
  )
  const end = block.indexOf(0, 2)
  expect([block[0], block[1], end >= 10]).toEqual([0, 2, true])
  expect(block.subarray(end + 1).toString()).toBe('session-1')
})

it('differs at each call', () => {
  expect(bearerOf('session-1', setting)).not.toBe(bearerOf('session-1', setting))
})
