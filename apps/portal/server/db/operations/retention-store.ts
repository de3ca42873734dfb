import { sql } from 'kysely'
import type { Kept } from '../../operations/retention.ts'
import type { RetentionStore } from '../../operations/retention-store.ts'
import type { OpenDatabase } from '../open.ts'
import { forgetAged } from './forget-aged.ts'
import { forgetPayments, forgetPersonalData } from './forget-payments.ts'
import { forgetUnpaidOrders } from './forget-unpaid-orders.ts'

/** In the words of the index that holds only such messages. */
const isAloneAndDone = sql<boolean>`attempt_id is null and (state <> 'due' or expires_at is not null)`

export function createRetentionStore({ db, engine }: Pick<OpenDatabase, 'db' | 'engine'>): RetentionStore<Kept> {
  return {
    askedInvoices: forgetAged(db, { table: 'asked_invoices', age: 'asked_at' }),
    promptedWallets: forgetAged(db, { table: 'prompted_wallets', age: 'prompted_at' }),
    idempotencyAnswers: forgetAged(db, { table: 'idempotency', age: 'created_at' }),
    oneTimeCodes: forgetAged(db, { table: 'one_time_codes', age: 'sent_at' }),
    pinEntries: forgetAged(db, { table: 'pin_entries', age: 'expires_at' }),
    spentChallenges: forgetAged(db, { table: 'paid_tolls', age: 'at' }),
    rateCounters: forgetAged(db, { table: 'rate_counters', age: 'window_from' }),
    missBudgets: forgetAged(db, { table: 'miss_budgets', age: 'whole_again_at' }),
    missedSearches: forgetAged(db, { table: 'missed_searches', age: 'last_at' }),
    messagesAlone: forgetAged(db, { table: 'messages', age: 'created_at', only: isAloneAndDone }),
    messagesUnsent: forgetAged(db, { table: 'messages', age: 'created_at', only: sql`attempt_id is null` }),
    payLinks: forgetAged(db, { table: 'pay_links', age: 'expires_at' }),
    leadDrafts: forgetAged(db, { table: 'lead_drafts', age: 'expires_at' }),
    unpaidOrders: forgetUnpaidOrders(db),
    callbacks: forgetAged(db, { table: 'callbacks', age: 'at' }),
    personalData: forgetPersonalData({ db, engine }),
    payments: forgetPayments({ db, engine }),
    submissions: forgetAged(db, { table: 'submissions', age: 'at', only: sql`state <> 'due'` }),
    coverageReports: forgetAged(db, { table: 'coverage_reports', age: 'at' }),
    closedLeads: forgetAged(db, { table: 'leads', age: 'closed_at', only: sql`told_at is null` }),
    toldLeads: forgetAged(db, { table: 'leads', age: 'told_at' }),
    openLeads: forgetAged(db, { table: 'leads', age: 'stage_at', only: sql`closed_at is null` }),
    operatorActions: forgetAged(db, { table: 'operator_actions', age: 'at' }),
  }
}
