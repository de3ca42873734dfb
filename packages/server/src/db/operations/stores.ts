import { money } from '@nyanja/domain/money/money'
import type { RecentTry } from '@nyanja/domain/payments/method-health'
import type { RefundState } from '@nyanja/domain/payments/payment-states'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CorrectionItem, CorrectionQueue } from '../../operations/corrections.ts'
import type { MethodSwitchStore, RecentTries } from '../../operations/methods.ts'
import type { SubmissionItem, SubmissionList } from '../../operations/visitor-reports.ts'
import { createMissedSearchStore } from '../help/missed-search-store.ts'
import { createVoteStore } from '../help/vote-store.ts'
import type { DatabaseHandle } from '../open.ts'
import type { Database } from '../schema.ts'
import { AnswersJson } from '../submissions/due-submissions.ts'
import { transaction } from '../transaction.ts'
import { createActionLogStore } from './action-log-store.ts'
import { createCoverageReportList } from './coverage-report-list.ts'
import { createKeptSearchStore } from './kept-search-store.ts'
import { createLeadDecisions, createLeadList } from './lead-decisions.ts'
import { createPaymentActStore, lockPaid } from './payment-act-store.ts'
import { createPaymentFinderStore } from './payment-finder-store.ts'
import { recordAction } from './record-action.ts'
import { createRecoveryStore } from './recovery-store.ts'
import { createRetentionStore } from './retention-store.ts'
import { createReviewStore } from './review-store.ts'
import { createStaffRequestStore } from './staff-request-store.ts'
import { createIncidentStore, createTakenWorkStore } from './staff-work-stores.ts'
import { createUnknownPayments } from './unknown-payments.ts'

function createSubmissionList(db: Kysely<Database>, now: () => number): SubmissionList {
  const items = db
    .selectFrom('submissions')
    .select(['reference', 'form', 'channel', 'language', 'at', 'state as mail', 'done_at', 'answers_json'])

  return {
    async open(limit) {
      const rows = await items.where('done_at', 'is', null).orderBy('at').limit(limit).execute()
      return rows.map(itemFrom)
    },

    async find(reference) {
      const row = await items.where('reference', '=', reference).executeTakeFirst()
      return row && itemFrom(row)
    },

    async done({ reference, who, why, staff }) {
      const at = now()
      return transaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('submissions')
          .set({ done_at: at })
          .where('reference', '=', reference)
          .where('done_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await recordAction(tx, { at, who, action: 'submissions done', subject: reference, why, staff })
        return true
      })
    },
  }
}

interface Row extends Omit<SubmissionItem, 'doneAt' | 'answers'> {
  readonly done_at: number | null
  readonly answers_json: string
}

const itemFrom = ({ done_at, answers_json, ...row }: Row): SubmissionItem => ({
  ...row,
  doneAt: done_at ?? undefined,
  answers: AnswersJson.parse(JSON.parse(answers_json)),
})

/** The stores of what staff do with payments, by port. */
export function createOperationStores({ db, engine }: DatabaseHandle, now: () => number) {
  return {
    reviews: createReviewStore(db, now),
    corrections: createCorrectionQueue(db, now),
    missedSearches: createMissedSearchStore(db),
    votes: createVoteStore(db),
    coverageReports: createCoverageReportList(db, now),
    submissions: createSubmissionList(db, now),
    leadList: createLeadList(db),
    leadDecisions: createLeadDecisions(db, now),
    switches: createMethodSwitchStore(db),
    tries: createRecentTries(db),
    retention: createRetentionStore({ db, engine }),
    recoveries: createRecoveryStore(db, now),
    unknownPayments: createUnknownPayments(db, now),
    actionLog: createActionLogStore(db),
    paymentActs: createPaymentActStore(db, now),
    staffRequests: createStaffRequestStore(db, now),
    takenWork: createTakenWorkStore(db),
    incidents: createIncidentStore(db, now),
    paymentFinder: createPaymentFinderStore(db),
    keptSearches: createKeptSearchStore(db),
  }
}

export function createMethodSwitchStore(db: Kysely<Database>): MethodSwitchStore {
  return {
    async switches() {
      const rows = await db.selectFrom('method_switches').selectAll().orderBy('method').execute()
      return rows.map(({ is_open, ...row }) => ({ ...row, isOpen: is_open === 1 }))
    },

    async switchMethod({ method, isOpen, reason, who, at, staff }) {
      const columns = { is_open: isOpen ? 1 : 0, reason, who, at }
      await transaction(db, async (tx) => {
        await tx
          .insertInto('method_switches')
          .values({ method, ...columns })
          .onConflict((conflict) => conflict.column('method').doUpdateSet(columns))
          .execute()
        const action = isOpen ? 'method on' : 'method off'
        await recordAction(tx, { at, who, action, subject: method, why: reason, staff })
      })
    },
  }
}

