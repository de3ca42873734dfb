import { constants, type KeyObject, privateDecrypt } from 'node:crypto'
import { unpad } from '../core/unpad.ts'

/** What a bearer token hides under our public key. Undefined: not made with it. */
export function plainOf(token: string, key: KeyObject): string | undefined {
  try {
    const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(token, 'base64'))
    return unpad(block)?.toString('utf8')
  } catch {
    return undefined
  }
}
