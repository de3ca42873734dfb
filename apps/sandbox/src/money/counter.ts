import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Tokens } from '../core/tokens.ts'
import type { Autopilot } from './autopilot.ts'
import type { ProviderAccount, Wallets } from './provider-account.ts'
import type { HashForm } from './transaction-view.ts'

/** What the panel may change while the sandbox runs. */
export interface Settings {
  /** How long a prompt waits for the PIN. */
  promptMs: number
  /** Whether messages that move money must be signed. */
  signing: boolean
  hashForm: HashForm
  refunds: RefundMode
}

export const refundModes = ['done', 'refused'] as const

type RefundMode = (typeof refundModes)[number]

/** What the API's routes work with. */
export interface Counter {
  readonly clientId: string
  readonly clientSecret: string
  readonly country: string
  readonly currencies: readonly string[]
  readonly limitMinor: number
  readonly merchant: string
  readonly settings: Settings
  readonly tokens: Tokens<true>
  readonly keys: SigningKeys
  readonly account: ProviderAccount
  readonly wallets: Wallets
  readonly autopilot: Autopilot
}

interface SigningKey {
  readonly id: number
  readonly publicKey: string
  readonly privateKey: KeyObject
  readonly validUntil: Date
}

const lifeMs = 30 * 24 * 3_600_000
const firstId = 100

/** The key under which merchants wrap their message keys. A restarted operator has another one. */
export class SigningKeys {
  readonly #now: () => Date
  #key: SigningKey | undefined
  #nextId = firstId

  constructor(now: () => Date) {
    this.#now = now
  }

  get current(): SigningKey {
    if (this.#key === undefined || this.#key.validUntil <= this.#now()) this.#key = this.#make()
    return this.#key
  }

  rotate(): void {
    this.#key = undefined
  }

  #make(): SigningKey {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    return {
      id: this.#nextId++,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      privateKey,
      validUntil: new Date(this.#now().getTime() + lifeMs),
    }
  }
}

/** `12-08-2024 21:29:26` */
export function validityText(until: Date): string {
  const [day = '', time = ''] = until.toISOString().split('T')
  return `${day.split('-').reverse().join('-')} ${time.slice(0, 8)}`
}
