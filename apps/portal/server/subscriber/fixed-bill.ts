import { type Invoice, isOverdue, totalOf } from '@nyanja/domain/bills/bill'
import type { Money } from '@nyanja/domain/money/money'
import type { FixedAccount } from './bill-source.ts'

export interface FixedBill extends FixedAccount {
  /** Oldest first, so that those which are overdue stand at the front. */
  readonly invoices: readonly Invoice[]
  /** So many of them are overdue. */
  readonly overdue: number
  /** Absent when there are none. */
  readonly overdueTotal?: Money
  readonly total?: Money
}

/** Counted and summed once for all who look at it: an account may have a thousand invoices. */
export function fixedBillOf(account: FixedAccount, invoices: readonly Invoice[], startOfToday: number): FixedBill {
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
