// @ts-nocheck
import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'

export interface MessageSecret {
  readonly key: Buffer
  readonly iv: Buffer
}

/** The two headers that prove a body. The body itself travels in clear. */
export type SignatureHeaders = { readonly 'x-signature': string; readonly 'x-key': string }

function newMessageSecret(): MessageSecret {
  return { key: randomBytes(32), iv: randomBytes(16) }
}

/** `publicKey`: base64 of the DER form, without armour, as the provider hands it out. */
export function signMessage(body: string, publicKey: string, secret = newMessageSecret()): SignatureHeaders {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const plain = Buffer.from(`${secret.key.toString('base64')}:${secret.iv.toString('base64')}`)

  return {
    'x-signature': signatureOf(body, secret),
    'x-key': publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, plain).toString('base64'),
  }
}

export function signatureOf(body: string, { key, iv }: MessageSecret): string {
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  return Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]).toString('base64')
}
