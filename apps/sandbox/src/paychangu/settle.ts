import type { Sum } from '../card-desk/card-house.ts'
import type { Checkout, CheckoutStatus } from './checkout.ts'
import type { Desk } from './desk.ts'

interface Ending {
  readonly status: CheckoutStatus
  /** What was taken of the sum that was asked; absent: nothing. */
  readonly taken?: (asked: Sum) => Sum
  readonly isReversed?: true
  /** Nobody tells the merchant of it. */
  readonly isSilent?: true
}

/** All ways in which a checkout can end, or be left hanging. */
export const endings = {
  paid: { status: 'success', taken: (asked) => asked },
  failed: { status: 'failed' },
  cancelled: { status: 'failed', isSilent: true },
  pending: { status: 'pending', isSilent: true },
  wrong_amount: { status: 'success', taken: ({ minor, currency }) => ({ minor: minor + 100, currency }) },
  wrong_currency: {
    status: 'success',
    taken: ({ minor, currency }) => ({ minor, currency: currency === 'USD' ? 'MWK' : 'USD' }),
  },
  reversed: { status: 'failed', taken: (asked) => asked, isReversed: true },
} as const satisfies Readonly<Record<string, Ending>>

type EndingName = keyof typeof endings

/** Money that was taken stays taken, unless it is reversed. */
export function settle(checkout: Checkout, name: EndingName, desk: Pick<Desk, 'now' | 'notify'>): boolean {
  const ending: Ending = endings[name]
  if (checkout.payment !== undefined && (!ending.isReversed || checkout.isReversed)) return false
  checkout.status = ending.status
  checkout.payment ??= ending.taken && { sum: ending.taken(checkout.sum), at: desk.now().toISOString() }
  checkout.isReversed = ending.isReversed ?? false
  if (ending.isSilent) return true
  checkout.attempts += 1
  desk.notify(checkout)
  return true
}
