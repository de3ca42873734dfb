import type { AttemptState } from './payment-states.ts'

/** Where an order stands, as far as the choice of a page goes. */
export type OrderSituation = 'draft' | 'open' | 'at_gateway_page' | 'at_pin' | 'asked' | 'paid' | 'ended'

/** The pages that belong to one order. */
export type OrderPage = 'choose' | 'hand_over' | 'pin' | 'status' | 'recharge'

interface PageRule {
  readonly allowed: readonly OrderPage[]
  /** Where a visitor of any other page is sent. */
  readonly home: OrderPage
}

const pagesOf: Readonly<Record<OrderSituation, PageRule>> = {
  draft: { allowed: ['recharge'], home: 'recharge' },
  open: { allowed: ['recharge', 'choose'], home: 'choose' },
  // A visitor who comes back from a hosted page may choose again; the old attempt stays watched.
  at_gateway_page: { allowed: ['recharge', 'choose', 'hand_over', 'status'], home: 'choose' },
  // No PIN has gone to the wallet yet, so nothing can have been taken.
  at_pin: { allowed: ['recharge', 'choose', 'pin', 'status'], home: 'pin' },
  asked: { allowed: ['recharge', 'status'], home: 'status' },
  paid: { allowed: ['recharge', 'status'], home: 'status' },
  ended: { allowed: ['recharge', 'status'], home: 'recharge' },
}

/** The page to show when a visitor asks for `page`: the same one, or the one that the situation belongs to. */
export function pageFor(situation: OrderSituation, page: OrderPage): OrderPage {
  const { allowed, home } = pagesOf[situation]
  return allowed.includes(page) ? page : home
}

/**
 * `page`: the visitor is sent to the gateway redirect page; `push`: the payer's handset is asked; `pin`: a wallet waits for the PIN
 * that the visitor types on our page; `direct`: nobody is asked any more.
 */
export const checkoutTypes = ['redirect', 'push', 'pin', 'direct'] as const
export type CheckoutType = (typeof checkoutTypes)[number]

interface AttemptSummary {
  readonly state: AttemptState
  readonly checkoutType: CheckoutType
  /** When a PIN went to the wallet of which we have no answer yet. */
  readonly pinSentAt?: number
}

interface OrderSummary {
  readonly isPlaced: boolean
  readonly isExpired: boolean
  readonly attempts: readonly AttemptSummary[]
}

const paid: ReadonlySet<AttemptState> = new Set(['captured', 'captured_late', 'reversed'])
const live: ReadonlySet<AttemptState> = new Set(['created', 'handing_over', 'waiting'])

export function situationOf({ isPlaced, isExpired, attempts }: OrderSummary): OrderSituation {
  if (!isPlaced) return 'draft'
  if (attempts.some(({ state }) => paid.has(state))) return 'paid'
  const open = attempts.filter(({ state }) => live.has(state))
  if (open.some(awaitsPin)) return 'at_pin'
  if (open.some(({ checkoutType }) => checkoutType !== 'redirect')) return 'asked'
  if (open.length > 0) return isExpired ? 'asked' : 'at_gateway_page'
  return isExpired ? 'ended' : 'open'
}

/** The wallet waits for a PIN, and has none: nothing can be taken before one is typed. */
export function awaitsPin({ state, checkoutType, pinSentAt }: AttemptSummary): boolean {
  return checkoutType === 'pin' && pinSentAt === undefined && live.has(state)
}
