const countryCode = '265'

/** The BSS knows numbers with their country code. */
export function international(msisdn: string): string {
  return msisdn.length === 9 ? `${countryCode}${msisdn}` : msisdn
}

export function national(msisdn: string): string {
  return msisdn.length === 12 && msisdn.startsWith(countryCode) ? msisdn.slice(countryCode.length) : msisdn
}
