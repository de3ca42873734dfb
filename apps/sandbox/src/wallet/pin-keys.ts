import { constants, generateKeyPairSync, type KeyObject, privateDecrypt } from 'node:crypto'

interface PinKey {
  readonly id: string
  /** The key is base64 of a DER SPKI. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** The content that a browser encrypts. */
interface SealedPin {
  readonly walletTransactionId: string
  readonly nonce: string
  readonly pin: string
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

const sealed = /^v1\|([^|]{1,64})\|([\w-]{1,64})\|(\d{4})$/

/** The key with which browsers encrypt PINs; the private key stays here. It changes with a restart. */
export class PinKeys {
  readonly #now: () => Date
  #key: PinKey | undefined
  #serial = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  get current(): PinKey {
    this.#key ??= this.#make()
    return this.#key
  }

  rotate(): void {
    this.#key = undefined
  }

  #make(): PinKey {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    this.#serial += 1
    return {
      id: `${this.#now().getUTCFullYear()}-${this.#serial}`,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      privateKey,
    }
  }
}

/** Undefined for anything that is not encrypted with this key, or has other content. */
export function openPin(amPin: string, privateKey: KeyObject): SealedPin | undefined {
  const text = base64.test(amPin) ? decrypt(Buffer.from(amPin, 'base64'), privateKey) : ''
  const [, walletTransactionId, nonce, pin] = sealed.exec(text) ?? []
  if (walletTransactionId === undefined || nonce === undefined || pin === undefined) return undefined
  return { walletTransactionId, nonce, pin }
}

function decrypt(block: Buffer, key: KeyObject): string {
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, block).toString()
  } catch {
    return ''
  }
}
