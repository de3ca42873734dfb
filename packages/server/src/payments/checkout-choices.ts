import { readFixedLineAccount, readLineAccount } from '@nyanja/domain/bills/account-number'
import {
  type AgreedCredit,
  chargeFor,
  chooseInvoices,
  type Invoice,
  roundedCharge,
  totalOf,
} from '@nyanja/domain/bills/bill'
import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { type AmountLimits, checkAmount } from '@nyanja/domain/money/amount-limits'
import { type Money, majorText } from '@nyanja/domain/money/money'
import type { AmountProblem, CheckoutProblem, CheckoutRequest, PaidLine } from './checkout-request.ts'
import type { PurchaseKind } from './delivery-provider.ts'
import type { Choice } from './orders.ts'
import type { PlanRequest, Plans } from './plans.ts'

/** The debts of lines, and whether the caller may see them. */
export interface LineBills {
  match(
    msisdn: string,
    account: string,
  ): Promise<{ readonly outcome: 'matches' | 'differs' | 'no_account' | 'tries_spent' }>
  charge(
    msisdn: string,
    request: { readonly typed: Money; readonly isSeen: boolean; readonly agreed?: AgreedCredit },
  ): Promise<LineCharge>
}

type LineCharge =
  | { readonly outcome: 'no_account' }
  | {
      readonly outcome: 'charge'
      readonly account: string
      readonly amount: Money
      readonly roundedFrom?: Money
      readonly credit?: AgreedCredit
    }
  | { readonly outcome: 'exceeds_bill'; readonly seen?: { readonly left: Money } }

export interface ChoiceSources {
  readonly catalogue: { bundle(productCode: string, line: PaidLine): Promise<Bundle | undefined> }
  readonly lineBills: LineBills
  /** Reads the open invoices of a fixed account, as billing has them now: undefined when the account does not exist. */
  readonly openInvoices: (account: string) => Promise<readonly Invoice[] | undefined>
  readonly plans: Pick<Plans, 'choice'>
  /** Finds the order for this number, while it can be served and is unpaid: undefined for all others. */
  readonly payableLead: (lead: {
    readonly reference: string
    readonly msisdn: string
  }) => Promise<PlanRequest | undefined>
  /** The limits of recharges. */
  readonly limits: AmountLimits
  readonly bills: { readonly limits: AmountLimits; readonly roundUp: boolean }
}

type Chosen = Promise<Choice | CheckoutProblem>

/** Finds what a channel's request buys, at the current price, or why it cannot be bought. */
export class CheckoutChoices {
  readonly #sources: ChoiceSources

  constructor(sources: ChoiceSources) {
    this.#sources = sources
  }

  async choose(request: CheckoutRequest, line: PaidLine): Chosen {
    const field = findContradictingField(request)
    if (field !== undefined) return { outcome: 'bad_field', field }
    return this.#choices[request.buys](request, line)
  }

