import { type Invoice, isOverdue, totalOf } from '@nyanja/domain/bills/bill'
import type { Money } from '@nyanja/domain/money/money'
import type { FixedLineAccount } from './bill-source.ts'

export interface FixedLineBill extends FixedLineAccount {
  /** Oldest first, so that those which are overdue stand at the front. */
  readonly invoices: readonly Invoice[]
  /** So many of them are overdue. */
  readonly overdue: number
  /** Absent when there are none. */
  readonly overdueTotal?: Money
  readonly total?: Money
}

/** Counted and summed once for all who look at it: an account may have a thousand invoices. */
export function fixedLineBillOf(
  account: FixedLineAccount,
  invoices: readonly Invoice[],
  startOfToday: number,
): FixedLineBill {
  const firstInTime = invoices.findIndex((invoice) => !isOverdue(invoice, startOfToday))
  const overdue = firstInTime < 0 ? invoices.length : firstInTime
  return {
    ...account,
    invoices,
    overdue,
    overdueTotal: totalOf(invoices.slice(0, overdue)),
    total: totalOf(invoices),
  }
}
