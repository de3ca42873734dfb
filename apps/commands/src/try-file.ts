import { type CheckOptions, ImportChecks } from '@nyanja/back-office/reconciliation/import-checks'
import type { EntryRead, SettlementFiles, SettlementReading } from '@nyanja/back-office/reconciliation/settlement-files'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import { computedClosing, type StatementBalance } from '@nyanja/domain/reconciliation/records'
import { done, misused, refused } from './command.ts'
import { unreadText } from './settlement-text.ts'
import { plain, textTable } from './text-table.ts'

interface TryOptions extends Pick<CheckOptions, 'today' | 'currencies'> {
  readonly files: SettlementFiles
}

/** A sample shows its rows in fewer lines. */
const mostLines = 1000

const headings = ['line', 'read as', 'day', 'amount', 'fee', 'net', 'their id', 'our reference', 'payout', 'more']

const sum = (amount: Money | undefined) => (amount === undefined ? '' : displayMoney(amount))

function rowOf(read: EntryRead): readonly string[] {
  const empty = headings.slice(3).map(() => '')
  if ('fault' in read) return [String(read.fault.line ?? ''), 'FAULT', ...empty, read.fault.message]
  if ('unread' in read) {
    const { line, why, message } = read.unread
    return [String(line), 'not read', ...empty, message === undefined ? why : `${why}: ${message}`]
  }
  const { line, kind, day, amount, fee, net, providerReference, reference, payout, payoutDay, otherNames } = read.entry
  return [
    ...[String(line), kind, day, sum(amount), sum(fee), sum(net), providerReference ?? '', reference ?? ''],
    [payout, payoutDay].filter((part) => part !== undefined).join(' '),
    otherNames?.join(' ') ?? '',
  ]
}

function balanceText(balance: StatementBalance): string {
  const { account, day, opening, closing } = balance
  const computed = computedClosing(balance)
  const ending = computed.minor === closing.minor ? 'and adds up' : `but its entries give ${displayMoney(computed)}`
  return plain(`Account ${account}: ${displayMoney(opening)} to ${displayMoney(closing)} on ${day}, ${ending}`)
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Notes each line in the checks, and shows the first ones. */
async function readLines({ entries }: SettlementReading, checks: ImportChecks) {
  const rows: (readonly string[])[] = []
  let lines = 0
  for await (const read of entries) {
    lines += 1
    if (rows.length < mostLines) rows.push(rowOf(read))
    if ('fault' in read) checks.addFault(read.fault)
    else if ('unread' in read) checks.addUnread(read.unread)
    else checks.add(read.entry)
    if (checks.isHopeless) break
  }
  return { rows, others: lines - rows.length }
}

/** Shows what an import would read, and imports nothing: `try <file> --format <name>`. */
export async function tryFile([file, flag, format, ...rest]: readonly string[], options: TryOptions) {
  const { files, today, currencies } = options
  const isWhole = file !== undefined && flag === '--format' && format !== undefined && rest.length === 0
  if (!isWhole) return misused('Name the file and its format: settlements try <file> --format paystack')
  const reading = files.open(file, format)
  if (reading === undefined)
    return misused(`${format} is not a format: use ${files.formats.map((one) => one.format).join(', ')}`)
  const checks = new ImportChecks({ terms: reading.terms, today, currencies, isAlone: true })
  const { rows, others } = await readLines(reading, checks)
  const { faults, isCut } = checks.end()
  const ofLines = new Set(rows.map(([line, , , , , , , , , message]) => `${line} ${message}`))
  const further = faults.filter(({ line, message }) => !ofLines.has(`${line ?? ''} ${message}`))
  const text = [
    ...(rows.length === 0 ? [] : [textTable(headings, rows)]),
    ...(others === 0 ? [] : [`and ${counted(others, 'line')}`]),
    ...reading.balances().map(balanceText),
    ...(checks.unread.length === 0 ? [] : [unreadText(checks.unread)]),
    ...further.map(({ line, message }) => plain(line === undefined ? message : `line ${line}: ${message}`)),
    `${counted(checks.rows, 'row')} read, ${counted(faults.length, 'fault')}${isCut ? ' or more' : ''}. Nothing was imported`,
  ].join('\n\n')
  return faults.length === 0 ? done(text) : refused(text)
}
