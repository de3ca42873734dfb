import { constants, createCipheriv, type KeyObject, privateDecrypt } from 'node:crypto'
import { unpad } from '../core/unpad.ts'

interface MessageKey {
  readonly key: Buffer
  readonly iv: Buffer
}

/** What `x-signature` must be: the body itself, encrypted. */
export function signatureOf(body: Buffer, { key, iv }: MessageKey): string {
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  return Buffer.concat([cipher.update(body), cipher.final()]).toString('base64')
}

export interface Signed {
  readonly body: Buffer
  readonly signature: string
  /** `x-key`: the message key under our public key. */
  readonly wrappedKey: string
}

export function isSigned({ body, signature, wrappedKey }: Signed, privateKey: KeyObject): boolean {
  const messageKey = unwrap(wrappedKey, privateKey)
  return messageKey !== undefined && signatureOf(body, messageKey) === signature
}

function unwrap(wrappedKey: string, privateKey: KeyObject): MessageKey | undefined {
  const block = decrypt(Buffer.from(wrappedKey, 'base64'), privateKey)
  const [key, iv, ...more] = (block && unpad(block)?.toString('latin1').split(':')) ?? []
  if (key === undefined || iv === undefined || more.length > 0) return undefined
  const messageKey = { key: Buffer.from(key, 'base64'), iv: Buffer.from(iv, 'base64') }
  return messageKey.key.length === 32 && messageKey.iv.length === 16 ? messageKey : undefined
}

function decrypt(block: Buffer, key: KeyObject): Buffer | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, block)
  } catch {
    return undefined
  }
}
