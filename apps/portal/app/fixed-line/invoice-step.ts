import { chooseInvoices, type Invoice, roundedCharge, totalOf } from '@nyanja/domain/bills/bill'
import { compareMoney } from '@nyanja/domain/money/money'
import type { Choice } from '@nyanja/server/payments/orders'
import type { FixedLineBill } from '@nyanja/server/subscriber/bills'
import type { Portal } from '../../server/portal.ts'
import type { AccountOrder } from './account-step.ts'

export type InvoiceFault =
  | { readonly outcome: 'none_chosen' | 'overdue_changed' | 'below_minimum' | 'above_maximum' | 'bss_unavailable' }
  /** The fault has the numbers that are no longer open. */
  | { readonly outcome: 'paid_meanwhile'; readonly missing: readonly string[] }

export type InvoiceStep = { readonly outcome: 'choice'; readonly choice: Choice } | InvoiceFault

export interface InvoiceChoice {
  /** The numbers of the ticked invoices. */
  readonly numbers: readonly string[]
  /** `overdue 6500000` means all that is overdue, by the button with this amount. */
  readonly intent: string
}

/** The visitor chooses the invoices; billing is asked for their current amounts. */
export async function invoiceStep(
  { market, bills, amountLimits }: Pick<Portal, 'market' | 'bills' | 'amountLimits'>,
  { account }: AccountOrder,
  choice: InvoiceChoice,
): Promise<InvoiceStep> {
  const bill = await bills.fixedLineNow(account).catch(() => undefined)
  if (bill === undefined) return { outcome: 'bss_unavailable' }
  const invoices = choice.intent.startsWith('overdue')
    ? allOverdue(bill, choice.intent)
    : chosenOf(bill, choice.numbers)
  if ('outcome' in invoices) return invoices
  const total = totalOf(invoices)
  if (total === undefined) return { outcome: 'none_chosen' }
  const { amount, ...rounded } = roundedCharge(total, { roundUp: market.roundUpPostpaidAmounts })
  const { min, max } = amountLimits.bill
  if (compareMoney(amount, min) < 0) return { outcome: 'below_minimum' }
  if (compareMoney(amount, max) > 0) return { outcome: 'above_maximum' }
  return { outcome: 'choice', choice: { kind: 'invoice', amount, bill: { account, invoices, ...rounded } } }
}

function allOverdue(
  { invoices, overdue, overdueTotal }: FixedLineBill,
  intent: string,
): readonly Invoice[] | InvoiceFault {
  const isAsNamed = intent === `overdue ${overdueTotal?.minor}`
  return isAsNamed ? invoices.slice(0, overdue) : { outcome: 'overdue_changed' }
}

function chosenOf({ invoices }: FixedLineBill, numbers: readonly string[]): readonly Invoice[] | InvoiceFault {
  const { chosen, missing } = chooseInvoices(invoices, numbers)
  return missing.length === 0 ? chosen : { outcome: 'paid_meanwhile', missing }
}
