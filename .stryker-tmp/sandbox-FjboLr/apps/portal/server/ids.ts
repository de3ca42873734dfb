// @ts-nocheck
import { randomBytes } from 'node:crypto'

/** Crockford's alphabet: nothing in it is mistaken for something else when read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function randomText(length: number): string {
  // 256 is a multiple of 32, so every letter is equally likely.
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** 130 bits: whoever knows it was told. */
export function newId(): string {
  return randomText(26)
}

/** `NYA-7K4P-29XD`: to be read over the phone; it opens nothing. */
export function newReference(brand: string): string {
  return `${brand.slice(0, 3).toUpperCase()}-${randomText(4)}-${randomText(4)}`
}
