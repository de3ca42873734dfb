import type { LineType } from '@nyanja/domain/numbers/line'
import type { OrderFlow } from '@nyanja/domain/payments/order'
import { hour } from '@nyanja/domain/time'
import type { Choice, Order } from './order.ts'
import type { OrderStore } from './order-store.ts'

/** An unpaid order may be paid for so long. */
const orderLifeMs = hour

export interface NewOrder {
  readonly channel: string
  readonly language: string
  readonly msisdn: string
  readonly account?: string
  readonly flow?: OrderFlow
  readonly lineType: LineType
  readonly choice?: Choice
  readonly redirectPage: string
  readonly email?: string
  readonly payLink?: string
}

export interface OrdersOptions {
  readonly store: OrderStore
  readonly now: () => number
  /** Unguessable, 128 bits or more. */
  readonly newId: () => string
}

/** What visitors want to buy, before and while they pay. */
export class Orders {
  readonly #store: OrderStore
  readonly #now: () => number
  readonly #newId: () => string

  constructor({ store, now, newId }: OrdersOptions) {
    this.#store = store
    this.#now = now
    this.#newId = newId
  }

  async open(order: NewOrder): Promise<Order> {
    const createdAt = this.#now()
    const opened = { ...order, id: this.#newId(), createdAt, expiresAt: createdAt + orderLifeMs }
    await this.#store.add(opened)
    return opened
  }

  async order(id: string): Promise<Order | undefined> {
    return this.#store.order(id)
  }

  /**
   * One that was begun on one of these pages, by a visitor who typed there what it is for. Pages that show numbers and
   * accounts know no other: what somebody typed elsewhere, or was asked to pay for, is not his to see here.
   */
  async ownOrder(id: string, pages: readonly string[]): Promise<Order | undefined> {
    const order = await this.#store.order(id)
    return order !== undefined && order.payLink === undefined && pages.includes(order.redirectPage) ? order : undefined
  }

  /** Fixes the choice. A visitor who came back and chose again gets an order of its own, so that no other tab pays for it. */
  async place(order: Order, choice: Choice): Promise<Order> {
    if (order.expiresAt > this.#now() && (await this.#store.place(order.id, choice))) return { ...order, choice }
    const { channel, language, msisdn, account, flow, lineType, redirectPage, email } = order
    const ofAccount = account === undefined ? {} : { account, flow, email }
    return this.open({ channel, language, msisdn, lineType, redirectPage, choice, ...ofAccount })
  }

  /** Keeps the address while the payer shows that the number is his. */
  async withEmail(order: Order, email: string): Promise<Order> {
    if (order.email !== email) await this.#store.mailTo(order.id, email)
    return { ...order, email }
  }

  /** A visitor who has changed the language is told in it from now on: on the way back from a gateway, and by SMS. */
  async inLanguage(order: Order, language: string): Promise<Order> {
    if (order.language === language) return order
    await this.#store.speak(order.id, language)
    return { ...order, language }
  }
}
