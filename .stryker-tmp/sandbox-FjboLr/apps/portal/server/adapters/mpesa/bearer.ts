// @ts-nocheck
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'

/** What proves that we know a secret, without showing it: new at every making. */
export function bearerOf(secret: string, publicKey: string): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(secret)).toString('base64')
}
