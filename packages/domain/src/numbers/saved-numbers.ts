import { maskAccount } from '../bills/account-number.ts'

/** A number that a visitor stores on the phone under a name. */
export interface SavedNumber {
  readonly msisdn: string
  readonly label: string
  /** The id of the payment for it that the visitor wants to repeat. */
  readonly payment?: string
}

/** An account of a fixed line, stored in the same way. */
export interface SavedAccount {
  readonly account: string
  readonly label: string
}

export type SavedEntry = SavedNumber | SavedAccount

export const isSavedNumber = (entry: SavedEntry): entry is SavedNumber => 'msisdn' in entry

/** Numbers and accounts together. */
export const mostSavedEntries = 5
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

/** Returns the typed name for an entry whose name does not matter: a long one is cut, a missing one replaced. */
export function labelOr(fallback: string, typed: string): string {
  const reading = readLabel([...typed.trim()].slice(0, longestLabel).join(''))
  return reading.outcome === 'valid' ? reading.label : fallback
}

/** Returns the number or the account, which have no text in common. */
export const savedKey = (entry: SavedEntry): string => (isSavedNumber(entry) ? entry.msisdn : entry.account)

/** Returns undefined when the list is full. What is saved already gets the new name. */
export function keepEntry(entries: readonly SavedEntry[], added: SavedEntry): readonly SavedEntry[] | undefined {
  const key = savedKey(added)
  if (entries.some((one) => savedKey(one) === key)) return entries.map((one) => (savedKey(one) === key ? added : one))
  return entries.length < mostSavedEntries ? [...entries, added] : undefined
}

/** Writes `Mum ·· 4567` or `Home P1••••••7890`, which is enough for the visitor to choose it. */
export function shortName(entry: SavedEntry): string {
  return isSavedNumber(entry)
    ? `${entry.label} ·· ${entry.msisdn.slice(-4)}`
    : `${entry.label} ${maskAccount(entry.account)}`
}
