import { type Currency, type Money, money, parseMoney } from '@nyanja/domain/money/money'
import type { Conditions, FileFormat, FormatField } from './file-format.ts'
import { type Cells, isZero, visible } from './raw-rows.ts'

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
    `^[-+(]?\\s?(?:[A-Z]{2,3}\\s?)?[-+]?(${figure})(?:${escaped(decimal)}(\\d{1,3}))?\\s?(?:[A-Z]{3})?\\s?(?:CR|DR)?[-)]?$`,
  )

  return (text: string, currency: Currency): Money | undefined => {
    const [, whole, decimals = ''] =
      amount.exec(text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\u2212', '-')) ?? []
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

type RowRule = FileFormat['rows'][number]

/** Finds the rule that says what kind of row it is: undefined when none fits. */
export function ruleOf(cells: Cells, { rows }: Pick<FileFormat, 'rows'>): RowRule | undefined {
  return rows.find((rule) => areMet(rule.if, cells))
}

/** Puts the conditions of a rule in words: `Status failed or pending`. */
export function labelOf(rule: RowRule): string {
  const conditions = Object.entries(rule.if).map(([name, { label }]) => `${name} ${label}`)
  return conditions.length === 0 ? 'any other' : conditions.join(', ')
}

/** The cells by which the rules tell rows apart, as a message shows them. */
export function tellingCells(cells: Cells, { rows }: Pick<FileFormat, 'rows'>): string {
  const names = [...new Set(rows.flatMap((rule) => Object.keys(rule.if)))]
  return names.map((name) => `${name} ${cells[name] ? visible(cells[name]) : 'is empty'}`).join(', ')
}
