import { randomBytes } from 'node:crypto'
import { paymentReferenceStart } from '@nyanja/domain/numbers/reference'
import { minute } from '@nyanja/domain/time'

/** Crockford's alphabet: nothing in it is mistaken for something else when read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function randomText(length: number): string {
  // 256 is a multiple of 32, so every letter is equally likely.
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Of what is led by its time. In this many milliseconds the leading letters stay the same; they come again after 31 years. */
const ageMs = 16 * minute
const ledBy = 4

/** 130 bits: whoever knows it was told. */
export function newId(): string {
  return randomText(26)
}

/**
 * The same, led by four letters of the time: what is made together stands together in an index, so that a row costs as
 * much beside a million of them as beside a thousand. The letters tell when it was made and are no part of the secret.
 */
export function newTimedId(at: number): string {
  const age = Math.floor(at / ageMs)
  const lead = Array.from({ length: ledBy }, (_, place) => alphabet[(age >> (5 * (ledBy - 1 - place))) & 31])
  return lead.join('') + newId()
}

/** `NYA-7K4P-29XD`: to be read over the phone; it opens nothing. */
export function newReference(brand: string): string {
  return `${paymentReferenceStart(brand)}-${randomText(4)}-${randomText(4)}`
}
