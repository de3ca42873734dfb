import { plainDigits } from './msisdn.ts'

const letters = 8
/** Letters that readers confuse with characters of Crockford's alphabet. */
const meant: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** `HB-7K4P-29XD`, also typed in lower case, with other separators or without the prefix. */
export function readReference(typed: string, start: string): string | undefined {
  const plain = plainDigits(typed)
    .toUpperCase()
    .replace(/[\s\p{P}\p{Cf}]/gu, '')
  const tail = plain.length === letters + start.length && plain.startsWith(start) ? plain.slice(start.length) : plain
  if (!/^[0-9A-TV-Z]{8}$/.test(tail)) return undefined
  const read = tail.replace(/[OIL]/g, (letter) => meant[letter] ?? letter)
  return `${start}-${read.slice(0, 4)}-${read.slice(4)}`
}

export const leadReferenceStart = 'HB'

export const readLeadReference = (typed: string): string | undefined => readReference(typed, leadReferenceStart)

/** References of payments begin with the operator's brand: `NYA`. */
export const paymentReferenceStart = (brand: string): string => brand.slice(0, 3).toUpperCase()

export const readPaymentReference = (typed: string, brand: string): string | undefined =>
  readReference(typed, paymentReferenceStart(brand))
