const anyDigit = /\p{Nd}/gu

/** Replaces the digits of every script with 0-9, and full-width letters, digits and signs with ordinary ones. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(anyDigit, (digit) => String(digitValue(digit)))
}

// Unicode orders the ten digits of each script from 0; the ranges of two scripts may be adjacent.
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0
  let first = codePoint
  while (isDigit(first - 1)) first -= 1
  return (codePoint - first) % 10
}

function isDigit(codePoint: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(codePoint))
}

/** The format of phone numbers in one market. */
export interface MsisdnRules {
  /** The country code without a sign, such as `265`. */
  readonly countryCode: string
  /** The length of a national number, without country code and trunk digit. */
  readonly length: number
  /** The digit dialled before a national number, such as `0`: empty where there is none. */
  readonly trunk: string
  /**
   * Known prefixes of national numbers; used only to tell a country code from a number. The line check decides the
   * rest.
   */
  readonly prefixes?: readonly string[] | undefined
}

export type MsisdnProblem = 'empty' | 'too_short' | 'too_long' | 'not_a_number'

export type MsisdnReading =
  | { readonly outcome: 'valid'; readonly msisdn: string }
  /** `digits` are the national digits typed so far, and `stray` are other characters among them. */
  | { readonly outcome: MsisdnProblem; readonly digits: string; readonly stray?: string }

const separators = /[\s\p{Pd}\p{Cf}().[\]/]/gu

/** Parses a number as typed, pasted or shared. */
export function parseMsisdn(text: string, rules: MsisdnRules): MsisdnReading {
  const typed = plainDigits(text).replace(separators, '')
  if (typed === '') return { outcome: 'empty', digits: '' }
  const stray = typed.replace(/^\+/, '').replace(/\d/g, '')
  if (stray !== '') return { outcome: 'not_a_number', digits: typed.replace(/\D/g, ''), stray }

  const digits = nationalDigits(typed, rules)
  if (digits === undefined) return { outcome: 'not_a_number', digits: typed.replace('+', '') }
  if (digits.length < rules.length) return { outcome: 'too_short', digits }
  if (digits.length > rules.length) return { outcome: 'too_long', digits }
  return { outcome: 'valid', msisdn: digits }
}

/** Writes a number as `+265 99 123 4567`. */
export function formatMsisdn(msisdn: string, countryCode: string): string {
  return `+${countryCode} ${grouped(msisdn)}`
}

/** Masks a number as `+265 99 ••• ••67`: enough for its owner to recognise, not enough for a stranger to call. */
export function maskMsisdn(msisdn: string, countryCode: string): string {
  const hidden = '•'.repeat(Math.max(0, msisdn.length - 4))
  return formatMsisdn(`${msisdn.slice(0, 2)}${hidden}${msisdn.slice(-2)}`, countryCode)
}

/** Writes a number as `0991234567`. */
export function withTrunk(msisdn: string, { trunk }: Pick<MsisdnRules, 'trunk'>): string {
  return `${trunk}${msisdn}`
}

/** Writes a number as `265991234567`. */
export function international(msisdn: string, { countryCode }: Pick<MsisdnRules, 'countryCode'>): string {
  return `${countryCode}${msisdn}`
}

/** Returns the national digits of a number from another system: undefined for a number of another country. */
export function nationalOf(
  number: string,
  { countryCode, length }: Pick<MsisdnRules, 'countryCode' | 'length'>,
): string | undefined {
  const digits = number.replace(/^\+/, '')
  if (digits.length === length) return digits
  return digits.startsWith(countryCode) && digits.length === countryCode.length + length
    ? digits.slice(countryCode.length)
    : undefined
}

/** Groups the national digits typed so far; text that is no number stays as typed. */
export function groupWhileTyping(text: string, rules: MsisdnRules): string {
  const reading = parseMsisdn(text, rules)
  if (reading.outcome === 'valid') return grouped(reading.msisdn)
  return reading.outcome === 'not_a_number' ? text : grouped(reading.digits)
}

/** Returns undefined when the number belongs to another country, or does not exist. */
function nationalDigits(typed: string, rules: MsisdnRules): string | undefined {
  const { countryCode, trunk } = rules
  const abroad = typed.replace(/^(\+|00)/, '')
  if (abroad !== typed) {
    if (countryCode.startsWith(abroad)) return ''
    return abroad.startsWith(countryCode) ? withoutTrunk(abroad.slice(countryCode.length), trunk) : undefined
  }
  if (beginsWithCountryCode(typed, rules)) return withoutTrunk(typed.slice(countryCode.length), trunk)
  return withoutTrunk(typed, trunk)
}

function beginsWithCountryCode(typed: string, { countryCode, length, prefixes }: MsisdnRules): boolean {
  if (!typed.startsWith(countryCode)) return false
  if (typed.length > length) return true
  return (
    prefixes !== undefined && !prefixes.some((prefix) => prefix.startsWith(countryCode) || typed.startsWith(prefix))
  )
}

function withoutTrunk(digits: string, trunk: string): string | undefined {
  if (trunk === '' || !digits.startsWith(trunk)) return digits
  const rest = digits.slice(trunk.length)
  return rest.startsWith(trunk) ? undefined : rest
}

function grouped(digits: string): string {
  return [digits.slice(0, 2), digits.slice(2, 5), digits.slice(5)].filter((group) => group !== '').join(' ')
}

export const lineTypes = ['PREPAID', 'POSTPAID', 'HYBRID'] as const

/** The types of line, spelled as the BSS spells them. */
export type LineType = (typeof lineTypes)[number]

const services = {
  PREPAID: { recharge: true, bill: false },
  POSTPAID: { recharge: false, bill: true },
  HYBRID: { recharge: false, bill: true },
} as const satisfies Record<LineType, { recharge: boolean; bill: boolean }>

export function isLineType(text: string): text is LineType {
  return Object.keys(services).includes(text)
}

export function canRecharge(lineType: LineType): boolean {
  return services[lineType].recharge
}

export function canPayBill(lineType: LineType): boolean {
  return services[lineType].bill
}
