import { type Currency, type Money, money, parseMoney } from '@nyanja/domain/money/money'
import type { Conditions, FileFormat, FormatField } from './file-format.ts'
import { type Cells, isZero } from './raw-rows.ts'

/** The first cell of the field that is not empty. */
export function textIn(cells: Cells, field: FormatField | undefined): string | undefined {
  if (field === undefined) return undefined
  if (field.is !== undefined) return field.is
  for (const name of field.from) {
    const text = cells[name]
    if (text !== undefined && text !== '') return text
  }
  return undefined
}

/** The first cell of the field that is not zero, or else the first that is not empty. */
export function amountTextIn(cells: Cells, field: FormatField | undefined): string | undefined {
  const found = field?.from
    .map((name) => cells[name])
    .find((text) => text !== undefined && text !== '' && !isZero(text))
  return found ?? textIn(cells, field)
}

type AmountNotation = FileFormat['amounts']

const escaped = (text: string) => text.replace(/[.']/g, '\\$&')

/** Reads amounts in the notation of a file. The sign is left out: the kind of a row states its direction. */
export function createAmountReader({ decimal, group, in: unit }: AmountNotation) {
  const figure = group === '' ? '\\d+' : `(?:\\d+|\\d{1,3}(?:${escaped(group)}\\d{3})+)`
  const amount = new RegExp(
    `^[-+(]?\\s?(?:[A-Z]{2,3}\\s?)?[-+]?(${figure})(?:${escaped(decimal)}(\\d{1,3}))?\\s?(?:[A-Z]{3})?[-)]?$`,
  )

  return (text: string, currency: Currency): Money | undefined => {
    const [, whole, decimals = ''] = amount.exec(text.replaceAll(/[\u00a0\u202f]/g, ' ')) ?? []
    if (whole === undefined) return undefined
    const figures = group === '' ? whole : whole.replaceAll(group, '')
    if (unit === 'major') return parseMoney(decimals === '' ? figures : `${figures}.${decimals}`, currency)
    const minor = Number(figures)
    return Number.isSafeInteger(minor) && isZero(decimals) ? money(currency, minor) : undefined
  }
}

export function areMet(conditions: Conditions, cells: Cells): boolean {
  return Object.entries(conditions).every(([name, { isMet }]) => isMet(cells[name] ?? ''))
}

/** The kind of a row; undefined: no line of the description fits. */
export function kindOf(cells: Cells, { rows }: Pick<FileFormat, 'rows'>): FileFormat['rows'][number]['is'] | undefined {
  return rows.find((rule) => areMet(rule.if, cells))?.is
}
