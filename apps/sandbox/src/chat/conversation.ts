import type { Offer, PaymentMethod, PortalCalls } from './portal-client.ts'

/** One entry of a numbered list; the customer selects it by number. */
interface Option {
  readonly value: string
  readonly label: string
}

export interface ChatLine {
  readonly from: 'customer' | 'nyanja'
  readonly text: string
  readonly options: readonly Option[]
  readonly at: string
}

export type StepName = 'menu' | 'number' | 'amount' | 'bundle' | 'method' | 'code' | 'confirm' | 'waiting'

export interface Trade {
  readonly currency: string
  readonly sellsUnits: boolean
}

/** The customer's answers so far, and the options that were offered. */
export interface Purchase {
  /** The handset of the chat, which also pays. */
  readonly payer: string
  readonly trade: Trade
  readonly kind: 'airtime' | 'bundle'
  readonly number: string
  readonly limits: { readonly min: number; readonly max: number }
  readonly amount: string
  readonly offers: readonly Offer[]
  readonly offer?: Offer
  readonly methods: readonly PaymentMethod[]
  readonly method: string
  readonly refId: string
  readonly uniqueCode?: string
  readonly transactionId?: string
}

export interface Conversation {
  readonly msisdn: string
  lines: readonly ChatLine[]
  /** The list of the current question. */
  options: readonly Option[]
  step: StepName
  purchase: Purchase
  /** Transactions whose end was not reported to the customer yet. */
  watched: readonly string[]
}

export function emptyPurchase(payer: string, { currency, sellsUnits }: Trade): Purchase {
  return {
    payer,
    trade: { currency, sellsUnits },
    kind: 'airtime',
    number: payer,
    limits: { min: 0, max: 0 },
    amount: '',
    offers: [],
    methods: [],
    method: '',
    refId: '',
  }
}

interface Question {
  readonly text: string
  readonly options?: readonly Option[]
}

/** The customer's text, and the entry of the shown list that it selects. */
interface Reply {
  readonly typed: string
  readonly chosen: string | undefined
}

export interface StepResult {
  readonly next: StepName
  readonly purchase: Purchase
  /** A message before the next question. */
  readonly announce?: string
}

export interface Step {
  ask(purchase: Purchase): Question
  hear(reply: Reply, purchase: Purchase, portal: PortalCalls): Promise<StepResult>
}

export const notInTheList = 'Type a number from the list.'

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/** Formats an amount as `MWK 2,000`. */
export function sum(currency: string, amount: number | string): string {
  return `${currency} ${whole.format(Number(amount))}`
}

/** Formats an amount as `MWK 2,000`, or `2,000 units` where airtime is sold in them. */
export function airtime({ currency, sellsUnits }: Trade, amount: number | string): string {
  return sellsUnits ? `${whole.format(Number(amount))} units` : sum(currency, amount)
}

/** Formats a number as `99 900 0001`; a text that is not nine digits stays as it is. */
export function grouped(number: string): string {
  return number.replace(/^(?:\+?\d{3}|0)?(\d{2})(\d{3})(\d{4})$/, '$1 $2 $3')
}

/** Describes an order as `MWK 500 of airtime for 99 900 0001`. */
export function describePurchase(purchase: Purchase): string {
  const { offer, number } = purchase
  const price = describePrice(purchase)
  return `${offer === undefined ? `${price} of airtime` : `${offer.name}, ${price},`} for ${grouped(number)}`
}

export function describePrice({ offer, amount, trade }: Purchase): string {
  return offer === undefined ? airtime(trade, amount) : sum(trade.currency, amount)
}

/** Turns a message of the portal into a sentence. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
