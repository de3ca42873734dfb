import type { Bill } from '@nyanja/domain/bills/bill'
import type { Quote } from '@nyanja/domain/money/exchange'
import type { Money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/order'
import type { CheckoutType } from '@nyanja/domain/payments/payment-pages'
import {
  type AttemptState,
  attemptStates,
  type DeliveryState,
  nextAttemptStates,
  type RefundState,
} from '@nyanja/domain/payments/payment-states'
import type { Refusal } from './payment-gateway.ts'

export const methods = ['card', 'nyanja_money', 'nyanja_money_pin', 'smartcash', 'airtime', 'mpesa'] as const
export type Method = (typeof methods)[number]

/** One try to pay an order by one method. Its id is the spec's `transactionId`. Times are epoch milliseconds. */
export interface Attempt {
  readonly id: string
  readonly orderId: string
  /** The short, human form: `NYA-7K4P-29XD`. */
  readonly reference: string
  readonly method: Method
  readonly gateway: string
  readonly checkoutType: CheckoutType
  readonly state: AttemptState
  /** What is charged. */
  readonly amount: Money
  /** How it came from the order's own amount, where another currency is charged. */
  readonly quote?: Quote
  /** Nine national digits: the wallet that is asked, or the recharged line. */
  readonly payerMsisdn: string
  readonly email?: string
  readonly providerReference?: string
  /** The gateway's hosted page, once it has given one. */
  readonly gatewayUrl?: string
  /** Proves that whoever comes back was sent to the gateway by us. */
  readonly returnToken: string
  readonly returnedAt?: number
  /** The one capture that pays the order; all other captures of it are refunded. */
  readonly paysOrder: boolean
  readonly refusal?: Refusal
  readonly checks: number
  /** How often we were told that something happened; one that comes during a check outlives it. */
  readonly hints?: number
  /** When a worker will ask the provider, and when it last did. */
  readonly nextCheckAt?: number
  readonly checkedAt?: number
  readonly createdAt: number
  /** When a PIN went to the wallet of which we have no answer yet. */
  readonly pinSentAt?: number
  /** When the provider got to know of it. */
  readonly handedOverAt?: number
  /** When the visitor left it for another way to pay; it stays watched. */
  readonly supersededAt?: number
  readonly decidedAt?: number
  /** After this the provider takes no money any more. */
  readonly expiresAt: number
}

const captures: readonly AttemptState[] = ['captured', 'captured_late']

/** States out of which money may still come, so that it is worth asking the provider. */
export const capturableStates: readonly AttemptState[] = attemptStates.filter((state) =>
  nextAttemptStates[state].some((next) => captures.includes(next)),
)

/** States in which the provider has said that the money is there. It may still take it back. */
export const capturedStates: readonly AttemptState[] = captures

export interface Delivery {
  readonly attemptId: string
  /** The attempt's. Logs and people name a payment by it, since the id of an attempt opens its status page. */
  readonly reference: string
  readonly kind: OrderKind
  readonly msisdn: string
  readonly productCode?: string
  readonly bill?: Bill
  readonly leadReference?: string
  /** What was left to pay afterwards, as the BSS said. */
  readonly remaining?: Money
  readonly amount: Money
  readonly state: DeliveryState
  /** How often it was sent to the BSS. */
  readonly sends: number
  /** How often the BSS was asked about it since it was last sent. */
  readonly reads: number
  readonly createdAt: number
  /** When a call last left that may have reached the BSS. */
  readonly sentAt?: number
  /** The BSS's own name of it, once it has said that it has it. */
  readonly bssReference?: string
  readonly decidedAt?: number
}

export interface Refund {
  readonly attemptId: string
  readonly state: RefundState
  readonly tries: number
  readonly createdAt: number
  readonly decidedAt?: number
}

/** An attempt with the two legs that may follow it. */
export interface Payment {
  readonly attempt: Attempt
  readonly delivery?: Delivery
  readonly refund?: Refund
}
