import type { Offer, Way } from './portal-calls.ts'

/** One row of a numbered list; it is chosen by its place in the list. */
export interface Option {
  readonly value: string
  readonly words: string
}

export interface ChatLine {
  readonly from: 'customer' | 'nyanja'
  readonly text: string
  readonly options: readonly Option[]
  readonly at: string
}

export type StepName = 'menu' | 'number' | 'amount' | 'bundle' | 'way' | 'code' | 'confirm' | 'waiting'

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
  readonly ways: readonly Way[]
  readonly way: string
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
    ways: [],
    way: '',
    refId: '',
  }
}
