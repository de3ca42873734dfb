/** A number that a visitor stores on the phone under a name. */
export interface SavedNumber {
  readonly msisdn: string
  readonly label: string
  /** The id of the payment for it that the visitor wants to repeat. */
  readonly payment?: string
}

export const mostSavedNumbers = 5
/** The length in characters as displayed. */
export const longestLabel = 20

export type LabelReading =
  | { readonly outcome: 'valid'; readonly label: string }
  | { readonly outcome: 'missing' | 'too_long' }

/** Invisible characters could make one name look like another. */
const unseenSigns = /[\p{C}\p{Z}]+/gu

export function readLabel(typed: string): LabelReading {
  const label = typed.replace(unseenSigns, ' ').trim()
  if (label === '') return { outcome: 'missing' }
  return [...label].length > longestLabel ? { outcome: 'too_long' } : { outcome: 'valid', label }
}

/** Returns undefined when the list is full. A number that is saved already gets the new name. */
export function keepNumber(numbers: readonly SavedNumber[], added: SavedNumber): readonly SavedNumber[] | undefined {
  if (numbers.some(({ msisdn }) => msisdn === added.msisdn))
    return numbers.map((one) => (one.msisdn === added.msisdn ? added : one))
  return numbers.length < mostSavedNumbers ? [...numbers, added] : undefined
}

/** Writes `Mum ·· 4567`, which is enough for the visitor to choose it. */
export function shortName({ label, msisdn }: SavedNumber): string {
  return `${label} ·· ${msisdn.slice(-4)}`
}
