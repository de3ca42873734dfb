import { minorIn } from '../core/market.ts'
import { type Answer, answer, fieldFault, mismatch, repeatedTag, transactionFieldFault } from './codes.ts'
import {
  createTransaction,
  findByCompanyRef,
  findByToken,
  type Refund,
  type RefundOutcome,
  type RefundState,
  refundableMinor,
  type Simulation,
  type Terms,
  type Transaction,
} from './ledger.ts'
import type { Fields } from './xml.ts'

const hourMs = 3_600_000
const unitMs: Readonly<Record<string, number>> = { minutes: 60_000, hours: hourMs }
const defaultTimeLimit = '96'

type Check = (transaction: Fields, services: readonly Fields[], simulation: Simulation) => Answer | undefined

const checks: readonly Check[] = [
  (transaction) => faultIn(transaction.firstRepeated(), repeatedTag),
  (transaction) => faultIn(transaction.firstMissing(['PaymentAmount', 'PaymentCurrency']), transactionFieldFault),
  (transaction, _services, { currencies }) =>
    currencies.includes(transaction.text('PaymentCurrency')) ? undefined : currencyUnknown,
  (transaction) => (amountIn(transaction) ? undefined : transactionFieldFault('PaymentAmount')),
  (transaction) => (timeLimitMs(transaction) ? undefined : transactionFieldFault('PTL')),
  (transaction) => faultIn(['RedirectURL', 'BackURL'].find(isBadUrl(transaction)), transactionFieldFault),
  (_transaction, services) => (services.length > 0 ? undefined : fieldFault('Services')),
  (_transaction, services) => faultIn(missingOfService(services), fieldFault),
  (_transaction, services, { serviceType }) =>
    services.every((service) => service.text('ServiceType') === serviceType) ? undefined : fieldFault('ServiceType'),
  (transaction, _services, { limitMinor }) =>
    (amountIn(transaction) ?? 0) > limitMinor ? answer('905', 'Transaction amount has exceeded the limit') : undefined,
  (transaction, _services, { ledger }) =>
    transaction.text('CompanyRefUnique') === '1' && findByCompanyRef(ledger, transaction.text('CompanyRef'))?.payment
      ? answer('940', 'CompanyREF already exists and paid')
      : undefined,
]

const currencyUnknown = answer('904', 'Currency not supported')

export function createToken(request: Fields, simulation: Simulation): Answer {
  const transaction = request.below('Transaction')
  const services = request.below('Services').each('Service')
  for (const check of checks) {
    const refusal = check(transaction, services, simulation)
    if (refusal) return refusal
  }
  const { token, reference } = createTransaction(termsIn(transaction, services), simulation)
  return answer('000', 'Transaction created', { TransToken: token, TransRef: reference })
}

const faultIn = (field: string | undefined, fault: (field: string) => Answer): Answer | undefined =>
  field === undefined ? undefined : fault(field)

const amountIn = (transaction: Fields): number | undefined => minorIn(transaction.text('PaymentAmount'))

function timeLimitMs(transaction: Fields): number | undefined {
  const unit = unitMs[transaction.text('PTLtype') || 'hours']
  const count = Number(transaction.text('PTL') || defaultTimeLimit)
  return unit !== undefined && Number.isInteger(count) && count > 0 ? count * unit : undefined
}

const isBadUrl =
  (transaction: Fields) =>
  (tag: string): boolean =>
    transaction.has(tag) && !/^https?:$/.test(URL.parse(transaction.text(tag))?.protocol ?? '')

function missingOfService(services: readonly Fields[]): string | undefined {
  const tags = ['ServiceType', 'ServiceDescription', 'ServiceDate']
  return services.map((service) => service.firstMissing(tags)).find((tag) => tag !== undefined)
}

function termsIn(transaction: Fields, services: readonly Fields[]): Terms {
  const text = (tag: string) => transaction.text(tag)
  return {
    companyRef: text('CompanyRef'),
    sum: { minor: amountIn(transaction) ?? 0, currency: text('PaymentCurrency') },
    redirectUrl: text('RedirectURL'),
    backUrl: text('BackURL'),
    description: services.map((service) => service.text('ServiceDescription')).join(', '),
    customer: {
      name: `${text('customerFirstName')} ${text('customerLastName')}`.trim(),
      email: text('customerEmail'),
      phone: text('customerPhone'),
      country: text('customerCountry'),
    },
    timeLimitMs: timeLimitMs(transaction) ?? 0,
  }
}

const refused = (reason: string): Answer => answer('999', reason)

export function refundToken(request: Fields, simulation: Simulation): Answer {
  const missing = request.firstMissing(['refundAmount', 'refundDetails'])
  if (missing !== undefined) return fieldFault(missing)
  const transaction = namedIn(request, simulation)
  if (transaction === undefined) return fieldFault('TransactionToken')
  if (transaction === 'unknown') return mismatch('TransactionToken')

  const minor = minorIn(request.text('refundAmount'))
  if (minor === undefined) return fieldFault('refundAmount')
  const reference = request.text('refundRef')
  const refusal = whyNot(transaction, { minor, reference }, simulation)
  if (refusal !== undefined) return refused(refusal)

  const refund: Refund = {
    minor,
    reference,
    details: request.text('refundDetails'),
    state: stateOf(request, simulation),
    at: simulation.now().toISOString(),
  }
  transaction.refunds = [...transaction.refunds, refund]
  return answer('000', 'Refund is done')
}

function whyNot(
  transaction: Transaction,
  { minor, reference }: Pick<Refund, 'minor' | 'reference'>,
  { refundOutcome }: Simulation,
): string | undefined {
  if (transaction.payment === undefined) return 'Transaction is not paid'
  if (refundOutcome === 'failed') return 'Refund failed'
  const isRepeated = reference !== '' && transaction.refunds.some((refund) => refund.reference === reference)
  if (isRepeated) return 'Refund reference already exists'
  return minor > refundableMinor(transaction) ? 'Refund amount is higher than the paid amount' : undefined
}

/** With required approval a refund is made only after a second person agrees. */
function stateOf(request: Fields, { refundOutcome }: Simulation): RefundState {
  const outcome: RefundOutcome = request.text('refundApproval') === '1' ? 'pending' : refundOutcome
  return outcome === 'failed' ? 'declined' : outcome
}

function namedIn(request: Fields, { ledger }: Simulation): Transaction | 'unknown' | undefined {
  if (request.has('TransactionToken')) return findByToken(ledger, request.text('TransactionToken')) ?? 'unknown'
  if (request.has('TransRef')) return ledger.find('reference', request.text('TransRef')) ?? 'unknown'
  return undefined
}

const refundAnswers = {
  done: answer('000', 'Refund found'),
  declined: answer('008', 'Refund declined'),
  pending: answer('009', 'Refund pending manual approval'),
} as const satisfies Readonly<Record<RefundState, Answer>>

/** Applies to the latest refund of the transaction. */
export function verifyRefund(request: Fields, { ledger }: Simulation): Answer {
  if (!request.has('TransRef')) return fieldFault('TransRef')
  const transaction = ledger.find('reference', request.text('TransRef'))
  if (transaction === undefined) return mismatch('TransRef')
  const latest = transaction.refunds.at(-1)
  return latest ? refundAnswers[latest.state] : refused('Refund not found')
}
