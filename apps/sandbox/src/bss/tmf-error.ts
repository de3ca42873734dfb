import { type JsonObject, numberAt, textAt } from '../core/bodies.ts'
import type { Market } from '../core/market.ts'

const kinds = {
  400: { code: 'invalidRequest', reason: 'Bad Request' },
  404: { code: 'notFound', reason: 'Not Found' },
} as const

/** A refusal in the shape of TMF630. */
export class TmfError extends Error {
  override readonly name = 'TmfError'
  readonly status: keyof typeof kinds

  constructor(status: keyof typeof kinds, message: string) {
    super(message)
    this.status = status
  }

  get body(): JsonObject {
    return { '@type': 'Error', ...kinds[this.status], message: this.message, status: String(this.status) }
  }
}

export const notFound = (what: string, id: string | undefined) =>
  new TmfError(404, `There is no ${what} ${id ?? ''}`.trim())

/** Sums go through whole minor units, so that no balance becomes 0.30000000000000004. */
export const minorOf = (amount: number): number => Math.round(amount * 100)
export const sum = (left: number, right: number): number => (minorOf(left) + minorOf(right)) / 100

/** `{amount, units}`, the way of the balances. */
export const quantity = (amount: number, units: string): JsonObject => ({ amount, units })

/** `{unit, value}`, the way of accounts, bills and payments. */
export const price = (value: number, unit: string): JsonObject => ({ unit, value })

export const amountIn = (row: JsonObject, key: string): number => numberAt(row, key, 'amount') ?? 0
export const valueIn = (row: JsonObject, key: string): number => numberAt(row, key, 'value') ?? 0
export const unitsIn = (row: JsonObject, key: string): string | undefined => textAt(row, key, 'units')

/** The BSS knows numbers with their country code. */
export function international(msisdn: string, { callingCode }: Market): string {
  return msisdn.length === 9 ? `${callingCode}${msisdn}` : msisdn
}

/** Every country of the sandbox has a code of three digits. */
export function national(msisdn: string): string {
  return msisdn.length === 12 ? msisdn.slice(3) : msisdn
}
