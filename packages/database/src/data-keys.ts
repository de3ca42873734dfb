import { randomBytes } from 'node:crypto'
import { gcmsiv } from '@noble/ciphers/aes.js'

/**
 * The kind of what is encrypted. A number or an e-mail address has the same ciphertext each time, so that its rows are
 * found by it; any other text has another one each time.
 */
export type PersonalKind = 'number' | 'email' | 'text'

export interface DataKey {
  /** The id of letters and digits, which is part of each value that was encrypted with the key. */
  readonly id: string
  /** The secret of 32 bytes. */
  readonly secret: Uint8Array
}

export interface DataKeysOptions {
  /** The key for what is written from now on; when it is undefined, values are written in plain text. */
  readonly current: DataKey | undefined
  /** The keys for what was written before. */
  readonly earlier: readonly DataKey[]
}

/** No value of the portal begins like this: numbers are digits, JSON begins with a bracket, addresses have no colon. */
const mark = 'enc:'
const nonceBytes = 12
/**
 * A fixed nonce is safe for AES-GCM-SIV, which reveals with a repeated nonce only whether two texts are equal (RFC
 * 8452, section 9).
 */
const sameNonce = new Uint8Array(nonceBytes)

/** Encrypts and decrypts single values of columns: AES-256-GCM-SIV, bound to their kind. */
export class DataKeys {
  readonly #current: DataKey | undefined
  readonly #keys: ReadonlyMap<string, DataKey>

  constructor({ current, earlier }: DataKeysOptions) {
    this.#current = current
    this.#keys = new Map([...(current ? [current] : []), ...earlier].map((key) => [key.id, key]))
  }

  /** A forgotten value, which is empty, stays empty. */
  encrypt(kind: PersonalKind, value: string): string {
    return this.#current === undefined || value === '' ? value : encryptWith(this.#current, kind, value)
  }

  /**
   * Returns the value itself where it is not encrypted, or by no key of this database, as a visitor may type it. Throws
   * for a value that was changed. The start of the portal checks that no key is missing.
   */
  decrypt(stored: string): string {
    const parts = readStored(stored)
    const key = parts && this.#keys.get(parts.id)
    if (parts === undefined || key === undefined) return stored
    const { kind, bytes } = parts
    const [nonce, sealed] =
      kind === 'text' ? [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)] : [sameNonce, bytes]
    return Buffer.from(gcmsiv(key.secret, nonce, Buffer.from(kind)).decrypt(sealed)).toString('utf8')
  }

  /** Everything that a number or an e-mail address may be stored as: plain, and encrypted with each key. */
  storedForms(kind: 'number' | 'email', value: string): readonly string[] {
    return [value, ...[...this.#keys.values()].map((key) => encryptWith(key, kind, value))]
  }

  /** Tells whether the value would be written in another form now. */
  isOutdated(stored: string): boolean {
    if (stored === '') return false
    return readStored(stored)?.id !== this.#current?.id
  }

  /** The id, undefined when values are written in plain text. */
  get currentId(): string | undefined {
    return this.#current?.id
  }

  get ids(): readonly string[] {
    return [...this.#keys.keys()]
  }
}

/** The absence of keys: everything is written and read in plain text. */
export const noDataKeys = new DataKeys({ current: undefined, earlier: [] })

/** Addresses that differ in upper and lower case alone are equal, and have equal ciphertexts. */
const normalise = (kind: PersonalKind, value: string) => (kind === 'email' ? value.toLowerCase() : value)

function encryptWith({ id, secret }: DataKey, kind: PersonalKind, value: string): string {
  const nonce = kind === 'text' ? randomBytes(nonceBytes) : sameNonce
  const sealed = gcmsiv(secret, nonce, Buffer.from(kind)).encrypt(Buffer.from(normalise(kind, value)))
  const bytes = kind === 'text' ? Buffer.concat([nonce, sealed]) : Buffer.from(sealed)
  // Hexadecimal, because indexes and searches of addresses ignore the case of letters.
  return `${mark}${kind}:${id}:${bytes.toString('hex')}`
}

const form = /^enc:(number|email|text):([A-Za-z0-9]{1,16}):([0-9a-f]{32,})$/

function readStored(stored: string) {
  if (!stored.startsWith(mark)) return undefined
  const [, kind, id = '', hex = ''] = form.exec(stored) ?? []
  return kind === undefined ? undefined : { kind, id, bytes: Buffer.from(hex, 'hex') }
}

const keyForm = /^([A-Za-z0-9]{1,16}):([A-Za-z0-9+/]{43}=)$/
const plain = 'plain'

/**
 * Reads `DATA_KEYS`: keys as `id:base64` of 32 bytes, separated by commas; the first one encrypts. With `plain` in its
 * place, values are written in plain text, and encrypted ones can be read. Faults name no key.
 */
export function parseDataKeys(text: string): DataKeys | { readonly fault: string } {
  const [first = '', ...rest] = text.split(',').map((part) => part.trim())
  const keys = [first, ...rest].filter((part) => part !== plain).map(readKey)
  if (rest.includes(plain)) return { fault: `DATA_KEYS: \`${plain}\` may stand in the first place only` }
  const read = keys.filter((key) => key !== undefined)
  if (read.length < keys.length)
    return { fault: 'DATA_KEYS: each key is an id of letters and digits, a colon, and 32 bytes in base64' }
  if (new Set(read.map(({ id }) => id)).size < read.length) return { fault: 'DATA_KEYS: two keys have the same id' }
  if (read.length > mostKeys) return { fault: `DATA_KEYS: at most ${mostKeys} keys; re-encrypt, and drop the earliest` }
  const [current, ...earlier] = read
  return first === plain ? new DataKeys({ current: undefined, earlier: read }) : new DataKeys({ current, earlier })
}

/** The most keys: each adds one more form in which a number is looked up. */
export const mostKeys = 3

function readKey(text: string): DataKey | undefined {
  const [, id, base64] = keyForm.exec(text) ?? []
  return id === undefined || base64 === undefined ? undefined : { id, secret: Buffer.from(base64, 'base64') }
}
