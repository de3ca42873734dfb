import { displayMoney } from '@nyanja/domain/money/money'
import type { AfterRestoreReport, UnknownPayment } from './after-restore.ts'
import { textTable, timeText } from './text-table.ts'

export function afterRestoreText(report: AfterRestoreReport): string {
  const { entered, files, lines, unreadable, unknown, listed, forgottenRefunds, notAsked } = report
  const looked =
    entered === undefined
      ? 'This recovery was entered before; the journal was read again'
      : `To be looked up before anything is sent: ${entered.deliveries} deliveries, ${entered.refunds} refunds, ${entered.leads} leads; to be asked about: ${entered.attempts} payments`
  return [
    looked,
    `Journal: ${lines} calls in ${files} files${unreadable === 0 ? '' : `, ${unreadable} lines cannot be read`}`,
    ...(files === 0 ? ['No journal was found: captures after the backup are unknown. Is JOURNAL_DIR right?'] : []),
    `The database lacks ${unknown} of these payments; ${listed} of them stand in the list: payments list`,
    ...(forgottenRefunds === 0
      ? []
      : [`It lacks the refund of ${forgottenRefunds} payments that it has; they stand there too`]),
    ...notAsked.map(
      ({ party, references }) => `Could not be asked: ${party}, about ${references} payments. Run this again`,
    ),
  ].join('\n')
}

const headings = ['reference', 'since', 'gateway', 'amount', 'calls', 'found']

export function unknownText(payments: readonly UnknownPayment[]): string {
  const rows = payments.map(({ reference, gateway, calls, amount, found, at }) => [
    ...[reference, timeText(at), gateway],
    ...[amount === undefined ? '' : displayMoney(amount), calls.join(' '), found],
  ])
  return `Known to others, and not to the database\n${textTable(headings, rows)}`
}
