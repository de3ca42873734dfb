import { isSameMoney, type Money } from '@nyanja/domain/money/money'
import { day } from '@nyanja/domain/time'
import type { Corrections } from './corrections.ts'
import { type Choice, isPlaced, type Orders, type PlacedOrder } from './orders.ts'
import type { PayLinkStore, PayLinksOptions } from './pay-links.ts'
import type { OrderedPayment } from './payment-progress.ts'

interface RepurchasesOptions {
  readonly store: Pick<PayLinkStore, 'add' | 'link'>
  readonly orders: Pick<Orders, 'open' | 'order'>
  readonly corrections: Pick<Corrections, 'of'>
  readonly renew: PayLinksOptions['renew']
  /** Chooses all that is open now on the account or line of a bill: undefined when nothing is. */
  readonly openBill: (order: PlacedOrder) => Promise<Choice | undefined>
  readonly now: () => number
  readonly newId: () => string
}

export type RepurchaseOffer =
  /** The product at today's price. */
  { readonly outcome: 'offered'; readonly choice: Choice } | { readonly outcome: 'gone' | 'not_offered' }

export type Repurchased =
  | { readonly outcome: 'order'; readonly order: PlacedOrder }
  /** The price is another one than the visitor has seen. */
  | { readonly outcome: 'gone' | 'not_offered' | 'price_moved' }

interface Press {
  /** The name of the press, which cannot be guessed: repeated, it leads to the same order. */
  readonly token: string
  /** The price that the visitor has seen. */
  readonly seen: Money
  readonly language: string
}

/** The time for which a repeated press leads to the same order: longer than the order can be paid. */
const pressLifeMs = day

const repeatedKinds: ReadonlySet<Choice['kind']> = new Set(['airtime', 'bundle', 'several'])

/** Whether a line or account has what was paid for it, so that somebody may want it once more. */
const isDelivered = ({ delivery, refund }: OrderedPayment) => delivery?.state === 'delivered' && refund === undefined

/** A bill has another amount each time, and retention forgets numbers. */
function canBeRepeated(payment: OrderedPayment): boolean {
  const { choice, msisdn } = payment.order
  const isKnown = choice.kind === 'several' ? choice.items.length > 0 : msisdn !== ''
  return isDelivered(payment) && repeatedKinds.has(choice.kind) && isKnown
}

/**
 * Sells the same for the same line once more. The visitor has the link of a receipt and may be anybody, so the order is
 * like that of a pay-me link: no page shows its number.
 */
export class Repurchases {
  readonly #options: RepurchasesOptions

  constructor(options: RepurchasesOptions) {
    this.#options = options
  }

  /** Names a press, for the page with the button. */
  newPress(): string {
    return this.#options.newId()
  }

  /** Tells whether a receipt leads to the same purchase, which may be sold out by now. */
  async isOffered(payment: OrderedPayment): Promise<boolean> {
    // The number of a correction was a wrong one.
    return canBeRepeated(payment) && (await this.#options.corrections.of(payment)) === undefined
  }

  async offer(payment: OrderedPayment): Promise<RepurchaseOffer> {
    if (!(await this.isOffered(payment))) return { outcome: 'not_offered' }
    const choice = await this.#options.renew(payment.order)
    return choice === undefined || choice === 'ended' ? { outcome: 'gone' } : { outcome: 'offered', choice }
  }

  /** Offers the same, or all that is open now on the account or line of a bill. */
  async offerOrBill(payment: OrderedPayment): Promise<RepurchaseOffer> {
    const { kind } = payment.order.choice
    if (kind !== 'bill' && kind !== 'invoice') return this.offer(payment)
    if (!isDelivered(payment)) return { outcome: 'not_offered' }
    const choice = await this.#options.openBill(payment.order)
    return choice === undefined ? { outcome: 'gone' } : { outcome: 'offered', choice }
  }

  /** Opens the order of a press, once: after that the same order is returned. */
  async take(
    payment: OrderedPayment,
    { token, seen, language }: Press,
    offerOf = (paid: OrderedPayment) => this.offer(paid),
  ): Promise<Repurchased> {
    const { store, orders, now } = this.#options
    const earlier = await this.pressed(token)
    if (earlier !== undefined) return earlier
    const offer = await offerOf(payment)
    if (offer.outcome !== 'offered') return offer
    const { choice } = offer
    if (!isSameMoney(choice.amount, seen)) return { outcome: 'price_moved' }
    const { msisdn, lineType } = payment.order
    const redirectPage = canBeRepeated(payment) ? `/payment/again/${payment.attempt.id}` : payment.order.redirectPage
    const order = await orders.open({
      ...{ channel: 'web', language, msisdn, lineType, choice, redirectPage },
      payLink: token,
      ...(choice.kind === 'invoice' && { account: choice.bill.account }),
    })
    const createdAt = now()
    const link = { token, orderId: order.id, msisdn, lineType, choice, createdAt, expiresAt: createdAt + pressLifeMs }
    // The order of a press at the same moment is never paid, and forgotten with other drafts.
    await store.add(link)
    return (await this.pressed(token)) ?? { outcome: 'not_offered' }
  }

  /** Finds the order of an earlier press. The token of a pay-me link leads to no order here. */
  async pressed(token: string): Promise<Repurchased | undefined> {
    const { store, orders } = this.#options
    const link = await store.link(token)
    if (link === undefined) return undefined
    const order = await orders.order(link.orderId)
    const isOfPress = order !== undefined && order.payLink === token && isPlaced(order)
    return isOfPress ? { outcome: 'order', order } : { outcome: 'not_offered' }
  }
}
