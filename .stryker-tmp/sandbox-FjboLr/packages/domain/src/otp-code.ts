// @ts-nocheck
import { plainDigits } from './digits.ts'

export const otpLength = 6

/** How many codes there are; any whole number below it makes one. */
export const otpCount = 10 ** otpLength

export type OtpReading =
  | { readonly outcome: 'valid'; readonly code: string }
  | { readonly outcome: 'empty' | 'too_short' | 'too_long' | 'not_a_code' }

const separators = /[\s\p{Pd}\p{Cf}.]/gu

/** `000042` is as good a code as any other. */
export function otpOf(number: number): string {
  if (!Number.isInteger(number) || number < 0 || number >= otpCount) throw new RangeError(`${number} makes no code`)
  return String(number).padStart(otpLength, '0')
}

/** Reads a code as people type or paste it: `123 456`, `123-456`. */
export function readOtp(text: string): OtpReading {
  const typed = plainDigits(text).replace(separators, '')
  if (typed === '') return { outcome: 'empty' }
  if (!/^\d+$/.test(typed)) return { outcome: 'not_a_code' }
  if (typed.length < otpLength) return { outcome: 'too_short' }
  return typed.length > otpLength ? { outcome: 'too_long' } : { outcome: 'valid', code: typed }
}

/** Phones offer the code to the page of that host when it stands in the last line, in exactly this form. */
export function otpText(words: string, { host, code }: { readonly host: string; readonly code: string }): string {
  return `${words}\n\n@${host} #${code}`
}
