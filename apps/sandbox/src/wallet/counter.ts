import { constants, generateKeyPairSync, type KeyObject, privateDecrypt } from 'node:crypto'
import { Tokens } from '../core/tokens.ts'
import type { OtpService } from './otp-service.ts'
import type { ProviderAccount } from './provider-account.ts'
import type { BrandId, Settings, Wallets } from './wallets.ts'

const bearerLifeMs = 300_000
const customerLifeMs = 600_000

/** Whose wallet a customer's token opens, and for which payment once one has been initiated with it. */
export interface CustomerGrant {
  readonly brand: BrandId
  readonly msisdn: string
  paymentId?: string
}

export const merchantTokens = (now: () => Date) => new Tokens<true>(now, bearerLifeMs)
export const customerTokens = (now: () => Date) => new Tokens<CustomerGrant>(now, customerLifeMs)

/** What the platform's routes work with. */
export interface Counter {
  readonly clientId: string
  readonly clientSecret: string
  readonly opco: string
  readonly countryCode: string
  /** Of prices; and all those in which a wallet can be charged. */
  readonly currency: string
  readonly currencies: readonly string[]
  readonly limitMinor: number
  /** The host of the page on which a code is typed, for phones that fill it in. */
  readonly codeHost: () => string
  readonly now: () => Date
  readonly settings: Settings
  readonly merchants: Tokens<true>
  readonly customers: Tokens<CustomerGrant>
  readonly keys: PinKeys
  readonly otps: OtpService
  readonly account: ProviderAccount
  readonly wallets: Wallets
}

interface PinKey {
  readonly id: string
  /** Base64 DER SPKI. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** What a browser has sealed. */
interface SealedPin {
  readonly walletTransactionId: string
  readonly nonce: string
  readonly pin: string
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/
const sealed = /^v1\|([^|]{1,64})\|([\w-]{1,64})\|(\d{4})$/

/** The key under which browsers seal PINs; its private half stays here. A restarted platform has another one. */
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

/** Undefined: not sealed under this key, or not what a browser seals. */
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
