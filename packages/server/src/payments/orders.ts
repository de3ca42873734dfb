import { maskAccount } from '@nyanja/domain/bills/account-number'
import type { Bill } from '@nyanja/domain/bills/bill'
import type { Bundle } from '@nyanja/domain/bundles/bundle'
import type { Plan } from '@nyanja/domain/leads/plan'
import type { Money } from '@nyanja/domain/money/money'
import { type LineType, type MsisdnRules, maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { OrderItem } from '@nyanja/domain/payments/order-items'
import type { OrderFlow } from '@nyanja/domain/payments/payment-options'
import { hour } from '@nyanja/domain/time'

/** The time within which an unpaid order can be paid. */
const orderLifeMs = hour

export type NewOrder = Omit<Order, 'id' | 'createdAt' | 'expiresAt'>

interface OrdersOptions {
  readonly store: OrderStore
  readonly now: () => number
  /** Makes an id that cannot be guessed: 128 bits or more. */
  readonly newId: () => string
}

/** Handles visitors' orders before and during payment. */
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
    const opened = this.create(order)
    await this.#store.add(opened)
    return opened
  }

  /** Opens an order, without storing it yet. */
  create<Drawn extends NewOrder>(order: Drawn): Drawn & Order {
    const createdAt = this.#now()
    return { ...order, id: this.#newId(), createdAt, expiresAt: createdAt + orderLifeMs }
  }

  async order(id: string): Promise<Order | undefined> {
    return this.#store.order(id)
  }

  /**
   * Finds an order that a visitor began on one of these pages by typing its data. Only such orders are shown on pages
   * with numbers and accounts; orders from other channels or for other customers are not.
   */
  async ownOrder(id: string, pages: readonly string[]): Promise<Order | undefined> {
    const order = await this.#store.order(id)
    return order !== undefined && order.payLink === undefined && pages.includes(order.redirectPage) ? order : undefined
  }

  /** Fixes the choice. A visitor who returned and chose again gets another order, so that no other tab pays for it. */
  async place(order: Order, choice: Choice): Promise<Order> {
    if (order.expiresAt > this.#now() && (await this.#store.place(order.id, choice))) return { ...order, choice }
    const { channel, language, msisdn, account, flow, lineType, redirectPage, email } = order
    const ofAccount = account === undefined ? {} : { account, flow, email }
    return this.open({ channel, language, msisdn, lineType, redirectPage, choice, ...ofAccount })
  }

  /** Stores the address while the payer proves the number. */
  async withEmail(order: Order, email: string): Promise<Order> {
    if (order.email !== email) await this.#store.mailTo(order.id, email)
    return { ...order, email }
  }

  /** Stores what the giver writes to the receiver; without it an earlier message is withdrawn. */
  async withGiftMessage(order: Order, giftMessage: string | undefined): Promise<Order> {
    if (order.giftMessage !== giftMessage) await this.#store.giveWith(order.id, giftMessage)
    const { giftMessage: _, ...others } = order
    return { ...others, ...(giftMessage !== undefined && { giftMessage }) }
  }

  /** A visitor who has changed the language gets it from now on: after returning from a gateway, and by SMS. */
  async inLanguage(order: Order, language: string): Promise<Order> {
    if (order.language === language) return order
    await this.#store.speak(order.id, language)
    return { ...order, language }
  }
}

/** Stores orders. */
export interface OrderStore {
  add(order: Order): Promise<void>
  order(id: string): Promise<Order | undefined>
  /** Sets the choice of a draft. False when it has one already. */
  place(id: string, choice: Choice): Promise<boolean>
  speak(id: string, language: string): Promise<void>
  /** Sets the message to the receiver, or removes it. */
  giveWith(id: string, giftMessage: string | undefined): Promise<void>
  /** Sets the e-mail address for receipts. */
  mailTo(id: string, email: string): Promise<void>
}

/** The visitor's choice for the line of an order. */
export type Choice =
  | { readonly kind: 'airtime'; readonly amount: Money }
  | { readonly kind: 'bundle'; readonly amount: Money; readonly bundle: Bundle }
  | { readonly kind: 'bill' | 'invoice'; readonly amount: Money; readonly bill: Bill }
  | { readonly kind: 'plan'; readonly amount: Money; readonly plan: Plan }
  /** Airtime and bundles for several numbers, at most ten; the amount is their sum. */
  | { readonly kind: 'several'; readonly amount: Money; readonly items: readonly OrderItem[] }

/**
 * A visitor's purchase and its receiver. Its id could be used to pay, so only the visitor's own address bar shows it.
 */
export interface Order {
  readonly id: string
  /** The channel: `web`, or the name of a client of the JSON API. */
  readonly channel: string
  readonly language: string
  /**
   * The national digits of the receiving line; for an account, those of the contact who gets messages. Empty when there
   * is none, as for several numbers.
   */
  readonly msisdn: string
  /** The account of a fixed line whose invoices are paid. */
  readonly account?: string
  readonly flow?: OrderFlow
  readonly lineType: LineType
  /** The choice, undefined while the order is a draft, and never changed once made. */
  readonly choice?: Choice
  /** The page that Return and Back lead to. */
  readonly redirectPage: string
  readonly email?: string
  /** The pay-me link that it came from: its payer may not see the receiver. */
  readonly payLink?: string
  /** What the giver writes to the receiver, as it is sent. */
  readonly giftMessage?: string
  /** The time in epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

export type PlacedOrder = Order & { readonly choice: Choice }

/** Masks the receiving line or account, for texts that a stranger may read: undefined when it is unknown. */
export function maskReceiver(
  { msisdn, account, choice }: Order,
  { countryCode }: Pick<MsisdnRules, 'countryCode'>,
): string | undefined {
  const billed = choice?.kind === 'invoice' ? choice.bill.account : account
  if (billed !== undefined) return maskAccount(billed)
  return msisdn === '' ? undefined : maskMsisdn(msisdn, countryCode)
}

export function isPlaced(order: Order): order is PlacedOrder {
  return order.choice !== undefined
}
