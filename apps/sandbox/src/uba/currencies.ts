/** By the numbers of ISO 4217. */
const currencies: ReadonlyMap<string, string> = new Map([
  ['454', 'MWK'],
  ['566', 'NGN'],
  ['894', 'ZMW'],
  ['950', 'XAF'],
  ['840', 'USD'],
])

export const currencyOf = (isoNumber: string): string | undefined => currencies.get(isoNumber)
