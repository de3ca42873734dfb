import { maskAccount } from '@nyanja/domain/bills/account-number'
import type { Quote } from '@nyanja/domain/money/exchange'
import { displayMoney, oneWhole } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { listResolutions } from '@nyanja/domain/payments/review-resolutions'
import { plain, textTable, timeText } from '../common/text-table.ts'
import type { HistoricAttempt, PaymentHistory, ReviewItem } from './reviews.ts'

const listHeadings = ['reference', 'since', 'method', 'amount', 'money', 'delivery', 'refund', 'may be', 'because']

export function listText(items: readonly ReviewItem[]): string {
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

function attemptText(attempt: HistoricAttempt, masked: (number: string) => string): string {
  const { reference, id, method, gateway, amount, quote, payerMsisdn, components, reviews, events } = attempt
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Attempt', `${reference}, ${displayMoney(amount)} by ${method} (${gateway}) from ${masked(payerMsisdn)}`],
    ['Received', attempt.received && `${displayMoney(attempt.received.amount)}, ${timeText(attempt.received.at)}`],
    ['Asked for', attempt.asked && displayMoney(attempt.asked)],
    ['Quote', quote && quoteText(quote)],
    ['Our id', id],
    ['Their id', attempt.providerReference],
    ['Refusal', attempt.refusal],
    ['Asked', `${attempt.checks} times`],
    ['Next', attempt.nextCheckAt === undefined ? undefined : timeText(attempt.nextCheckAt)],
    ['Components', componentsText(attempt)],
    ['Gives back', attempt.part && `${displayMoney(attempt.part)} of ${displayMoney(amount)}`],
    ['Goodwill', attempt.credit && `${displayMoney(attempt.credit.amount)} ${attempt.credit.state}`],
    ['Review', reviews.length === 0 ? undefined : reviews.join(', ')],
    ['May be', reviews.length === 0 ? undefined : listResolutions(components, reviews).join(' ')],
  ]
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(10)} ${plain(value)}`]))
  const rows = events.map(({ at, component, from, to, detail = '' }) => [timeText(at), component, from, to, detail])
  return [...lines, textTable(['at', 'component', 'from', 'to', 'detail'], rows)].join('\n')
}
