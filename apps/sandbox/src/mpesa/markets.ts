export interface Market {
  readonly country: string
  readonly callingCode: string
  readonly currencies: readonly string[]
}

/** By the segment of the address. M-Pesa does not operate in Malawi: that market exists in the sandbox alone. */
const markets: ReadonlyMap<string, Market> = new Map([
  ['vodacomDRC', { country: 'DRC', callingCode: '243', currencies: ['USD', 'CDF'] }],
  ['vodacomTZN', { country: 'TZN', callingCode: '255', currencies: ['TZS'] }],
  ['vodacomLES', { country: 'LES', callingCode: '266', currencies: ['LSL'] }],
  ['vodafoneGHA', { country: 'GHA', callingCode: '233', currencies: ['GHS'] }],
  ['vodacomMOZ', { country: 'MOZ', callingCode: '258', currencies: ['MZN'] }],
  ['sandboxMWI', { country: 'MWI', callingCode: '265', currencies: ['MWK'] }],
])

export const findMarket = (segment: string): Market | undefined => markets.get(segment)
