import type { AttemptState } from './payment-states.ts'

/** The state of an order, as far as the choice of the page depends on it. */
export type OrderSituation = 'draft' | 'open' | 'at_gateway_page' | 'at_pin' | 'asked' | 'paid' | 'ended'

/** The pages that belong to one order. */
export type OrderPage = 'choose' | 'gateway_redirect' | 'pin' | 'status' | 'recharge'

interface PageRule {
  /** The page to which a visitor is redirected from any page but the allowed ones. */
  readonly home: OrderPage
  readonly allowed: readonly OrderPage[]
}

const pagesOf: Readonly<Record<OrderSituation, PageRule>> = {
  draft: { home: 'recharge', allowed: [] },
  open: { home: 'choose', allowed: ['recharge'] },
  // A visitor who returns from a hosted page may choose again; the earlier attempt is still checked.
  at_gateway_page: { home: 'choose', allowed: ['recharge', 'gateway_redirect', 'status'] },
  // No PIN has gone to the wallet yet, so nothing can have been taken.
  at_pin: { home: 'pin', allowed: ['recharge', 'choose', 'status'] },
  asked: { home: 'status', allowed: ['recharge'] },
  paid: { home: 'status', allowed: ['recharge'] },
  ended: { home: 'recharge', allowed: ['status'] },
}

/** The page to show when a visitor requests `page`: the same one, or the home page of the situation. */
export function resolvePaymentPage(situation: OrderSituation, page: OrderPage): OrderPage {
  const { allowed, home } = pagesOf[situation]
  return allowed.includes(page) ? page : home
}

/**
 * The ways of confirming. With `page` the visitor goes to the gateway redirect page, with `push` the payer's handset
 * shows a prompt, with `pin` the visitor enters the wallet's PIN on our page, and with `direct` the payment needs no
 * confirmation.
 */
export const checkoutTypes = ['redirect', 'push', 'pin', 'direct'] as const
export type CheckoutType = (typeof checkoutTypes)[number]

interface AttemptSummary {
  readonly state: AttemptState
  readonly checkoutType: CheckoutType
  /** The time at which a PIN was sent to the wallet without a known answer. */
  readonly pinSentAt?: number
}

interface OrderSummary {
  readonly isPlaced: boolean
  readonly isExpired: boolean
  readonly attempts: readonly AttemptSummary[]
}

const paid: ReadonlySet<AttemptState> = new Set(['captured', 'captured_late', 'reversed'])
const live: ReadonlySet<AttemptState> = new Set(['created', 'handing_over', 'waiting'])

export function getOrderSituation({ isPlaced, isExpired, attempts }: OrderSummary): OrderSituation {
  if (!isPlaced) return 'draft'
  if (attempts.some(({ state }) => paid.has(state))) return 'paid'
  const open = attempts.filter(({ state }) => live.has(state))
  if (open.some(awaitsPin)) return 'at_pin'
  if (open.some(({ checkoutType }) => checkoutType !== 'redirect')) return 'asked'
  if (open.length > 0) return isExpired ? 'asked' : 'at_gateway_page'
  return isExpired ? 'ended' : 'open'
}

/** The wallet waits for a PIN and has none: no money can be taken before one is entered. */
export function awaitsPin({ state, checkoutType, pinSentAt }: AttemptSummary): boolean {
  return checkoutType === 'pin' && pinSentAt === undefined && live.has(state)
}
