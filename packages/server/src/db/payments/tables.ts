import type { Currency } from '@nyanja/domain/money/money'
import type { LineType } from '@nyanja/domain/numbers/msisdn'
import type { CorrectionRefusal, CorrectionState } from '@nyanja/domain/payments/correction'
import type { OrderFlow, OrderKind } from '@nyanja/domain/payments/payment-options'
import type { CheckoutType } from '@nyanja/domain/payments/payment-pages'
import type {
  AttemptState,
  DeliveryState,
  PaymentComponent,
  RefundState,
  TakebackState,
} from '@nyanja/domain/payments/payment-states'
import type { DifferenceRules } from '@nyanja/domain/payments/received-money'
import type { ColumnType, Generated } from 'kysely'
import type { Method } from '../../payments/attempt.ts'
import type { Refusal } from '../../payments/payment-gateway.ts'

/** Times are epoch milliseconds, amounts minor units, `…_json` is JSON as text. */
export interface OrderTable {
  id: string
  channel: string
  language: string
  msisdn: string
  account: string | null
  flow: OrderFlow | null
  line_type: LineType
  kind: OrderKind | null
  amount_minor: number | null
  currency: Currency | null
  bundle_json: string | null
  bill_json: string | null
  plan_json: string | null
  /** What each of several numbers gets. */
  items_json: Optional<string>
  /** The lead that the plan belongs to. */
  lead_reference: string | null
  redirect_page: string
  email: string | null
  /** The token of the pay-me link that the order came from. */
  pay_link: string | null
  /** What the giver writes to the receiver. */
  gift_message: Optional<string>
  created_at: number
  expires_at: number
}

/** Each number of an order for several, by which the order is found. */
export interface OrderNumberTable {
  order_id: string
  msisdn: string
  created_at: number
}

export interface PayLinkTable {
  token: string
  order_id: string
  msisdn: string
  line_type: string
  choice_json: string
  created_at: number
  expires_at: number
}

/** A column that may be left out of an insert. */
type Optional<Value> = ColumnType<Value | null, Value | null | undefined>

interface CalledColumns {
  /** The last call about it without a decision. */
  last_call_json: Optional<string>
}

/** Columns of every row that workers claim when it is due. */
export interface DueColumns {
  next_check_at: number | null
  lease_until: Generated<number>
  /** The process that took the lease, or that called the provider last. */
  held_by: number | null
}

export interface AttemptTable extends DueColumns, CalledColumns {
  id: string
  order_id: string
  reference: string
  method: Method
  gateway: string
  checkout_type: CheckoutType
  state: AttemptState
  /** The amount that was charged. Once staff decide about another amount, it is what was received. */
  amount_minor: number
  currency: Currency
  /** The amount that the provider reported, where that is not what was asked for, and when it did. */
  received_minor: Optional<number>
  received_currency: Optional<Currency>
  received_at: Optional<number>
  /** The amount that was asked for, where another amount was received. */
  asked_minor: Optional<number>
  asked_currency: Optional<Currency>
  /**
   * The order's own amount, and the price of one whole unit of its currency in the charged one: all four are set or
   * none.
   */
  ordered_minor: number | null
  ordered_currency: Currency | null
  rate_minor: number | null
  quoted_at: number | null
  payer_msisdn: string
  email: string | null
  provider_reference: string | null
  gateway_url: string | null
  return_token: string
  returned_at: number | null
  pays_order: Generated<number>
  refusal: Refusal | null
  checks: Generated<number>
  hints: Generated<number>
  checked_at: number | null
  created_at: number
  handed_over_at: number | null
  pin_sent_at: number | null
  superseded_at: number | null
  decided_at: number | null
  expires_at: number
}

/** The order whose payer was the last to be prompted for an invoice. */
export interface InvoiceHoldTable {
  account: string
  bill_id: string
  order_id: string
  asked_at: number
}

export interface PromptedWalletTable {
  payer_msisdn: string
  prompted_at: number
}

export interface PinEntryTable {
  attempt_id: string
  /** The public key with which a browser encrypts a PIN. */
  entry_json: string
  attempts_left: number
  expires_at: number
}

