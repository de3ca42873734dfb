import { createHmac, randomBytes } from 'node:crypto'
import { paymentReferenceStart } from '@nyanja/domain/numbers/reference'
import { minute } from '@nyanja/domain/time'
import { deriveKey, isSameSecret } from './seal.ts'

/** Crockford's alphabet: no letter is mistaken for another when read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

// 256 is a multiple of 32, so every letter is equally likely.
function lettersOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}

const randomText = (length: number): string => lettersOf(randomBytes(length))

/** The milliseconds for which the time prefix of an id stays the same; it repeats after 31 years. */
const ageMs = 16 * minute
const ledBy = 4

const idLength = 26

/** Makes an id of 130 bits, which cannot be guessed. */
export function newId(): string {
  return randomText(idLength)
}

/**
 * Makes an id with a time prefix of four letters: rows that are created together are adjacent in an index, so inserts
 * stay fast in a large table. The prefix shows the creation time and is no part of the secret.
 */
export const newTimedId = (at: number): string => leadOfId(at) + newId()

/** PostgreSQL computes the same to find the month of a payment (`id_lead`). */
export function leadOfId(at: number): string {
  const age = Math.floor(at / ageMs)
  return Array.from({ length: ledBy }, (_, place) => alphabet[(age >> (5 * (ledBy - 1 - place))) & 31]).join('')
}

/** One invented id in 33 million has the right mark. */
const markLength = 5

/**
 * Ids that end in a mark, which only a holder of the secret can compute: no query is needed to tell them from invented
 * ones. They are as long as the others, and without the secret the mark is as random as the rest.
 */
export class IssuedIds {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'marks of issued ids')
  }

  readonly newId = (): string => this.#marked(randomText(idLength - markLength))

  newTimedId(at: number): string {
    return this.#marked(leadOfId(at) + randomText(idLength - markLength))
  }

  /** Tells whether it was issued here at any time; its row may be gone. */
  isIssued(id: string): boolean {
    if (id.length !== idLength && id.length !== idLength + ledBy) return false
    return isSameSecret(id, this.#marked(id.slice(0, -markLength)))
  }

  #marked(text: string): string {
    const mac = createHmac('sha256', this.#key).update(text).digest()
    return text + lettersOf(mac.subarray(0, markLength))
  }
}

/** Makes a reference such as `NYA-7K4P-29XD`, to be read over the phone; it grants no access. */
export function newReference(brand: string): string {
  return `${paymentReferenceStart(brand)}-${randomText(4)}-${randomText(4)}`
}
