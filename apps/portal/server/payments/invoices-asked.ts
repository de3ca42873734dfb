import type { InvoicesAsked } from './attempt-store.ts'
import type { PlacedOrder } from './order.ts'

/** Longer than a prompt is answered; then billing knows of what was paid, or nobody has paid. */
const heldMs = 5 * 60_000

/** What nobody else may be asked for meanwhile. Part of an account's debt can be paid by many; an invoice or a plan by one. */
export function invoicesAskedFor({ id, choice }: PlacedOrder, now: number): InvoicesAsked | undefined {
  const heldSince = now - heldMs
  if (choice.kind === 'plan') {
    const { leadReference, code } = choice.plan
    return { orderId: id, account: leadReference, billIds: [code], heldSince }
  }
  if (choice.kind !== 'invoice' || choice.bill.invoices.length === 0) return undefined
  const { account, invoices } = choice.bill
  return { orderId: id, account, billIds: invoices.map(({ billId }) => billId), heldSince }
}
