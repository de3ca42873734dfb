import type { AmountLimits } from '@nyanja/domain/money/amount-limits'
import type { Currency, Money } from '@nyanja/domain/money/money'
import type { Exchange } from '../exchange/exchange.ts'
import type { HelpCentre } from '../help/help-centre.ts'
import type { HelpVoteMarks, HelpVotes } from '../help/help-votes.ts'
import type { MissedSearches } from '../help/missed-searches.ts'
import type { DraftSender } from '../leads/draft-sender.ts'
import type { Drafts } from '../leads/drafts.ts'
import type { Leads } from '../leads/leads.ts'
import type { Tracking } from '../leads/tracking.ts'
import type { Challenges } from '../otp/challenges.ts'
import type { OneTimeCodes } from '../otp/one-time-codes.ts'
import type { Checkout } from '../payments/checkout.ts'
import type { Corrections } from '../payments/corrections.ts'
import type { EligibilityCheck } from '../payments/eligibility.ts'
import type { GiftMessageStanding } from '../payments/gift-messages.ts'
import type { Idempotency } from '../payments/idempotency.ts'
import type { MethodRecords } from '../payments/methods.ts'
import type { Orders } from '../payments/orders.ts'
import type { PayLinks } from '../payments/pay-links.ts'
import type { OrderedPayment, PaymentProgress } from '../payments/payment-progress.ts'
import type { PaymentSearch } from '../payments/payment-search.ts'
import type { Payments, PaymentsOptions } from '../payments/payments.ts'
import type { PinCheckout } from '../payments/pin/pin-checkout.ts'
import type { PinPayments } from '../payments/pin/pin-payments.ts'
import type { Plans } from '../payments/plans.ts'
import type { Reminders } from '../payments/reminders/reminders.ts'
import type { Repurchases } from '../payments/repurchases.ts'
import type { ServiceFigures } from '../payments/service-figures.ts'
import type { CoverageReports } from '../places/coverage-reports.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Market } from '../settings/market.ts'
import type { Submissions } from '../submissions/submissions.ts'
import type { AccountLookups } from '../subscriber/account-lookups.ts'
import type { Balances } from '../subscriber/balances.ts'
import type { Bills } from '../subscriber/bills.ts'
import type { Bundles } from '../subscriber/bundles.ts'
import type { Contacts } from '../subscriber/contacts.ts'
import type { LineLookups } from '../subscriber/line-lookups.ts'
import type { Lines } from '../subscriber/lines.ts'
import type { SavedNumbers } from '../subscriber/saved-numbers.ts'

/** Orders and links to pay them, before and after their payment. */
export interface OrderUseCases {
  readonly orders: Orders
  readonly plans: Plans
  readonly payLinks: PayLinks
  readonly repurchases: Repurchases
  readonly reminders: Reminders
  readonly eligibilityCheck: EligibilityCheck
  readonly amountLimits: { readonly recharge: AmountLimits; readonly bill: AmountLimits }
}

/** Payments, from their start to the search for one that is over. */
export interface PaymentUseCases {
  readonly payments: Payments
  readonly pinPayments: PinPayments
  readonly progress: PaymentProgress
  readonly returnUrls: PaymentsOptions['returnUrls']
  /** Order and payment in one call, for channels. */
  readonly checkout: Checkout
  readonly pinCheckout: PinCheckout
  readonly idempotency: Idempotency
  /** A market with one currency has none. */
  readonly exchange: Exchange | undefined
  readonly paymentSearch: PaymentSearch
  readonly corrections: Corrections
  /** Tells what becomes of the message of a gift. */
  readonly giftStanding: (payment: OrderedPayment) => Promise<GiftMessageStanding | undefined>
}

type PaymentOptions = Market['paymentOptions']

/** Payment methods with their state. */
export interface MethodUseCases {
  readonly methodRecords: MethodRecords
  readonly serviceFigures: ServiceFigures
  /** Lists the methods among these that can pay this order in this currency. */
  readonly methodsFor: (offered: PaymentOptions, ordered: Money, charged: Currency) => PaymentOptions[number][]
  /** Lists the market's methods without those that staff have switched off or replaced by another gateway. */
  readonly openPaymentOptions: () => Promise<PaymentOptions>
}

/** Codes to handsets, and what keeps machines from asking for too much. */
export interface CodeUseCases {
  readonly codes: OneTimeCodes
  readonly challenges: Challenges
  readonly rateLimits: RateLimits
}

/** Lines and accounts of subscribers, as the BSS knows them. */
export interface LineUseCases {
  readonly lines: Lines
  readonly lineLookups: LineLookups
  readonly bundles: Bundles
  readonly balances: Balances
  readonly contacts: Contacts
  readonly bills: Bills
  readonly accountLookups: AccountLookups
}

/** Orders of home internet, and what visitors report about coverage. */
export interface HomeInternetUseCases {
  readonly leads: Leads
  readonly tracking: Tracking
  readonly drafts: Drafts
  readonly draftSender: DraftSender
  readonly coverageReports: CoverageReports
}

/** Help articles, and messages to the operator's staff. */
export interface HelpUseCases {
  readonly help: HelpCentre
  readonly helpVotes: HelpVotes
  readonly missedSearches: MissedSearches
  readonly submissions: Submissions
}

/** Data that visitors store, and can neither read nor forge. */
export interface SealedData {
  readonly savedNumbers: SavedNumbers
  readonly helpVoteMarks: HelpVoteMarks
  /** Counters store this instead of a channel's name for its customer. */
  readonly digestOfEndUser: (name: string) => string
  /** Names the purchase for the tab that pays it. Without the key the number in it cannot be found by trying. */
  readonly digestOfThing: (thing: string) => string
}

/** The use cases that need no texts. */
export interface UseCases
  extends OrderUseCases,
    PaymentUseCases,
    MethodUseCases,
    CodeUseCases,
    LineUseCases,
    HomeInternetUseCases {}
