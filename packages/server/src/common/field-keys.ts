import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'

/** The half of a key with which channels seal what nobody on the way may read. */
export interface PublicFieldKey {
  /** Follows from the key, so that it needs no setting and is never given twice. */
  readonly keyId: string
  /** Base64 of a DER SPKI, RSA. */
  readonly publicKey: string
}

export type Opening =
  | { readonly outcome: 'opened'; readonly text: string }
  | { readonly outcome: 'unknown_key' | 'unreadable' }

const fewestBits = 2048

/** PEM, or base64 of a DER PKCS#8. Undefined: not an RSA private key, or too short a one. */
export function readFieldKey(text: string): KeyObject | undefined {
  const isPem = text.includes('-----BEGIN')
  try {
    const key = isPem
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    return key.asymmetricKeyType === 'rsa' && modulusLength >= fewestBits ? key : undefined
  } catch {
    return undefined
  }
}

/** For as long as the process lives. */
export function newFieldKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: fewestBits }).privateKey
}

function publicHalf(key: KeyObject): PublicFieldKey {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return { keyId: hash('sha256', spki).slice(0, 16), publicKey: spki.toString('base64') }
}

/** Opens sealed fields. The key before the current one still opens what was sealed before it was changed. */
export class FieldKeys {
  readonly current: PublicFieldKey
  readonly #keys: ReadonlyMap<string, KeyObject>

  constructor(current: KeyObject, previous?: KeyObject) {
    this.current = publicHalf(current)
    const known = previous === undefined ? [current] : [current, previous]
    this.#keys = new Map(known.map((key) => [publicHalf(key).keyId, key]))
  }

  /** `sealed`: base64 of RSA-OAEP with SHA-256, for the mask too, and without a label. */
  open(keyId: string, sealed: string): Opening {
    const key = this.#keys.get(keyId)
    if (key === undefined) return { outcome: 'unknown_key' }
    const padding = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const
    try {
      return { outcome: 'opened', text: privateDecrypt(padding, Buffer.from(sealed, 'base64')).toString('utf8') }
    } catch {
      return { outcome: 'unreadable' }
    }
  }
}
