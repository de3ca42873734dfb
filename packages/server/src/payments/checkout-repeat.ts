import { readFixedLineAccount, readLineAccount } from '@nyanja/domain/bills/account-number'
import { type MsisdnRules, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { readLeadReference } from '@nyanja/domain/numbers/reference'
import type { Method } from './attempt.ts'
import { accountProblems, isSame, type LineBills } from './checkout-choices.ts'
import type { CheckoutProblem } from './checkout-request.ts'
import type { OrderedPayment } from './payment-progress.ts'

/** What a later call says again of a payment that was initiated; what is absent is not said. */
export interface CheckoutRepeat {
  readonly number?: string
  readonly amount?: string
  readonly currency?: string
  readonly productCode?: string
  readonly accountId?: string
  readonly payerNumber?: string
  readonly method?: Method | 'unknown'
  readonly gateway?: string
}

export interface RepeatSources {
  readonly numbers: MsisdnRules
  readonly lineBills: Pick<LineBills, 'match'>
}

/** Why the call cannot mean this payment: what is charged is what was initiated, whatever is said later. */
export async function problemOfRepeat(
  shown: CheckoutRepeat,
  payment: OrderedPayment,
  sources: RepeatSources,
): Promise<CheckoutProblem | undefined> {
  const { attempt, order } = payment
  const { number, amount, currency = attempt.amount.currency, productCode, payerNumber } = shown
  if (isOther(number, order.msisdn, sources)) return { outcome: 'bad_field', field: 'number' }
  if (currency !== attempt.amount.currency) return { outcome: 'currency_differs' }
  if (!isSame(amount, attempt.amount)) return { outcome: 'amount_differs' }
  if (productCode !== undefined && productCode !== productCodeOf(payment)) return { outcome: 'unknown_product' }
  if (isOther(payerNumber, attempt.payerMsisdn, sources)) return { outcome: 'bad_field', field: 'payerNumber' }
  if (shown.method !== undefined && shown.method !== attempt.method) return { outcome: 'bad_field', field: 'method' }
  if (shown.gateway !== undefined && shown.gateway !== attempt.gateway)
    return { outcome: 'bad_field', field: 'gateway' }
  return shown.accountId === undefined ? undefined : accountProblem(shown.accountId, payment, sources)
}

function isOther(shown: string | undefined, msisdn: string, { numbers }: RepeatSources): boolean {
  if (shown === undefined) return false
  const reading = parseMsisdn(shown, numbers)
  return reading.outcome !== 'valid' || reading.msisdn !== msisdn
}

function productCodeOf({ order: { choice } }: OrderedPayment): string | undefined {
  if (choice.kind === 'plan') return choice.plan.code
  return choice.kind === 'bundle' ? choice.bundle.productCode : undefined
}

/** The account of a line is a secret of its owner, so guesses at it are counted here too. */
async function accountProblem(
  accountId: string,
  { order }: OrderedPayment,
  { lineBills }: RepeatSources,
): Promise<CheckoutProblem | undefined> {
  const { choice, msisdn } = order
  if (choice.kind === 'plan')
    return readLeadReference(accountId) === choice.plan.leadReference ? undefined : { outcome: 'account_differs' }
  if (choice.kind === 'invoice') {
    const named = readFixedLineAccount(accountId)
    const isReported = named.outcome === 'valid' && named.account === choice.bill.account
    return isReported ? undefined : { outcome: 'account_differs' }
  }
  const reading = readLineAccount(accountId)
  if (reading.outcome !== 'valid') return { outcome: 'invalid_account' }
  const { outcome } = await lineBills.match(msisdn, reading.account)
  return outcome === 'matches' ? undefined : { outcome: accountProblems[outcome] }
}
