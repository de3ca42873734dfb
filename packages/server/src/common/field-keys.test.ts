import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sealFor } from '../testing/test-seal.ts'
import { FieldKeys, newFieldKey, readFieldKeys } from './field-keys.ts'

const first = newFieldKey()
const second = newFieldKey()

describe('a sealed field', () => {
  it('is decrypted with the key that it was encrypted for', async () => {
    const keys = new FieldKeys(first)
    const sealed = await sealFor(keys.current, 'v1|r-1|123456')
    expect(keys.open(keys.current.keyId, sealed)).toEqual({ outcome: 'opened', text: 'v1|r-1|123456' })
  })

  it('is still decrypted after one rotation of the key, and not after two', async () => {
    const old = new FieldKeys(first).current
    const sealed = await sealFor(old, 'text')
    expect(new FieldKeys(second, first).open(old.keyId, sealed)).toMatchObject({ text: 'text' })
    expect(new FieldKeys(second).open(old.keyId, sealed)).toEqual({ outcome: 'unknown_key' })
  })

  it('uses the new key after a rotation', () => {
    expect(new FieldKeys(second, first).current).toEqual(new FieldKeys(second).current)
    expect(new FieldKeys(second).current.keyId).not.toBe(new FieldKeys(first).current.keyId)
  })

  it('is refused when it was changed, truncated, or encrypted for another key', async () => {
    const keys = new FieldKeys(second, first)
    const sealed = await sealFor(keys.current, 'text')
    const forOther = await sealFor(new FieldKeys(first).current, 'text')
    const changed = `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`
    for (const text of [changed, forOther, sealed.slice(4), '', 'no base64 at all', '1234'])
      expect(keys.open(keys.current.keyId, text)).toEqual({ outcome: 'unreadable' })
  })
})

describe('the key of a setting', () => {
  it('may be PEM, or one line of base64', () => {
    const pem = first.export({ format: 'pem', type: 'pkcs8' }).toString()
    const line = first.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    for (const text of [pem, line]) expect(readFieldKeys(text)?.map((key) => key.equals(first))).toEqual([true])
  })

  it('may stand above the previous one, in either form', () => {
    const [pem, line] = [
      second.export({ format: 'pem', type: 'pkcs8' }).toString(),
      first.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    ]
    expect(readFieldKeys(`${pem}${line}`)?.map((key) => key.equals(second))).toEqual([true, false])
    for (const text of [`${pem}${pem}${line}`, `${line}\nguess`]) expect(readFieldKeys(text)).toBeUndefined()
  })

  it('must be a private key, of RSA, and long enough', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pems = [short, curve.privateKey].map((key) => key.export({ format: 'pem', type: 'pkcs8' }).toString())
    const publicPem = curve.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    for (const text of [...pems, publicPem, 'a key', '']) expect(readFieldKeys(text)).toBeUndefined()
  })
})
