import { type MsisdnRules, parseMsisdn } from '../numbers/msisdn.ts'

/** A number and what it gets, as they were typed. */
export interface TypedItem {
  readonly number: string
  /** An amount, or the name of a bundle. */
  readonly what: string
}

const separators = ['\t', ';', ','] as const

/** Parts a row as spreadsheets write it: a text in quotes may hold separators, and a quote twice stands for one. */
function fieldsOf(row: string): string[] {
  const separator = separators.find((each) => row.includes(each))
  if (separator === undefined) return [row]
  const fields = ['']
  let isQuoted = false
  for (const letter of row) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) fields.push('')
    else fields[fields.length - 1] += letter
  }
  return fields.map((field) => field.trim())
}

const isNumber = (text: string, rules: MsisdnRules) => parseMsisdn(text, rules).outcome === 'valid'

/** Parts `0991 234 567 1000`: the number ends where its digits are complete. */
function partedByBlanks(row: string, rules: MsisdnRules): TypedItem {
  const words = row.trim().split(/\s+/)
  const end = words.findIndex((_, index) => isNumber(words.slice(0, index + 1).join(''), rules))
  if (end < 0) return { number: words.slice(0, -1).join(' ') || row.trim(), what: words.slice(1).at(-1) ?? '' }
  return { number: words.slice(0, end + 1).join(' '), what: words.slice(end + 1).join(' ') }
}

/** A name or a place before the number is left out; an amount may be written as `1,000`. */
function itemIn(row: string, rules: MsisdnRules): TypedItem {
  const fields = fieldsOf(row)
  const at = fields.findIndex((field) => isNumber(field, rules))
  const parted = partedByBlanks(row, rules)
  // The only comma may be that of the amount.
  if (fields.length === 1 || (at < 0 && isNumber(parted.number, rules))) return parted
  const what = fields.slice(Math.max(0, at) + 1).filter((field) => field !== '')
  return { number: fields[Math.max(0, at)] ?? '', what: what.join(',') }
}

/** Tells whether a row names columns, as the first one of a table does. */
const isHeading = (row: string) => !/\p{Nd}/u.test(row)

/**
 * Reads a list that was pasted, or a file of a spreadsheet: one number in each row, and what it gets. Nothing is judged
 * here, so that each row is shown again as it was meant.
 */
export function readNumberList(text: string, rules: MsisdnRules): readonly TypedItem[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((row) => /[^\s,;"]/.test(row))
  const [first, ...rest] = rows
  const items = first !== undefined && isHeading(first) && rest.length > 0 ? rest : rows
  return items.map((row) => itemIn(row, rules))
}
