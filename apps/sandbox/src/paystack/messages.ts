import type { JsonObject } from '../core/json.ts'
import type { Transaction } from './transaction.ts'

/** What the checkout frame tells the page around it. */
export const messages = {
  opened: ({ id, accessCode, email }: Transaction): JsonObject => ({
    event: 'loaded:transaction',
    data: { id, customer: { email }, accessCode },
  }),
  paid: ({ id, reference }: Transaction): JsonObject => ({
    event: 'success',
    data: {
      reference,
      trans: String(id),
      status: 'success',
      message: 'Approved',
      transaction: String(id),
      trxref: reference,
    },
  }),
  /** To the checkout itself, from the frame in which it showed the bank. */
  leftBank: { event: 'bank:left' },
  cancelled: { event: 'cancel', data: { status: 'cancelled' } },
  awaitsTransfer: { event: 'transfer:pending', data: { status: 'pending' } },
  unknown: { event: 'error', data: { type: 'setup', message: 'Could not find this transaction' } },
} as const
