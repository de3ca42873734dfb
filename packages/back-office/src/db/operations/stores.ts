import { transaction } from '@nyanja/database/transaction'
import { money } from '@nyanja/domain/money/money'
import { createIncidentStore } from '@nyanja/server/db/incidents/incident-store'
import { createMethodSwitchStore, createRecentTries } from '@nyanja/server/db/payments/method-stores'
import { recordAction } from '@nyanja/server/db/record-action'
import { AnswersJson } from '@nyanja/server/db/submissions/due-submissions'
import type { Kysely, Transaction } from 'kysely'
import type { CorrectionItem, CorrectionQueue } from '../../operations/corrections.ts'
import type { SubmissionItem, SubmissionList } from '../../operations/visitor-reports.ts'
import type { Database, DatabaseHandle } from '../schema.ts'
import { createActionLogStore } from './action-log-store.ts'
import { createCoverageReportList } from './coverage-report-list.ts'
import { createKeptSearchStore } from './kept-search-store.ts'
import { createLeadDecisions, createLeadList } from './lead-decisions.ts'
import { createPaymentActStore } from './payment-act-store.ts'
import { createPaymentFinderStore } from './payment-finder-store.ts'
import { lockPaid } from './refund-acts.ts'
import { createRetentionStore } from './retention-store.ts'
import { createReviewStore } from './review-store.ts'
import { createStaffRequestStore } from './staff-request-store.ts'
import { createTakenWorkStore } from './staff-work-stores.ts'
import { createMissedSearchList, createVoteList } from './visitor-lists.ts'

export function createSubmissionList(db: Kysely<Database>, now: () => number): SubmissionList {
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

/** Creates the stores of what staff do with payments, by port. */
export function createOperationStores({ db, engine }: DatabaseHandle, now: () => number) {
  return {
    reviews: createReviewStore(db, now),
    corrections: createCorrectionQueue(db, now),
    missedSearches: createMissedSearchList(db),
    votes: createVoteList(db),
    coverageReports: createCoverageReportList(db, now),
    submissions: createSubmissionList(db, now),
    leadList: createLeadList(db),
    leadDecisions: createLeadDecisions(db, now),
    switches: createMethodSwitchStore(db),
    tries: createRecentTries(db),
    incidents: createIncidentStore(db, now),
    retention: createRetentionStore({ db, engine }),
    actionLog: createActionLogStore(db),
    paymentActs: createPaymentActStore(db, now),
    staffRequests: createStaffRequestStore(db, now),
    takenWork: createTakenWorkStore(db),
    paymentFinder: createPaymentFinderStore(db),
    keptSearches: createKeptSearchStore(db),
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