export interface DeliveryTable extends DueColumns, CalledColumns {
  attempt_id: string
  order_id: string
  kind: OrderKind
  msisdn: string
  product_code: string | null
  bill_json: string | null
  /** What each of several numbers gets, and whether it has it. */
  items_json: Optional<string>
  /** The account of the bill, which receives the money. */
  account: string | null
  lead_reference: string | null
  /** The unpaid rest after the payment. */
  remaining_minor: number | null
  amount_minor: number
  currency: Currency
  /** The money received beyond the price, and what becomes of it once the goods are delivered. */
  excess_minor: Optional<number>
  excess_way: Optional<DifferenceRules['excess']>
  /** The time at which staff decided to refund it, unless the BSS has it. */
  refund_wanted_at: Optional<number>
  state: DeliveryState
  bss_reference: string | null
  reason: string | null
  sends: Generated<number>
  /** How often the delivery was looked up since its last send: `lookups` in the domain. */
  reads: Generated<number>
  created_at: number
  sent_at: number | null
  decided_at: number | null
}

export interface RefundTable extends DueColumns, CalledColumns {
  attempt_id: string
  /** The refunded amount; null means all of the charge. */
  amount_minor: Optional<number>
  gateway: string
  state: RefundState
  tries: Generated<number>
  created_at: number
  decided_at: number | null
}

/** Airtime given as goodwill, to the line of the order. */
export interface CreditTable extends DueColumns, CalledColumns {
  attempt_id: string
  amount_minor: number
  currency: Currency
  state: DeliveryState
  bss_reference: string | null
  reason: string | null
  sends: Generated<number>
  reads: Generated<number>
  created_at: number
  sent_at: number | null
  decided_at: number | null
}

/** Goods of a refunded payment that are taken from the line of the order again. */
export interface TakebackTable extends Omit<CreditTable, 'state'> {
  state: TakebackState
  balance_minor: number | null
  balance_at: number | null
}

export interface CorrectionTable {
  attempt_id: string
  wanted_msisdn: string
  state: CorrectionState
  refusal: CorrectionRefusal | null
  asked_at: number
  decided_at: number | null
}

export interface LegalMoveTable {
  component: PaymentComponent
  from_state: string
  to_state: string
}

export interface EventTable {
  id: Generated<number>
  attempt_id: string
  component: PaymentComponent
  from_state: string
  to_state: string
  at: number
  /** One of the portal's codes, never personal data. */
  detail: string | null
  /** The call whose answer caused the event. */
  call_json: Optional<string>
}

export interface ReviewTable {
  attempt_id: string
  reason: string
  created_at: number
}

export interface CallbackTable {
  body_hash: string
  gateway: string
  reference: string
  at: number
}

export interface MessageTable extends DueColumns {
  id: string
  attempt_id: string | null
  kind: string
  msisdn: string
  language: string
  params_json: string
  state: 'due' | 'sent' | 'failed'
  tries: Generated<number>
  created_at: number
  expires_at: number | null
}

export interface MailTable extends DueColumns {
  id: string
  attempt_id: string
  kind: string
  language: string
  params_json: string
  state: 'due' | 'sent' | 'failed'
  tries: Generated<number>
  created_at: number
}

export interface IdempotencyTable {
  client: string
  key: string
  body_hash: string
  /** The outcome of the first call: both are null while it is in progress. */
  http_status: number | null
  answer: string | null
  created_at: number
  /** The process that is expected to answer. */
  held_by: number | null
}

export interface PaymentTables {
  orders: OrderTable
  order_numbers: OrderNumberTable
  pay_links: PayLinkTable
  attempts: AttemptTable
  asked_invoices: InvoiceHoldTable
  prompted_wallets: PromptedWalletTable
  pin_entries: PinEntryTable
  deliveries: DeliveryTable
  refunds: RefundTable
  credits: CreditTable
  takebacks: TakebackTable
  corrections: CorrectionTable
  legal_moves: LegalMoveTable
  events: EventTable
  reviews: ReviewTable
  callbacks: CallbackTable
  messages: MessageTable
  mails: MailTable
  idempotency: IdempotencyTable
}
