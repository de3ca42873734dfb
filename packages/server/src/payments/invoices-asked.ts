import { minute } from '@nyanja/domain/time'
import type { InvoicesAsked } from './attempt-store.ts'
import type { PlacedOrder } from './order.ts'

/** Longer than a prompt is answered; then billing knows of what was paid, or nothing was paid. */
const heldMs = 5 * minute

/** Stands for everything that an account owes. */
const wholeAccount = ''

/** What no other payer may be asked for meanwhile. `readAt`: when it was found to be still due, or a little before. */
export function invoicesAskedFor(
  { id, choice }: PlacedOrder,
  now: number,
  readAt: number = now,
): InvoicesAsked | undefined {
  const heldSince = now - heldMs
  if (choice.kind === 'plan') {
    const { leadReference, code } = choice.plan
    return { orderId: id, account: leadReference, billIds: [code], heldSince }
  }
  if (!('bill' in choice)) return undefined
  const { account, invoices } = choice.bill
  if (choice.kind === 'bill') return { orderId: id, account, billIds: [wholeAccount], heldSince, readAt }
  if (invoices.length === 0) return undefined
  return { orderId: id, account, billIds: invoices.map(({ billId }) => billId), heldSince }
}
