import { type Cells, cutOff, FileFault, linesOf, type RawRow, visible } from './raw-rows.ts'

/** A field of the message: `:61:2611201120C1500,00NTRFREF` and the lines that continue it. */
interface Field {
  readonly line: number
  readonly tag: string
  readonly text: string
}

/** Field 61 by SWIFT's format: `6!n[4!n]2a[1!a]15d1!a3!c16x[//16x][34x]`, the last part on a line of its own. */
const statementLine =
  /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d[\d,]{0,14})([A-Z][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]{0,34}))?(?:\n([\s\S]*))?$/
/**
 * Fields 60F, 60M, 62F and 62M have mark, date, currency and amount, on one line: what banks write below is no part.
 */
const balance = /^(C|D)(\d{6})([A-Z]{3})([\d,]+)\s*(?:\n|$)/

const isDebit: Readonly<Record<string, boolean>> = { C: false, RD: false, EC: false, D: true, RC: true, ED: true }

/**
 * The balances and the statement lines of customer statement messages; each line with its field 86 and the account's
 * currency.
 */
export async function* readMt940(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  const message = createMessage()
  for await (const field of fieldsOf(text)) {
    yield* message.take(field)
  }
  yield* message.end()
}

/** Collects the fields of a message into rows. A row is complete when the next field is not its details. */
function createMessage() {
  let statement: Cells = {}
  let row: RawRow | undefined
  let isOpen = false
  let last = 1
  let messages = 0

  function balanceIn(field: Field, name: 'opening' | 'closing'): RawRow {
    const cells = balanceCells(field)
    statement = { ...statement, currency: cells.currency }
    return { line: field.line, cells: { ...statement, ...cells, balance: name }, statement: messages, isBalance: true }
  }

  const meanings: Readonly<Record<string, (field: Field) => RawRow | undefined>> = {
    '20': () => {
      isOpen = true
      messages += 1
      return undefined
    },
    '25': ({ text }) => {
      statement = { ...statement, account: text }
      return undefined
    },
    '60': (field) => balanceIn(field, 'opening'),
    '61': (field) => {
      row = { line: field.line, cells: { ...statement, ...cellsOf(field) }, statement: messages }
      return undefined
    },
    '62': (field) => {
      isOpen = false
      return balanceIn(field, 'closing')
    },
  }

  return {
    take(field: Field): readonly RawRow[] {
      last = field.line
      if (field.tag === '86' && row !== undefined) {
        row = { ...row, cells: withDetails(row.cells, field.text) }
        return []
      }
      const whole = row
      row = undefined
      const balanceRow = meanings[field.tag.slice(0, 2)]?.(field)
      return [whole, balanceRow].filter((one) => one !== undefined)
    },
    end(): readonly RawRow[] {
      if (statement.currency === undefined) throw new FileFault(last, 'there is no field 60F: it is no MT940')
      if (isOpen) throw new FileFault(last, `${cutOff} There is no field 62F`)
      return row === undefined ? [] : [row]
    },
  }
}

function balanceCells({ line, text }: Field) {
  const [, mark, valueDate = '', currency = '', amount = ''] = balance.exec(text) ?? []
  if (mark === undefined) throw new FileFault(line, `the balance ${visible(text)} is not in the form C261120MWK1500,00`)
  return { valueDate, bookingDay: valueDate, currency, amount: signed(amount, mark === 'D') }
}

/**
 * Adds a field 86 to its entry, to which all of them belong. Marks of subfields, as in `?21`, are where a line could
 * end.
 */
function withDetails(cells: Cells, text: string): Cells {
  const isStructured = /^\d{3}\?\d\d/.test(text)
  const plain = isStructured ? text.replaceAll('\n', '').replaceAll(/\?\d\d/g, '\n') : text
  return withText({ ...cells, details: [cells.details, plain].filter((part) => part !== undefined).join('\n') })
}

/** Joins all texts of an entry in `text`. */
const withText = (cells: Cells): Cells => {
  const parts = [cells.details, cells.more, cells.reference].filter((part) => part !== undefined && part !== '')
  return { ...cells, text: parts.join('\t') }
}

const signed = (amount: string, isNegative: boolean) => `${isNegative ? '-' : ''}${amount.replace(/,$/, '')}`

function cellsOf({ line, text }: Field): Cells {
  const [
    ,
    valueDate = '',
    entryDate = '',
    mark = '',
    ,
    amount = '',
    type = '',
    reference = '',
    bankReference = '',
    more = '',
  ] = statementLine.exec(text) ?? []
  if (mark === '') throw new FileFault(line, `the statement line ${visible(text)} is not in the form of field 61`)
  return withText({
    valueDate,
    entryDate,
    bookingDay: bookingDayOf(valueDate, entryDate),
    mark,
    amount: signed(amount, isDebit[mark] ?? false),
    type,
    reference: reference.trim(),
    bankReference,
    more,
  })
}

/**
 * Reads the entry date of six digits, in the year in which it is nearest to the value date, which is never as far as
 * half a year.
 */
function bookingDayOf(valueDate: string, entryDate: string): string {
  if (entryDate === '') return valueDate
  const [year, valued, entered] = [Number(valueDate.slice(0, 2)), monthOf(valueDate.slice(2)), monthOf(entryDate)]
  const shift = Math.abs(entered - valued) <= 6 ? 0 : Math.sign(valued - entered)
  return `${String((year + shift + 100) % 100).padStart(2, '0')}${entryDate}`
}

const monthOf = (date: string) => Number(date.slice(0, 2))

const tagged = /^:(\d{2}[A-Z]?|NS):(.*)$/

/** Tells whether a message or its block ends here, with what banks write behind it. */
const isEnd = (line: string) => line.trimEnd() === '-' || line.startsWith('-}') || line.startsWith('{')

/** Reads the fields also without the blocks of SWIFT's envelope, as banks send them. */
async function* fieldsOf(text: AsyncIterable<string>): AsyncGenerator<Field> {
  let field: Field | undefined
  for await (const { line, text: whole } of linesOf(text)) {
    const [, tag, begin = ''] = tagged.exec(whole) ?? []
    const isContinued = field !== undefined && tag === undefined && !isEnd(whole)
    if (isContinued && field !== undefined) {
      if (field.text.length > 2000) throw new FileFault(line, 'the field is too long')
      field = { ...field, text: `${field.text}\n${whole}` }
      continue
    }
    if (field !== undefined) yield field
    field = tag === undefined ? undefined : { line, tag, text: begin }
  }
  if (field !== undefined) yield field
}
