import { type Bill, type Invoice, isCovered } from '@nyanja/domain/bills/bill'
import { isSameMoney, type Money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import type { InvoiceHold } from './attempt.ts'
import type { Choice, PlacedOrder } from './orders.ts'
import type { PayLinks } from './pay-links.ts'
import type { PlanStanding, Plans } from './plans.ts'

/** With `paid_by_link` the order or its pay-me link was paid by another customer. */
export type Eligibility = 'due' | 'paid_by_link' | 'bill_changed' | 'plan_paid' | 'plan_ended'

export interface EligibilityOptions {
  readonly payLinks: Pick<PayLinks, 'of' | 'standing'>
  readonly plans: Pick<Plans, 'standing'>
  /** Reads the open invoices as billing has them now. */
  readonly openInvoices: (account: string) => Promise<readonly Invoice[] | undefined>
  readonly billOf: (msisdn: string) => Promise<{ readonly account: string; readonly left: Money } | undefined>
  /** Tells whether a capture for an account is not posted yet, or was posted since then. */
  readonly isPaidSince: (account: string, since: number) => Promise<boolean>
  readonly roundUp: boolean
}

type BillChoice = Extract<Choice, { readonly bill: Bill }>

const eligibilityOfPlan = {
  open: 'due',
  being_paid: 'due',
  paid: 'plan_paid',
  not_payable: 'plan_ended',
} as const satisfies Record<PlanStanding['state'], Eligibility>

/**
 * Decides whether an unpaid order should still be paid: another order may have paid the same, or nothing may be left to
 * pay.
 */
export class EligibilityCheck {
  readonly #options: EligibilityOptions

  constructor(options: EligibilityOptions) {
    this.#options = options
  }

  async of(order: PlacedOrder): Promise<Eligibility> {
    if (await this.#isPaidByLink(order)) return 'paid_by_link'
    const plan = await this.#eligibilityOfPlan(order)
    if (plan !== 'due') return plan
    return (await this.#isBillChanged(order)) ? 'bill_changed' : 'due'
  }

  async #isPaidByLink(order: PlacedOrder): Promise<boolean> {
    const { payLinks } = this.#options
    const link = await payLinks.of(order)
    return link !== undefined && (await payLinks.standing(link)).state === 'paid'
  }

  async #eligibilityOfPlan({ choice }: PlacedOrder): Promise<Eligibility> {
    if (choice.kind !== 'plan') return 'due'
    const { state } = await this.#options.plans.standing(choice.plan.leadReference)
    return eligibilityOfPlan[state]
  }

  async #isBillChanged(order: PlacedOrder): Promise<boolean> {
    const { choice } = order
    if (choice.kind === 'invoice') return this.#isInvoiceChanged(choice.bill)
    return choice.kind === 'bill' && choice.bill.credit !== 'any' && this.#isLessOwed(order, choice)
  }

  /** A silent billing system prevents no payment: it credits what exceeds the bill to the account. */
  async #isInvoiceChanged({ account, invoices }: Bill): Promise<boolean> {
    const open = await this.#options.openInvoices(account).catch(() => null)
    if (open === null) return false
    const isOpen = (chosen: Invoice) =>
      open?.some((one) => one.billId === chosen.billId && isSameMoney(one.outstanding, chosen.outstanding))
    return !invoices.every(isOpen)
  }

  /** While billing is silent, only the portal's own captures since the amount was chosen are known. */
  async #isLessOwed({ msisdn, createdAt }: PlacedOrder, { amount, bill }: BillChoice): Promise<boolean> {
    const { billOf, isPaidSince, roundUp } = this.#options
    const found = await billOf(msisdn).catch(() => null)
    if (found === null) return isPaidSince(bill.account, createdAt)
    return found?.account !== bill.account || !isCovered(amount, bill, { left: found.left, roundUp })
  }
}

/** A time longer than a prompt is answered; by then billing knows of a payment, or nothing was paid. */
const holdMs = 5 * minute

/** The id for everything that an account owes. */
const wholeAccountBillId = ''

/**
 * Returns the debts for which no other payer may be prompted in the meantime. `readAt` is the time at which they were
 * found to be due, or a little before.
 */
export function invoiceHoldFor(
  { id, choice }: PlacedOrder,
  now: number,
  readAt: number = now,
): InvoiceHold | undefined {
  const heldSince = now - holdMs
  if (choice.kind === 'plan') {
    const { leadReference, code } = choice.plan
    return { orderId: id, account: leadReference, billIds: [code], heldSince }
  }
  if (!('bill' in choice)) return undefined
  const { account, invoices } = choice.bill
  if (choice.kind === 'bill') return { orderId: id, account, billIds: [wholeAccountBillId], heldSince, readAt }
  if (invoices.length === 0) return undefined
  return { orderId: id, account, billIds: invoices.map(({ billId }) => billId), heldSince }
}
