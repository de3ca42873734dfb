import { readFixedLineAccount, readLineAccount } from '@nyanja/domain/bills/account-number'
import { type Bill, type Invoice, isCovered, roundedCharge, totalOf } from '@nyanja/domain/bills/bill'
import { type Bundle, isForBroadband } from '@nyanja/domain/bundles/bundle'
import type { Money } from '@nyanja/domain/money/money'
import { type LineType, type MsisdnRules, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { readLeadReference } from '@nyanja/domain/numbers/reference'
import { type OrderItem, sumOf } from '@nyanja/domain/payments/order-items'
import type { Method } from './attempt.ts'
import { accountProblems, type LineBills, matchesPrice } from './checkout-choices.ts'
import type { CheckoutProblem } from './checkout-request.ts'
import type { Choice } from './orders.ts'
import type { OrderedPayment } from './payment-progress.ts'
import type { Plans } from './plans.ts'

/** The fields with which a later call refers to an initiated payment; absent ones are not compared. */
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

interface RepeatSources {
  readonly numbers: MsisdnRules
  readonly lineBills: Pick<LineBills, 'match'>
}

/** Tells why the call cannot mean this payment: the charge stays as initiated, regardless of later calls. */
export async function problemOfRepeat(
  shown: CheckoutRepeat,
  payment: OrderedPayment,
  sources: RepeatSources,
): Promise<CheckoutProblem | undefined> {
  const { attempt, order } = payment
  const { number, amount, currency = attempt.amount.currency, productCode, payerNumber } = shown
  if (isOther(number, order.msisdn, sources)) return { outcome: 'bad_field', field: 'number' }
  if (currency !== attempt.amount.currency) return { outcome: 'currency_differs' }
  if (!matchesPrice(amount, attempt.amount)) return { outcome: 'amount_differs' }
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

/** The account of a line is a secret of its owner, so wrong ones are counted here too. */
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
    const isSameAccount = named.outcome === 'valid' && named.account === choice.bill.account
    return isSameAccount ? undefined : { outcome: 'account_differs' }
  }
  const reading = readLineAccount(accountId)
  if (reading.outcome !== 'valid') return { outcome: 'invalid_account' }
  const { outcome } = await lineBills.match(msisdn, reading.account)
  return outcome === 'matches' ? undefined : { outcome: accountProblems[outcome] }
}

type BillChoice = Extract<Choice, { readonly bill: Bill }>

export interface RenewalSources {
  readonly bundle: (
    productCode: string,
    line: { readonly lineType: LineType; readonly isBroadband: boolean },
  ) => Promise<Bundle | undefined>
  /** Reads the open invoices as billing has them now. */
  readonly openInvoices: (account: string) => Promise<readonly Invoice[]>
  readonly billOf: (msisdn: string) => Promise<{ readonly account: string; readonly left: Money } | undefined>
  readonly plans: Pick<Plans, 'choice' | 'standing'>
  readonly roundUp: boolean
}

interface RenewedLink {
  readonly choice: Choice
  readonly lineType: LineType
  readonly msisdn: string
}

/**
 * Finds the same product at today's price, or at that of its lead: undefined when it is not sold any more, or nothing
 * of it is unpaid. `ended` means that the lead ended without installation.
 */
export async function renewedChoice(
  { choice, lineType, msisdn }: RenewedLink,
  sources: RenewalSources,
): Promise<Choice | 'ended' | undefined> {
  switch (choice.kind) {
    case 'airtime':
      return choice
    case 'bill':
      return renewBillChoice(choice, msisdn, sources)
    case 'bundle': {
      const line = { lineType, isBroadband: isForBroadband(choice.bundle) }
      const bundle = await sources.bundle(choice.bundle.productCode, line)
      return bundle && { kind: 'bundle', amount: bundle.price, bundle }
    }
    case 'several':
      return renewItems(choice.items, sources)
    case 'invoice':
      return renewInvoiceChoice(choice.bill, sources)
    case 'plan': {
      const { state } = await sources.plans.standing(choice.plan.leadReference)
      if (state === 'not_payable') return 'ended'
      return state === 'paid' ? undefined : sources.plans.choice(choice.plan)
    }
  }
}

/** Each number gets the same at today's price: undefined when one bundle is not sold any more. */
async function renewItems(items: readonly OrderItem[], sources: RenewalSources): Promise<Choice | undefined> {
  const renewed = await Promise.all(
    items.map(async ({ msisdn, amount, bundle: earlier }) => {
      if (earlier === undefined) return { msisdn, amount }
      const bundle = await sources.bundle(earlier.productCode, { lineType: 'PREPAID', isBroadband: false })
      return bundle && { msisdn, amount: bundle.price, bundle }
    }),
  )
  const sold = renewed.filter((item) => item !== undefined)
  if (sold.length === 0 || sold.length < renewed.length) return undefined
  return { kind: 'several', amount: sumOf(sold), items: sold }
}

/** Chooses all that is open on the account or line of an earlier bill: undefined when nothing is. */
export async function openBillChoice(
  { choice, msisdn }: Pick<RenewedLink, 'choice' | 'msisdn'>,
  { openInvoices, billOf, roundUp }: Pick<RenewalSources, 'openInvoices' | 'billOf' | 'roundUp'>,
): Promise<BillChoice | undefined> {
  if (choice.kind === 'invoice') {
    const { account } = choice.bill
    const invoices = await openInvoices(account)
    const total = totalOf(invoices)
    if (total === undefined) return undefined
    const { amount, ...rounded } = roundedCharge(total, { roundUp })
    return { kind: 'invoice', amount, bill: { account, invoices, ...rounded } }
  }
  const found = choice.kind === 'bill' ? await billOf(msisdn) : undefined
  if (found === undefined || found.left.minor <= 0) return undefined
  const { amount, ...rounded } = roundedCharge(found.left, { roundUp })
  return { kind: 'bill', amount, bill: { account: found.account, invoices: [], ...rounded } }
}

async function renewInvoiceChoice({ account, invoices }: Bill, { openInvoices, roundUp }: RenewalSources) {
  const chosen = new Set(invoices.map(({ billId }) => billId))
  const open = (await openInvoices(account)).filter(({ billId }) => chosen.has(billId))
  const total = totalOf(open)
  if (total === undefined) return undefined
  const { amount, ...rounded } = roundedCharge(total, { roundUp })
  return { kind: 'invoice', amount, bill: { account, invoices: open, ...rounded } } satisfies Choice
}

/** The amount is at most today's unpaid rest, unless the customer agreed to more. */
async function renewBillChoice(choice: BillChoice, msisdn: string, { billOf, roundUp }: RenewalSources) {
  const { amount, bill } = choice
  const found = bill.credit === 'any' ? undefined : await billOf(msisdn)
  if (found === undefined || isCovered(amount, bill, { left: found.left, roundUp })) return choice
  if (found.left.minor <= 0) return undefined
  const { amount: left, ...rounded } = roundedCharge(found.left, { roundUp })
  return { kind: 'bill', amount: left, bill: { account: found.account, invoices: [], ...rounded } } satisfies Choice
}
