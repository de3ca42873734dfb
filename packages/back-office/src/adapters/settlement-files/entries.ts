import { type Currency, isCurrency, type Money } from '@nyanja/domain/money/money'
import { type EntryKind, isCompared } from '@nyanja/domain/reconciliation/records'
import type { EntryRead, SettlementEntry } from '../../reconciliation/settlement-files.ts'
import { type FileFormat, type FormatField, ofMarket } from './file-format.ts'
import { referencesIn } from './folded-text.ts'
import { FileFault, type RawRow, visible } from './raw-rows.ts'
import { amountTextIn, createAmountReader, labelOf, ruleOf, tellingCells, textIn } from './read-cells.ts'
import { createDayReader } from './read-dates.ts'

/** The fault of a cell whose text must not be there. The text is cut, because it must stay out of logs. */
class CellFault extends Error {
  /** The name of what could not be read, without the text of the cell. */
  readonly of: string

  constructor(of: string, message: string) {
    super(message)
    this.of = of
  }
}

const longestName = 100
const mostOtherNames = 60

function nameIn(cells: RawRow['cells'], field: FormatField | undefined): string | undefined {
  const text = textIn(cells, field)?.replaceAll(/\s+/g, '')
  if (text !== undefined && text.length > longestName)
    throw new CellFault('reference', `the reference ${visible(text)} is too long`)
  return text === '' ? undefined : text
}

interface EntryOptions {
  readonly format: FileFormat
  readonly market: MarketTerms
}

/** The market's currency, and the time zone in which its days are counted. */
export interface MarketTerms {
  readonly zone: string
  readonly currency: Currency
}

/** Reads the cells of a row. Throws a `CellFault`. */
function createCellReader({ format, market }: EntryOptions) {
  const { fields } = format
  const readAmount = createAmountReader(format.amounts)
  const readDay = createDayReader(format.dates, { zone: format.zone ?? market.zone, marketZone: market.zone })

  const currencyOf = (cells: RawRow['cells']): Currency => {
    if (fields.currency.is === ofMarket) return market.currency
    const text = textIn(cells, fields.currency)?.toUpperCase() ?? ''
    if (!isCurrency(text))
      throw new CellFault(
        'currency',
        text === '' ? `there is no currency${placeOf(fields.currency)}` : `${visible(text)} is no currency`,
      )
    return text
  }

  const amountOf = (cells: RawRow['cells'], field: FormatField | undefined, currency: Currency): Money | undefined => {
    const text = amountTextIn(cells, field)
    if (text === undefined) return undefined
    const amount = readAmount(text, currency)
    if (amount === undefined) throw new CellFault('amount', `${visible(text)} is no amount in ${currency}`)
    return amount
  }

  const dayOf = (cells: RawRow['cells'], field: FormatField | undefined): string | undefined => {
    const text = textIn(cells, field)
    const day = text === undefined ? undefined : readDay(text)
    if (text !== undefined && day === undefined)
      throw new CellFault('date', `${visible(text)} is no date like ${format.dates.join(' or ')}`)
    return day
  }

  return ({ line, cells }: RawRow, kind: EntryKind): SettlementEntry => {
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
    if (day === undefined) throw new CellFault('date', `there is no date${placeOf(fields.at)}`)
    if (fields.amount !== undefined && sums.amount === undefined)
      throw new CellFault('amount', `there is no amount${placeOf(fields.amount)}`)
    return {
      line,
      kind,
      day,
      ...present({ ...names, ...sums, ...payout }),
      ...(otherNames.length > 0 && { otherNames }),
    }
  }
}

/** Creates a reader of the rows of a file by the description of its format. */
export function createEntryReader(options: EntryOptions): (row: RawRow) => EntryRead {
  const { format } = options
  const read = createCellReader(options)

  /** A bad row whose kind is stated, and is never compared, is no reason to refuse the others. */
  function readEntry(row: RawRow, kind: EntryKind, isTold: boolean): EntryRead {
    const { line } = row
    try {
      if (row.fault !== undefined) throw new CellFault('line', row.fault)
      return { entry: read(row, kind) }
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      const { message, of } = error
      const isFault = !isTold || isCompared(kind) || of === 'line'
      return isFault ? { fault: { line, message } } : { unread: { line, why: `${kind}, ${of} unreadable`, message } }
    }
  }

  return (row) => {
    const { line, cells, outside } = row
    if (outside !== undefined) return { unread: { line, why: outside } }
    const rule = ruleOf(cells, format)
    if (rule !== undefined && isSkipped(row, rule)) return { unread: { line, why: labelOf(rule) } }
    if (rule !== undefined && rule.is !== 'skipped') return readEntry(row, rule.is, Object.keys(rule.if).length > 0)
    const message = row.fault ?? `no rule of the description fits: ${tellingCells(cells, format)}`
    return { fault: { line, message } }
  }
}

/** A short row is skipped by the cells that it has: others may be cut off. */
const isSkipped = ({ cells, fault }: RawRow, { is, if: conditions }: FileFormat['rows'][number]) => {
  const names = Object.keys(conditions)
  const isTold = names.length > 0 && names.every((name) => name in cells)
  return is === 'skipped' && (fault === undefined || isTold)
}

/** The columns of a field, for a message. */
const placeOf = (field: FormatField | undefined) =>
  field === undefined || field.from.length === 0 ? '' : ` in ${field.from.join(' or ')}`

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** Removes absent values. */
function present<Values extends object>(values: Values): Present<Values>
function present(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Tables whose heading lacks a column are of another format. */
export function checkColumns({ fields, file, rows }: FileFormat, { cells, headingLine = 1 }: RawRow): void {
  if (file.kind !== 'csv') return
  const has = (name: string) => cells[name] !== undefined
  const needed = Object.values(fields).flatMap((field): (readonly string[])[] =>
    field === undefined || Array.isArray(field) || field.is !== undefined ? [] : [field.from],
  )
  const missing = [
    ...needed.filter((from) => !from.some(has)).map(([first = '']) => first),
    ...rows.flatMap((rule) => Object.keys(rule.if)).filter((name) => !has(name)),
  ]
  if (missing.length > 0)
    throw new FileFault(headingLine, `the heading has no column ${[...new Set(missing)].join(', ')}`)
}
