import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'

/** The public key with which channels encrypt fields that no intermediary may read. */
export interface PublicFieldKey {
  /** The id, derived from the key, so that it needs no setting and is unique. */
  readonly keyId: string
  /** The RSA key as base64 of a DER SPKI. */
  readonly publicKey: string
}

export type Opening =
  | { readonly outcome: 'opened'; readonly text: string }
  | { readonly outcome: 'unknown_key' | 'unreadable' }

const fewestBits = 2048

/** PEM, or base64 of a DER PKCS#8. Undefined: not an RSA private key, or one that is too short. */
function readFieldKey(text: string): KeyObject | undefined {
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

const oneKey = /-----BEGIN [^-]+-----[\s\S]+?-----END [^-]+-----|\S+/g

/** One key, or two of which the second one is the previous. */
export function readFieldKeys(text: string): readonly KeyObject[] | undefined {
  const keys = (text.match(oneKey) ?? []).map(readFieldKey)
  const known = keys.filter((key) => key !== undefined)
  return known.length === keys.length && (known.length === 1 || known.length === 2) ? known : undefined
}

/** Until the process ends. */
export function newFieldKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: fewestBits }).privateKey
}

function publicHalf(key: KeyObject): PublicFieldKey {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return { keyId: hash('sha256', spki).slice(0, 16), publicKey: spki.toString('base64') }
}

/** Decrypts sealed fields. The previous key still decrypts what was encrypted before the rotation. */
export class FieldKeys {
  readonly current: PublicFieldKey
  readonly #keys: ReadonlyMap<string, KeyObject>

  constructor(current: KeyObject, previous?: KeyObject) {
    this.current = publicHalf(current)
    const known = previous === undefined ? [current] : [current, previous]
    this.#keys = new Map(known.map((key) => [publicHalf(key).keyId, key]))
  }

  /** `sealed` is base64 of RSA-OAEP with SHA-256, also for the mask, and without a label. */
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
