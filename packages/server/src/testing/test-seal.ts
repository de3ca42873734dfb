import type { PublicFieldKey } from '../common/field-keys.ts'

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }

/** Encrypts like a channel, with Web Crypto. */
export async function sealFor({ publicKey }: Pick<PublicFieldKey, 'publicKey'>, text: string): Promise<string> {
  const spki = Uint8Array.from(Buffer.from(publicKey, 'base64'))
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text))
  return Buffer.from(sealed).toString('base64')
}
