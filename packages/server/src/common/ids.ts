import { randomBytes } from 'node:crypto'
import { paymentReferenceStart } from '@nyanja/domain/numbers/reference'
import { minute } from '@nyanja/domain/time'

/** Crockford's alphabet: no letter is mistaken for another when read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function randomText(length: number): string {
  // 256 is a multiple of 32, so every letter is equally likely.
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** For ids with a time prefix. The prefix stays the same for this many milliseconds and repeats after 31 years. */
const ageMs = 16 * minute
const ledBy = 4

/** 130 bits: unguessable. */
export function newId(): string {
  return randomText(26)
}

/**
 * The same with a time prefix of four letters: rows that are created together are adjacent in an index, so inserts stay
 * fast in a large table. The prefix shows the creation time and is no part of the secret.
 */
export const newTimedId = (at: number): string => leadOfId(at) + newId()

/** PostgreSQL computes the same to find the month of a payment (`id_lead`). */
export function leadOfId(at: number): string {
  const age = Math.floor(at / ageMs)
  return Array.from({ length: ledBy }, (_, place) => alphabet[(age >> (5 * (ledBy - 1 - place))) & 31]).join('')
}

/** `NYA-7K4P-29XD`: to be read over the phone; it grants no access. */
export function newReference(brand: string): string {
  return `${paymentReferenceStart(brand)}-${randomText(4)}-${randomText(4)}`
}
