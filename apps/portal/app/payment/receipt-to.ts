import type { Order } from '@nyanja/server/payments/order'

/** Where the receipt of an account's invoices goes: said before there was anything to pay, and not asked for again. */
export function receiptTo({ account, email }: Pick<Order, 'account' | 'email'>): string | undefined {
  return account === undefined ? undefined : email
}
