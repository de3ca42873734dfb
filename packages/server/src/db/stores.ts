import { createMissedSearchStore } from './help/missed-search-store.ts'
import { createVoteStore } from './help/vote-store.ts'
import { createIncidentStore } from './incidents/incident-store.ts'
import { createDraftStore } from './leads/draft-store.ts'
import { createDueLeads, createLeadHints } from './leads/lead-queue.ts'
import { createLeadReader, createStatusUpdateStore } from './leads/lead-reader.ts'
import { createLeadSubmissionStore } from './leads/submission-store.ts'
import { createSubscriptionStore } from './leads/subscription-store.ts'
import { createMailStore } from './messages/mail-store.ts'
import { createOutboxStore } from './messages/outbox-store.ts'
import { createChallengeStore } from './otp/challenge-store.ts'
import { createCodeStore } from './otp/code-store.ts'
import { createProofStore } from './otp/proof-store.ts'
import { createAttemptStore, createPinEntryStore } from './payments/attempt-store.ts'
import { createUnpostedPayments } from './payments/bill-payments.ts'
import { createCheckStore, createDeliveryStore } from './payments/component-stores.ts'
import { createCreditStore } from './payments/credit-store.ts'
import { createDueWork } from './payments/due-work.ts'
import { createGiftMessageStore } from './payments/gift-messages.ts'
import { createIdempotencyStore } from './payments/idempotency-store.ts'
import { createMethodSwitchStore, createRecentTries } from './payments/method-stores.ts'
import { createCorrectionStore, createOrderStore } from './payments/order-store.ts'
import { createPayLinkStore } from './payments/pay-link-store.ts'
import { createPaymentReader, createPaymentSearchStore, listApproved } from './payments/payment-reader.ts'
import { createPlanStore } from './payments/plan-store.ts'
import { createRefundStore } from './payments/refund-store.ts'
import { createReminderStore } from './payments/reminders/reminder-store.ts'
import { createTakebackStore } from './payments/takeback-store.ts'
import { createCallSlotStore, createCoverageReportStore, createPlaceStore } from './places/place-store.ts'
import { createShopStore } from './places/shop-store.ts'
import { createRateStore } from './rate-limits/rate-counters.ts'
import { createUnknownCallbacks } from './recovery/unknown-payments.ts'
import type { OpenDatabase } from './schema.ts'
import { createDueSubmissions } from './submissions/due-submissions.ts'
import { createSubmissionStore } from './submissions/submission-store.ts'
import { createAttemptLimitStore } from './subscriber/attempt-limit-store.ts'

/** Creates all stores of one database, by port. */
export function createStores(database: OpenDatabase, now: () => number) {
  const { db } = database
  return {
    orders: createOrderStore(db),
    payLinks: createPayLinkStore(db),
    plans: createPlanStore(db),
    idempotency: createIdempotencyStore(database),
    attempts: createAttemptStore(database, now),
    reader: createPaymentReader(database),
    listApproved: (ids: readonly string[]) => listApproved(db, ids),
    paymentSearch: createPaymentSearchStore(db, now),
    checks: createCheckStore(db, now),
    deliveries: createDeliveryStore(database, now),
    refunds: createRefundStore(db, now),
    credits: createCreditStore(db, now),
    takebacks: createTakebackStore(db, now),
    unposted: createUnpostedPayments(db),
    corrections: createCorrectionStore(db, now),
    reminders: createReminderStore(database, now),
    giftMessages: createGiftMessageStore(db, now),
    due: createDueWork(database, now),
    outbox: createOutboxStore(database, now),
    mails: createMailStore(database, now),
    submissions: createSubmissionStore(db),
    dueSubmissions: createDueSubmissions(database, now),
    codes: createCodeStore(db, now),
    switches: createMethodSwitchStore(db),
    tries: createRecentTries(db),
    incidents: createIncidentStore(db, now),
    unknownCallbacks: createUnknownCallbacks(db, now),
    proofs: createProofStore(db, now),
    challenges: createChallengeStore(db, now),
    attemptLimits: createAttemptLimitStore(db),
    rates: createRateStore(db),
    votes: createVoteStore(db),
    missedSearches: createMissedSearchStore(db),
    coverageReports: createCoverageReportStore(db),
    leadDrafts: createDraftStore(db),
    leadReader: createLeadReader(db, now),
    leadSubmissions: createLeadSubmissionStore(database, now),
    leadStatusUpdate: createStatusUpdateStore(db, now),
    leadHints: createLeadHints(db, now),
    subscriptions: createSubscriptionStore(db, now),
    dueLeads: createDueLeads(database, now),
    pinEntries: createPinEntryStore(db),
    places: createPlaceStore(db, now),
    shops: createShopStore(db),
    callSlots: createCallSlotStore(db),
  }
}

export type Stores = ReturnType<typeof createStores>
