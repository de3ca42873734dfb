import type { LineType } from '@nyanja/domain/numbers/msisdn'
import { day } from '@nyanja/domain/time'
import type { Choice, Order, Orders, PlacedOrder } from './orders.ts'

/** A time long enough for a person at work, and too short for the link to be found in an old chat. */
const linkLifeMs = day

export interface PayLinksOptions {
  readonly store: PayLinkStore
  readonly orders: Pick<Orders, 'open'>
  /**
   * Finds the same product as sold today: undefined when it is not, or nothing of it is unpaid. `ended` means that it
   * will not be delivered.
   */
  readonly renew: (link: Pick<PayLink, 'choice' | 'lineType' | 'msisdn'>) => Promise<Choice | 'ended' | undefined>
  readonly now: () => number
  readonly newId: () => string
}

export type OpenedPayLink =
  | { readonly outcome: 'unknown' | 'expired' | 'gone' | 'ended' }
  | { readonly outcome: 'paid'; readonly link: PayLink; readonly attemptId: string }
  /** The product at today's price. */
  | { readonly outcome: 'open'; readonly link: PayLink; readonly choice: Choice; readonly isBeingPaid: boolean }

/**
 * Handles links with which another person pays: each visitor gets an order of their own, and never sees the first one.
 */
export class PayLinks {
  readonly #options: PayLinksOptions

  constructor(options: PayLinksOptions) {
    this.#options = options
  }

  /** Returns the link of an order, always the same one. */
  async make(order: PlacedOrder): Promise<PayLink> {
    const { store, now, newId } = this.#options
    const made = await this.of(order)
    if (made !== undefined) return made
    const { id: orderId, msisdn, lineType, choice } = order
    const createdAt = now()
    const link = { token: newId(), orderId, msisdn, lineType, choice, createdAt, expiresAt: createdAt + linkLifeMs }
    return (await store.add(link)) ? link : ((await store.linkOf(orderId)) ?? link)
  }

  /** A visitor who came by a link passes on that link. */
  async of({ id, payLink }: Pick<Order, 'id' | 'payLink'>): Promise<PayLink | undefined> {
    const { store } = this.#options
    return payLink === undefined ? store.linkOf(id) : store.link(payLink)
  }

  async standing(link: PayLink): Promise<PayLinkStanding> {
    return this.#options.store.standing(link)
  }

  async open(token: string): Promise<OpenedPayLink> {
    const { store, renew, now } = this.#options
    const link = await store.link(token)
    if (link === undefined) return { outcome: 'unknown' }
    const standing = await store.standing(link)
    if (standing.state === 'paid') return { outcome: 'paid', link, attemptId: standing.attemptId }
    if (link.expiresAt <= now()) return { outcome: 'expired' }
    const choice = await renew(link)
    if (choice === undefined) return { outcome: 'gone' }
    if (choice === 'ended') return { outcome: 'ended' }
    return { outcome: 'open', link, choice, isBeingPaid: standing.state === 'being_paid' }
  }

  /** Opens a new order for the visitor; any other outcome is a message. */
  async take(
    token: string,
    language: string,
  ): Promise<{ readonly outcome: 'order'; readonly order: Order } | OpenedPayLink> {
    const opened = await this.open(token)
    if (opened.outcome !== 'open') return opened
    const { link, choice } = opened
    const { msisdn, lineType } = link
    const redirectPage = `/pay-me/${token}`
    const order = await this.#options.orders.open({
      ...{ channel: 'web', language, msisdn, lineType, choice, redirectPage },
      payLink: token,
      ...(choice.kind === 'invoice' && { account: choice.bill.account }),
    })
    return { outcome: 'order', order }
  }
}

/** A request to another person to pay. Times are epoch milliseconds. */
export interface PayLink {
  /** The token, which cannot be guessed: its holder may pay, and learns nothing else. */
  readonly token: string
  /** The order that it was made from; its id is not disclosed. */
  readonly orderId: string
  readonly msisdn: string
  readonly lineType: LineType
  readonly choice: Choice
  readonly createdAt: number
  readonly expiresAt: number
}

/** The state of a link, by any order that paid it, including the requester's own. */
export type PayLinkStanding =
  | { readonly state: 'open' | 'being_paid' }
  | { readonly state: 'paid'; readonly attemptId: string }

/** Stores pay-me links. */
export interface PayLinkStore {
  /** Adds the one link of an order: false when the order or the token has one already. */
  add(link: PayLink): Promise<boolean>
  link(token: string): Promise<PayLink | undefined>
  linkOf(orderId: string): Promise<PayLink | undefined>
  standing(link: PayLink): Promise<PayLinkStanding>
}