const openCorrections = (db: Kysely<Database>) =>
  db
    .selectFrom('corrections')
    .innerJoin('attempts', 'attempts.id', 'corrections.attempt_id')
    .innerJoin('deliveries', 'deliveries.attempt_id', 'corrections.attempt_id')
    .select(['attempts.reference', 'attempts.method', 'attempts.amount_minor', 'attempts.currency'])
    .select(['corrections.wanted_msisdn', 'corrections.asked_at'])
    .select(['deliveries.msisdn', 'deliveries.kind', 'deliveries.product_code', 'deliveries.decided_at'])
    .where('corrections.state', '=', 'asked')

type CorrectionRow = Awaited<ReturnType<ReturnType<typeof openCorrections>['executeTakeFirstOrThrow']>>

const correctionFrom = (row: CorrectionRow): CorrectionItem => ({
  reference: row.reference,
  product: row.product_code ?? row.kind,
  amount: money(row.currency, row.amount_minor),
  method: row.method,
  fromMsisdn: row.msisdn,
  wantedMsisdn: row.wanted_msisdn,
  deliveredAt: row.decided_at ?? row.asked_at,
  askedAt: row.asked_at,
})

/** A refund of the same payment locks it too, so that only one of both happens. */
async function mayMove(tx: Transaction<Database>, reference: string): Promise<boolean> {
  const paid = await lockPaid(tx, reference)
  if (paid === undefined) return false
  const begun = await tx.selectFrom('refunds').select('state').where('attempt_id', '=', paid.id).executeTakeFirst()
  if (begun !== undefined) return false
  const asked = await tx
    .selectFrom('staff_requests')
    .select('id')
    .where('subject', '=', reference)
    .where('act', 'in', ['refund', 'refund_part'])
    .where('state', '=', 'open')
    .executeTakeFirst()
  return asked === undefined
}

export function createCorrectionQueue(db: Kysely<Database>, now: () => number): CorrectionQueue {
  return {
    async open(limit) {
      const rows = await openCorrections(db).orderBy('corrections.asked_at').limit(limit).execute()
      return rows.map(correctionFrom)
    },

    async find(reference) {
      const row = await openCorrections(db).where('attempts.reference', '=', reference).executeTakeFirst()
      return row && correctionFrom(row)
    },

    async decide({ reference, decision, who, why, staff }) {
      const at = now()
      return transaction(db, async (tx) => {
        if (decision.state === 'moved' && !(await mayMove(tx, reference))) return false
        const { numUpdatedRows } = await tx
          .updateTable('corrections')
          .set({
            state: decision.state,
            refusal: decision.state === 'refused' ? decision.refusal : null,
            decided_at: at,
          })
          .where('state', '=', 'asked')
          .where('attempt_id', 'in', (query) =>
            query.selectFrom('attempts').select('id').where('reference', '=', reference),
          )
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        const action = ['corrections', ...Object.values(decision)].join(' ')
        await recordAction(tx, { at, who, action, subject: reference, why, staff })
        return true
      })
    },
  }
}

export function createRecentTries(db: Kysely<Database>): RecentTries {
  return {
    async of(method, since, limit) {
      const rows = await db
        .with('recent', (query) =>
          query
            .selectFrom('attempts')
            .select(['id', 'state', 'refusal', 'handed_over_at'])
            .where(sql.ref('method'), '=', method)
            .where('handed_over_at', '>', since)
            .orderBy('handed_over_at', 'desc')
            .limit(limit),
        )
        .selectFrom('recent')
        .leftJoin('deliveries', (join) =>
          join.onRef('deliveries.attempt_id', '=', 'recent.id').on('deliveries.state', '=', 'delivered'),
        )
        .leftJoin('refunds', (join) =>
          join.onRef('refunds.attempt_id', '=', 'recent.id').on('refunds.amount_minor', 'is', null),
        )
        .select([
          'recent.state',
          'recent.refusal',
          'recent.handed_over_at',
          'deliveries.decided_at as credited_at',
          'refunds.attempt_id as refund_of',
          'refunds.state as refund_state',
          'refunds.created_at as refund_begun_at',
          'refunds.decided_at as refund_decided_at',
        ])
        .execute()
      return rows.map((row) => ({
        state: row.state,
        ...(row.refusal === null ? {} : { refusal: row.refusal }),
        handedOverAt: row.handed_over_at ?? since,
        ...(row.credited_at === null ? {} : { creditedAt: row.credited_at }),
        isRefunded: row.refund_of !== null,
        ...refundTime(row),
      }))
    },
  }
}

interface RefundOfTry {
  readonly refund_state: RefundState | null
  readonly refund_begun_at: number | null
  readonly refund_decided_at: number | null
}

function refundTime({
  refund_state,
  refund_begun_at,
  refund_decided_at,
}: RefundOfTry): Pick<RecentTry, 'refundTookMs'> {
  if (refund_state !== 'refunded' || refund_begun_at === null || refund_decided_at === null) return {}
  return { refundTookMs: refund_decided_at - refund_begun_at }
}
