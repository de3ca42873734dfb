import type { Market } from '../core/market.ts'

/** The BSS knows numbers with their country code. */
export function international(msisdn: string, { callingCode }: Market): string {
  return msisdn.length === 9 ? `${callingCode}${msisdn}` : msisdn
}

/** Every country of the sandbox has a code of three digits. */
export function national(msisdn: string): string {
  return msisdn.length === 12 ? msisdn.slice(3) : msisdn
}
