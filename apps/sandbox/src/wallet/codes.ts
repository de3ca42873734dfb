import type { JsonObject } from '../core/json.ts'

/** What every business answer looks like, good or bad, under HTTP 200. */
export interface Envelope {
  readonly statusCode: number | string
  readonly status: 'success' | 'failure'
  readonly message: string
  readonly result: JsonObject
}

const codes = {
  invalid: { statusCode: 400, message: 'Invalid request' },
  otp_limit: { statusCode: 502, message: 'Too many codes were asked for. Please try later' },
  wrong_otp: { statusCode: 2003, message: 'The code is wrong' },
  otp_exhausted: { statusCode: 2002, message: 'Maximum attempts exhausted' },
  no_such_wallet: { statusCode: 4001, message: 'This number has no wallet' },
  wrong_pin_open: { statusCode: 1004, message: 'The PIN is wrong' },
  wrong_pin_closed: { statusCode: '56D005', message: 'The PIN is wrong' },
  locked: { statusCode: 1006, message: 'The wallet is locked after too many wrong PINs' },
} as const

export type CodeName = keyof typeof codes

export const accept = (result: JsonObject): Envelope => ({
  statusCode: 200,
  status: 'success',
  message: 'Success',
  result,
})

export function refuse(name: CodeName, result: JsonObject = {}): Envelope {
  return { ...codes[name], status: 'failure', result }
}

export const invalid = (message: string): Envelope => ({ ...refuse('invalid'), message })