  /** Parses the amount of a recharge, in units where those are sold. */
  parseAirtimeAmount(text: string): { readonly outcome: 'valid'; readonly amount: Money } | AmountProblem {
    return parseAmount(text, this.#sources.limits, 'refused')
  }

  /** Parses the amount of a bill, in the currency of prices. */
  parseBillAmount(text: string) {
    return parseAmount(text, this.#sources.bills.limits, 'allowed')
  }

  readonly #choices = {
    airtime: async (request: CheckoutRequest, line: PaidLine): Chosen => {
      const reading = this.#airtimeOf(request)
      if (reading.outcome !== 'valid') return reading
      return (await this.#accountProblem(request, line)) ?? { kind: 'airtime', amount: reading.amount }
    },

    bundle: async (request: CheckoutRequest, line: PaidLine): Chosen => {
      const { productCode = '', amount, currency } = request
      const bundle = await this.#sources.catalogue.bundle(productCode, line)
      if (bundle === undefined) return { outcome: 'unknown_product' }
      const { price } = bundle
      if (currency === price.currency && !matchesPrice(amount, price)) return { outcome: 'amount_differs' }
      return (await this.#accountProblem(request, line)) ?? { kind: 'bundle', amount: price, bundle }
    },

    bill: async (request: CheckoutRequest, line: PaidLine): Chosen => {
      const reading = this.#billSumOf(request)
      if (reading.outcome !== 'valid') return reading
      const problem = await this.#accountProblem(request, line)
      return problem ?? this.#billOf(request, line, reading.amount)
    },

    invoice: async ({ accountId = '', invoiceNumber = '', amount, currency }: CheckoutRequest): Chosen => {
      const { bills, openInvoices } = this.#sources
      const reading = readFixedLineAccount(accountId)
      if (reading.outcome !== 'valid') return { outcome: 'invalid_account' }
      const { account } = reading
      const open = await openInvoices(account)
      if (open === undefined) return { outcome: 'unknown_account' }
      const numbers = invoiceNumber.split(',').map((number) => number.trim())
      const { chosen, missing } = chooseInvoices(open, numbers)
      const total = totalOf(chosen)
      if (total === undefined || missing.length > 0) return { outcome: 'unknown_invoice' }
      const { amount: charge, ...rounded } = roundedCharge(total, bills)
      if (currency === charge.currency && !matchesPrice(amount, charge)) return { outcome: 'amount_differs' }
      const limits = this.parseBillAmount(majorText(charge))
      if (limits.outcome !== 'valid') return limits
      return { kind: 'invoice', amount: charge, bill: { account, invoices: chosen, ...rounded } }
    },

    plan: async ({ accountId = '', productCode, amount, currency }: CheckoutRequest, { msisdn }: PaidLine): Chosen => {
      const { payableLead, plans } = this.#sources
      const lead = await payableLead({ reference: accountId, msisdn })
      if (lead === undefined) return { outcome: 'unknown_account' }
      const choice = await plans.choice(lead)
      if (choice === undefined) return { outcome: 'unknown_account' }
      if (productCode !== undefined && productCode !== choice.plan.code) return { outcome: 'unknown_product' }
      return currency !== choice.amount.currency || matchesPrice(amount, choice.amount)
        ? choice
        : { outcome: 'amount_differs' }
    },
  } as const

  #airtimeOf({ amount = '', units, currency }: CheckoutRequest) {
    const { min, max, inUnits } = this.#sources.limits
    if (!inUnits) return this.parseAirtimeAmount(amount)
    const isOwn = currency === min.currency
    if (units !== undefined) {
      const reading = this.parseAirtimeAmount(units)
      const isAnother = isOwn && reading.outcome === 'valid' && !matchesPrice(amount, reading.amount)
      return isAnother ? ({ outcome: 'amount_differs' } as const) : reading
    }
    return isOwn ? parseAmount(amount, { min, max }, 'allowed') : ({ outcome: 'invalid_amount' } as const)
  }

  /** An amount of francs does not determine how many dollars of a bill are meant, so the units do. */
  #billSumOf({ amount = '', units, currency }: CheckoutRequest) {
    const isOwn = currency === this.#sources.bills.limits.min.currency
    if (!isOwn) return units === undefined ? ({ outcome: 'invalid_amount' } as const) : this.parseBillAmount(units)
    const reading = this.parseBillAmount(amount)
    const isAnother = units !== undefined && reading.outcome === 'valid' && !matchesPrice(units, reading.amount)
    return isAnother ? ({ outcome: 'amount_differs' } as const) : reading
  }

  /** A given account must be the line's own. Wrong ones are counted. */
  async #accountProblem({ accountId }: CheckoutRequest, { msisdn }: PaidLine): Promise<CheckoutProblem | undefined> {
    if (accountId === undefined) return undefined
    const reading = readLineAccount(accountId)
    if (reading.outcome !== 'valid') return { outcome: 'invalid_account' }
    const { outcome } = await this.#sources.lineBills.match(msisdn, reading.account)
    return outcome === 'matches' ? undefined : { outcome: accountProblems[outcome] }
  }

  async #billOf(request: CheckoutRequest, { msisdn }: PaidLine, typed: Money): Chosen {
    const { accountId, acceptsCredit } = request
    const isSeen = accountId !== undefined
    const whole = chargeFor(typed, this.#sources.bills)
    const most = isSeen ? whole : 'any'
    const agreed = acceptsCredit ? most : undefined
    const charge = await this.#sources.lineBills.charge(msisdn, { typed, isSeen, ...(agreed && { agreed }) })
    if (charge.outcome === 'no_account') return { outcome: 'unknown_account' }
    if (charge.outcome === 'charge') {
      const { account, amount, roundedFrom, credit } = charge
      const named = { ...(roundedFrom && { roundedFrom }), ...(credit && { credit }) }
      return { kind: 'bill', amount, bill: { account, invoices: [], ...named } }
    }
    const { seen } = charge
    if (seen !== undefined && seen.left.minor <= 0) return { outcome: 'bill_paid' }
    return { outcome: 'above_bill', ...(seen && { left: seen.left }) }
  }
}

/** The reasons why an account is not that of a line. */
export const accountProblems = {
  differs: 'account_differs',
  no_account: 'unknown_account',
  tries_spent: 'attempts_exhausted',
} as const

/** The further fields of a request, by product. */
const extraFieldsByProduct: Readonly<Record<PurchaseKind, readonly (keyof CheckoutRequest)[]>> = {
  airtime: ['giftMessage'],
  bundle: ['productCode', 'giftMessage'],
  bill: ['acceptsCredit'],
  invoice: ['invoiceNumber'],
  plan: ['productCode'],
}

const extraFields = [
  'productCode',
  'invoiceNumber',
  'acceptsCredit',
  'giftMessage',
] as const satisfies readonly (keyof CheckoutRequest)[]

/** Finds a field that contradicts the product. */
function findContradictingField(request: CheckoutRequest): keyof CheckoutRequest | undefined {
  return extraFields.find((field) => request[field] && !extraFieldsByProduct[request.buys].includes(field))
}

/** A missing amount is no contradiction. */
export function matchesPrice(shown = '', price: Money): boolean {
  return shown === '' || checkAmount(shown, { min: price, max: price }, { decimals: 'allowed' }).outcome === 'valid'
}

function parseAmount(
  text: string,
  limits: AmountLimits,
  decimals: 'allowed' | 'refused',
): { readonly outcome: 'valid'; readonly amount: Money } | AmountProblem {
  const reading = checkAmount(text, limits, { decimals })
  if (reading.outcome === 'valid') return reading
  if (reading.outcome === 'below_minimum') return { outcome: 'below_minimum', limit: limits.min }
  if (reading.outcome === 'above_maximum') return { outcome: 'above_maximum', limit: limits.max }
  return { outcome: 'invalid_amount' }
}
