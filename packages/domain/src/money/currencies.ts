interface CurrencyFormat {
  /** In capitals, in addition to its code. */
  readonly signs: readonly string[]
  /** Between thousands. */
  readonly group: string
  readonly decimal: ',' | '.'
}

const withPoint = (...signs: readonly string[]): CurrencyFormat => ({ signs, group: ',', decimal: '.' })
const withComma = (...signs: readonly string[]): CurrencyFormat => ({ signs, group: '\u202f', decimal: ',' })

/**
 * Currencies of a hundred minor units, and how people write sums where they are used: beside the code, between
 * thousands, before decimals. Some read a comma where others read a point, so a sum looks the same on every page of its
 * market.
 */
export const currencies = {
  MWK: withPoint('MK', 'K'),
  USD: withComma('US$', '$'),
  CDF: withComma('FC'),
  AOA: withComma('KZ'),
  BWP: withPoint('P'),
  ETB: withPoint('BR'),
  GHS: withPoint('GH₵'),
  GMD: withPoint('D'),
  KES: withPoint('KSH'),
  LRD: withPoint('L$'),
  LSL: withPoint('M'),
  MGA: withComma('AR'),
  MUR: withPoint('RS'),
  MZN: withComma('MT'),
  NAD: withPoint('N$'),
  NGN: withPoint('₦', 'N'),
  SCR: withPoint('SR'),
  SLE: withPoint('LE'),
  SZL: withPoint('E'),
  TZS: withPoint('TSH'),
  ZAR: withComma('R'),
  ZMW: withPoint('K'),
}

/** How many decimals a sum of each of them has. */
export const minorDigits = 2

/** ISO 4217, three digits, as some card gateways want them. */
export const isoNumbers: Readonly<Record<keyof typeof currencies, string>> = {
  MWK: '454',
  USD: '840',
  CDF: '976',
  AOA: '973',
  BWP: '072',
  ETB: '230',
  GHS: '936',
  GMD: '270',
  KES: '404',
  LRD: '430',
  LSL: '426',
  MGA: '969',
  MUR: '480',
  MZN: '943',
  NAD: '516',
  NGN: '566',
  SCR: '690',
  SLE: '925',
  SZL: '748',
  TZS: '834',
  ZAR: '710',
  ZMW: '967',
}
