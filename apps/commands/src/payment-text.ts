import type { AfterRestoreReport } from '@nyanja/back-office/operations/after-restore'
import type {
  HistoricAttempt,
  HistoricTakeback,
  PaymentHistory,
  ReviewItem,
} from '@nyanja/back-office/operations/reviews'
import { maskAccount } from '@nyanja/domain/bills/account-number'
import type { Quote } from '@nyanja/domain/money/exchange'
import { displayMoney, oneWhole } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { listResolutions } from '@nyanja/domain/payments/review-resolutions'
import type { UnknownPayment } from '@nyanja/server/recovery/recovery'
import { plain, textTable, timeText } from './text-table.ts'

const listHeadings = ['reference', 'since', 'method', 'amount', 'money', 'delivery', 'refund', 'may be', 'because']

export function reviewListText(items: readonly ReviewItem[]): string {
  if (items.length === 0) return 'No payment is in review'
  const rows = items.map(({ reference, since, method, amount, part, components, reasons }) => [
    reference,
    timeText(since),
    method,
    displayMoney(amount),
    components.money,
    components.delivery ?? '',
    [components.refund, part && displayMoney(part)].filter(Boolean).join(' '),
    listResolutions(components, reasons).join(' '),
    reasons.join(', '),
  ])
  return textTable(listHeadings, rows)
}

/** Everything about a payment except complete numbers. */
export function paymentText(history: PaymentHistory, countryCode: string): string {
  const { channel, msisdn, account, lineType, product, createdAt, attempts, actions } = history
  const masked = (number: string) => (number === '' ? 'forgotten' : maskMsisdn(number, countryCode))
  const whose = account === undefined ? masked(msisdn) : maskAccount(account)
  const order = `Order      ${plain(product)} for ${whose} (${lineType}) by ${channel}, ${timeText(createdAt)}`
  const rows = actions.map(({ at, who, action, subject, why }) => [timeText(at), who, action, subject, why])
  return [
    order,
    ...attempts.map((attempt) => attemptText(attempt, masked)),
    ...(rows.length === 0 ? [] : [textTable(['at', 'who', 'did', 'to', 'why'], rows)]),
  ].join('\n\n')
}

function quoteText({ ordered, rate, quotedAt }: Quote): string {
  const one = displayMoney(oneWhole(rate.one))
  return `${displayMoney(ordered)} at ${displayMoney(rate.costs)} for ${one}, ${timeText(quotedAt)}`
}

const componentsText = ({ components: { money, delivery, refund } }: HistoricAttempt) =>
  Object.entries({ money, ...(delivery && { delivery }), ...(refund && { refund }) })
    .map((component) => component.join(' '))
    .join(', ')

function takebackText({ amount, state, balance }: HistoricTakeback): string {
  const before = balance && `, the line had ${displayMoney(balance.amount)} at ${timeText(balance.at)}`
  return `${displayMoney(amount)} ${state}${before ?? ''}`
}

function attemptText(attempt: HistoricAttempt, masked: (number: string) => string): string {
  const { reference, id, method, gateway, amount, quote, payerMsisdn, components, reviews, events } = attempt
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Attempt', `${reference}, ${displayMoney(amount)} by ${method} (${gateway}) from ${masked(payerMsisdn)}`],
    ['Received', attempt.received && `${displayMoney(attempt.received.amount)}, ${timeText(attempt.received.at)}`],
    ['Requested', attempt.asked && displayMoney(attempt.asked)],
    ['Quote', quote && quoteText(quote)],
    ['Our id', id],
    ['Their id', attempt.providerReference],
    ['Refusal', attempt.refusal],
    ['Checks', String(attempt.checks)],
    ['Next', attempt.nextCheckAt === undefined ? undefined : timeText(attempt.nextCheckAt)],
    ['Components', componentsText(attempt)],
    ['Gives back', attempt.part && `${displayMoney(attempt.part)} of ${displayMoney(amount)}`],
    ['Goodwill', attempt.credit && `${displayMoney(attempt.credit.amount)} ${attempt.credit.state}`],
    ['Takes back', attempt.takeback && takebackText(attempt.takeback)],
    ['Review', reviews.length === 0 ? undefined : reviews.join(', ')],
    ['May be', reviews.length === 0 ? undefined : listResolutions(components, reviews).join(' ')],
  ]
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(10)} ${plain(value)}`]))
  const rows = events.map(({ at, component, from, to, detail = '' }) => [timeText(at), component, from, to, detail])
  return [...lines, textTable(['at', 'component', 'from', 'to', 'detail'], rows)].join('\n')
}

export function afterRestoreText(report: AfterRestoreReport): string {
  const { entered, files, lines, unreadable, unknown, listed, forgottenRefunds, notQueried } = report
  const looked =
    entered === undefined
      ? 'This recovery exists already; the journal was read again'
      : `To be looked up before anything is sent: ${entered.deliveries} deliveries, ${entered.refunds} refunds, ${entered.leads} leads; to be checked: ${entered.attempts} payments`
  return [
    looked,
    `Journal: ${lines} calls in ${files} files${unreadable === 0 ? '' : `, ${unreadable} lines cannot be read`}`,
    ...(files === 0 ? ['No journal was found: captures after the backup are unknown. Is JOURNAL_DIR right?'] : []),
    `The database lacks ${unknown} of these payments; ${listed} of them are in the list: payments list`,
    ...(forgottenRefunds === 0
      ? []
      : [`It lacks the refund of ${forgottenRefunds} payments that it has; they are in the list too`]),
    ...notQueried.map(
      ({ party, references }) => `Could not be queried: ${party}, about ${references} payments. Run this again`,
    ),
  ].join('\n')
}

const unknownHeadings = ['reference', 'since', 'gateway', 'amount', 'calls', 'found']

export function unknownText(payments: readonly UnknownPayment[]): string {
  const rows = payments.map(({ reference, gateway, calls, amount, found, at }) => [
    ...[reference, timeText(at), gateway],
    ...[amount === undefined ? '' : displayMoney(amount), calls.join(' '), found],
  ])
  return `Known to other systems, and not to the database\n${textTable(unknownHeadings, rows)}`
}
