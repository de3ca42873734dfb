import { generateKeyPairSync, type KeyObject } from 'node:crypto'

interface SigningKey {
  readonly id: number
  readonly publicKey: string
  readonly privateKey: KeyObject
  readonly validUntil: Date
}

const lifeMs = 30 * 24 * 3_600_000

const firstId = 100

/** Merchants encrypt their message keys with this key. It changes with a restart. */
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

/** Formats a time as `12-08-2024 21:29:26`. */
export function validityText(until: Date): string {
  const [day = '', time = ''] = until.toISOString().split('T')
  return `${day.split('-').reverse().join('-')} ${time.slice(0, 8)}`
}
