import type { FoundFaults } from '@nyanja/back-office/reconciliation/import-checks'
import type { FormatSummary } from '@nyanja/back-office/reconciliation/settlement-files'
import type {
  ReconciledDay,
  ReconciliationCase,
  ResultCount,
  SettlementImport,
} from '@nyanja/back-office/reconciliation/settlement-store'
import type { UnreadKind } from '@nyanja/back-office/reconciliation/unread-lines'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import type { CaseReason } from '@nyanja/domain/reconciliation/case-reasons'
import { plain, textTable, timeText } from './text-table.ts'

/** What staff read for each reason. */
const reasonTexts: Readonly<Record<CaseReason, string>> = {
  balance_differs: 'opening balance and entries do not give the closing balance',
  duplicate_in_file: 'the row is there twice',
  reversed_by_provider: 'the provider took the payment back',
  refunded_by_provider: 'the provider refunded it without us',
  unknown_payout: 'no settlement file announced this payout',
  unknown_to_us: 'we have no such payment',
  other_currency: 'the currency is another one',
  unconfirmed_here: 'the provider has the money, and we do not know of it',
  fee_deducted: 'the amount is what is left after the fee',
  other_amount: 'the amount is another one',
  wrong_fee: 'the fee does not agree with what is paid out',
  fee_not_contracted: 'the fee is not that of the contract',
  other_day: 'the day is another one',
  changed_later: 'a later file has another figure',
  late_payout: 'not in a file yet; it may come with a later one',
  refund_not_seen: 'we refunded it, and the provider does not show that',
  payout_not_received: 'the bank has not received the payout',
  missing_at_bss: 'we delivered it, and the BSS does not show that',
  missing_at_provider: 'we have the payment, and the provider does not show it',
}

const daysText = ({ fromDay, untilDay }: Pick<SettlementImport, 'fromDay' | 'untilDay'>) =>
  fromDay === untilDay ? (fromDay ?? '') : `${fromDay} to ${untilDay}`

export function importsText(imports: readonly SettlementImport[]): string {
  if (imports.length === 0) return 'Nothing was imported'
  return textTable(
    ['import', 'at', 'source', 'format', 'days', 'rows', 'by', 'file'],
    imports.map((one) => [
      ...[String(one.id), timeText(one.importedAt), one.source, one.format],
      ...[
        `${daysText(one)}${one.isComplete ? '' : ' (incomplete)'}${one.withdrawnAt === undefined ? '' : ' (withdrawn)'}`,
        String(one.rows),
        one.importedBy,
        one.fileName,
      ],
    ]),
  )
}

export function importText(one: SettlementImport, counts: readonly ResultCount[]): string {
  const results = counts.map(({ kind, result, rows }) => [kind, result ?? 'not compared', String(rows)])
  const unread = one.unread.length === 0 ? '' : `\n\n${unreadText(one.unread)}`
  const state = one.comparedAt === undefined ? '\nNot compared completely: it is continued by itself' : ''
  return `${importsText([one])}\n\n${textTable(['kind', 'result', 'rows'], results)}${unread}${state}`
}

export function unreadText(unread: readonly UnreadKind[]): string {
  return textTable(
    ['not read', 'lines', 'such as'],
    unread.map(({ why, lines, examples }) => [plain(why), String(lines), `line ${examples.join(', ')}`]),
  )
}

export function formatsText(formats: readonly FormatSummary[]): string {
  return textTable(
    ['format', 'of', 'verified', 'title'],
    formats.map(({ format, counterpart, verified, title }) => [format, counterpart, verified ? 'yes' : 'no', title]),
  )
}

export function faultsText(name: string, { faults, isCut }: FoundFaults): string {
  const lines = faults.map(({ line, message }) => plain(line === undefined ? message : `line ${line}: ${message}`))
  const rest = isCut ? ['and more'] : []
  return [`${plain(name)} was not imported, and nothing was changed:`, ...lines, ...rest].join('\n')
}

const sum = (amount: Money | undefined) => (amount === undefined ? '' : displayMoney(amount))

export function casesText(cases: readonly ReconciliationCase[]): string {
  if (cases.length === 0) return 'No difference is open'
  return textTable(
    ['case', 'day', 'source', 'kind', 'payment', 'ours', 'theirs', 'import/row', 'state', 'proposed reason'],
    cases.map(({ id, day, source, kind, reference, ours, theirs, row, state, reason }) => [
      ...[String(id), day, source, kind, reference ?? '', sum(ours), sum(theirs)],
      ...[row === undefined ? '' : `${row.importId}/${row.row}`, state, reasonTexts[reason]],
    ]),
  )
}

export function daysTable(days: readonly ReconciledDay[]): string {
  if (days.length === 0) return 'Nothing was imported'
  return textTable(
    ['day', 'source', 'state', 'matched', 'different', 'theirs only', 'ours only'],
    days.map(({ day, source, state, matched, different, theirsOnly, oursOnly }) => [
      ...[day, source, state, String(matched), String(different), String(theirsOnly), String(oursOnly)],
    ]),
  )
}
