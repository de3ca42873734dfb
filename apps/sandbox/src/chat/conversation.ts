import type { Offer, PaymentMethod, PortalCalls } from './portal-client.ts'

/** One row of a numbered list; it is chosen by its place in the list. */
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

/** How the operator's country sells. */
export interface Trade {
  readonly currency: string
  readonly sellsUnits: boolean
}

/** What the customer has said so far, and what was offered for it. */
export interface Purchase {
  /** The chat's own handset; it also pays. */
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
  /** Of the question that stands. */
  options: readonly Option[]
  step: StepName
  purchase: Purchase
  /** Transactions of which the customer has not heard the end. */
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

/** What the customer typed, and what that stands for in the list that he was shown. */
interface Reply {
  readonly typed: string
  readonly chosen: string | undefined
}

export interface StepResult {
  readonly next: StepName
  readonly purchase: Purchase
  /** Said before the next question. */
  readonly announce?: string
}

export interface Step {
  ask(purchase: Purchase): Question
  hear(reply: Reply, purchase: Purchase, portal: PortalCalls): Promise<StepResult>
}

export const notInTheList = 'Type a number from the list.'

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/** `MWK 2,000` */
export function sum(currency: string, amount: number | string): string {
  return `${currency} ${whole.format(Number(amount))}`
}

/** `MWK 2,000`, or `2,000 units` where airtime is sold in them. */
export function airtime({ currency, sellsUnits }: Trade, amount: number | string): string {
  return sellsUnits ? `${whole.format(Number(amount))} units` : sum(currency, amount)
}

/** `99 900 0001`, or what was typed where it is not nine digits. */
export function grouped(number: string): string {
  return number.replace(/^(?:\+?\d{3}|0)?(\d{2})(\d{3})(\d{4})$/, '$1 $2 $3')
}

/** `MWK 500 of airtime for 99 900 0001` */
export function describePurchase(purchase: Purchase): string {
  const { offer, number } = purchase
  const price = describePrice(purchase)
  return `${offer === undefined ? `${price} of airtime` : `${offer.name}, ${price},`} for ${grouped(number)}`
}

export function describePrice({ offer, amount, trade }: Purchase): string {
  return offer === undefined ? airtime(trade, amount) : sum(trade.currency, amount)
}

/** A message of the portal, as a sentence. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
