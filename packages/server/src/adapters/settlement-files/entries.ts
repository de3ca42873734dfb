import { type Currency, isCurrency, type Money } from '@nyanja/domain/money/money'
import type { EntryRead, SettlementEntry } from '../../reconciliation/settlement-files.ts'
import { type FileFormat, type FormatField, ofMarket } from './file-format.ts'
import { referencesIn } from './folded-text.ts'
import { FileFault, type RawRow, visible } from './raw-rows.ts'
import { amountTextIn, createAmountReader, kindOf, textIn } from './read-cells.ts'
import { createDayReader } from './read-dates.ts'

/** What a cell says that it must not. Stays out of logs: the text is cut. */
class CellFault extends Error {}

const longestName = 100
const mostOtherNames = 60

function nameIn(cells: RawRow['cells'], field: FormatField | undefined): string | undefined {
  const text = textIn(cells, field)?.replaceAll(/\s+/g, '')
  if (text !== undefined && text.length > longestName) throw new CellFault(`the reference ${visible(text)} is too long`)
  return text === '' ? undefined : text
}

interface EntryOptions {
  readonly format: FileFormat
  readonly market: MarketTerms
}

/** The market's time zone, in which days are counted, and its currency. */
export interface MarketTerms {
  readonly zone: string
  readonly currency: Currency
}

/** What the rows of a file mean, by its description. */
export function createEntryReader({ format, market }: EntryOptions): (row: RawRow) => EntryRead | undefined {
  const { fields } = format
  const readAmount = createAmountReader(format.amounts)
  const readDay = createDayReader(format.dates, { zone: format.zone ?? market.zone, marketZone: market.zone })

  const currencyOf = (cells: RawRow['cells']): Currency => {
    if (fields.currency.is === ofMarket) return market.currency
    const text = textIn(cells, fields.currency)?.toUpperCase() ?? ''
    if (!isCurrency(text)) throw new CellFault(text === '' ? 'there is no currency' : `${visible(text)} is no currency`)
    return text
  }

  const amountOf = (cells: RawRow['cells'], field: FormatField | undefined, currency: Currency): Money | undefined => {
    const text = amountTextIn(cells, field)
    if (text === undefined) return undefined
    const amount = readAmount(text, currency)
    if (amount === undefined) throw new CellFault(`${visible(text)} is no amount in ${currency}`)
    return amount
  }

  const dayOf = (cells: RawRow['cells'], field: FormatField | undefined): string | undefined => {
    const text = textIn(cells, field)
    const day = text === undefined ? undefined : readDay(text)
    if (text !== undefined && day === undefined)
      throw new CellFault(`${visible(text)} is no date like ${format.dates.join(' or ')}`)
    return day
  }

  function read({ line, cells }: RawRow): SettlementEntry | undefined {
    const kind = kindOf(cells, format)
    if (kind === 'skipped') return undefined
    if (kind === undefined) throw new CellFault('no line of the description fits this row')
    const currency = currencyOf(cells)
    const names = {
      providerReference: nameIn(cells, fields.providerReference),
      reference: nameIn(cells, fields.reference),
    }
    const texts = (fields.texts ?? []).flatMap((name) => referencesIn(cells[name] ?? ''))
    const otherNames = [...new Set(texts)].slice(0, mostOtherNames)
    const sums = {
      amount: amountOf(cells, fields.amount, currency),
      fee: amountOf(cells, fields.fee, currency),
      net: amountOf(cells, fields.net, currency),
    }
    const payout = { payout: nameIn(cells, fields.payout), payoutDay: dayOf(cells, fields.payoutAt) }
    const day = dayOf(cells, fields.at)
    if (day === undefined) throw new CellFault('there is no date')
    if (fields.amount !== undefined && sums.amount === undefined) throw new CellFault('there is no amount')
    return {
      line,
      kind,
      day,
      ...present({ ...names, ...sums, ...payout }),
      ...(otherNames.length > 0 && { otherNames }),
    }
  }

  return (row) => {
    try {
      const entry = read(row)
      return entry && { entry }
    } catch (error) {
      if (error instanceof CellFault) return { fault: { line: row.line, message: error.message } }
      throw error
    }
  }
}

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** Without absent values. */
function present<Values extends object>(values: Values): Present<Values>
function present(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Tables whose heading lacks a column are of another format. */
export function checkColumns({ fields, file, rows }: FileFormat, { cells }: RawRow): void {
  if (file.kind !== 'csv') return
  const has = (name: string) => cells[name] !== undefined
  const needed = Object.values(fields).flatMap((field): (readonly string[])[] =>
    field === undefined || Array.isArray(field) || field.is !== undefined ? [] : [field.from],
  )
  const missing = [
    ...needed.filter((from) => !from.some(has)).map(([first = '']) => first),
    ...rows.flatMap((rule) => Object.keys(rule.if)).filter((name) => !has(name)),
  ]
  if (missing.length > 0) throw new FileFault(1, `the heading has no column ${[...new Set(missing)].join(', ')}`)
}
