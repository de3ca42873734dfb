import { plainDigits } from '../numbers/msisdn.ts'

export type AccountReading =
  | { readonly outcome: 'valid'; readonly account: string }
  | { readonly outcome: 'empty' | 'invalid' }

const ofLine = /^\d{10}$/
const ofFixedLine = /^[PE]{1,2}\d{10}$/

function read(text: string, pattern: RegExp): AccountReading {
  const account = plainDigits(text)
    .replace(/[\s\p{Cf}-]/gu, '')
    .toUpperCase()
  if (account === '') return { outcome: 'empty' }
  return pattern.test(account) ? { outcome: 'valid', account } : { outcome: 'invalid' }
}

/** The account of a postpaid line: ten digits. */
export function readLineAccount(text: string): AccountReading {
  return read(text, ofLine)
}

/** The account of a fixed line: P, E or both letters, and ten digits. */
export function readFixedLineAccount(text: string): AccountReading {
  return read(text, ofFixedLine)
}

/** Masks an account as `P1••••••7890`, which is enough for its owner to recognise. */
export function maskAccount(account: string): string {
  return `${account.slice(0, 2)}${'•'.repeat(Math.max(0, account.length - 6))}${account.slice(-4)}`
}
