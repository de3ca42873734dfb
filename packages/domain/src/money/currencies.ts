/**
 * ISO 4217 number, and how amounts are written in each currency: code, thousands separator, decimal separator. Some
 * currencies use a decimal comma, so an amount is formatted the same on every page of its market.
 */
export const currencies = {
  MWK: { exponent: 2, isoNumber: '454', signs: ['MWK', 'MK', 'K'], group: ',', decimal: '.' },
  USD: { exponent: 2, isoNumber: '840', signs: ['USD', 'US$', '$'], group: '\u202f', decimal: ',' },
  CDF: { exponent: 2, isoNumber: '976', signs: ['CDF', 'FC'], group: '\u202f', decimal: ',' },
} as const satisfies Record<string, CurrencyFacts>

interface CurrencyFacts {
  readonly exponent: number
  /** Three digits, as card gateways want them. */
  readonly isoNumber: string
  readonly signs: readonly string[]
  readonly group: string
  readonly decimal: ',' | '.'
}
