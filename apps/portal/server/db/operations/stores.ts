import { createMissedSearchStore } from '../help/missed-search-store.ts'
import { createVoteStore } from '../help/vote-store.ts'
import type { OpenDatabase } from '../open.ts'
import { createCorrectionQueue } from './correction-queue.ts'
import { createCoverageReportList } from './coverage-report-list.ts'
import { createLeadDecisions } from './lead-decisions.ts'
import { createLeadList } from './lead-list.ts'
import { createMethodSwitchStore } from './method-switch-store.ts'
import { createRecentTries } from './recent-tries.ts'
import { createRecoveryStore } from './recovery-store.ts'
import { createRetentionStore } from './retention-store.ts'
import { createReviewStore } from './review-store.ts'
import { createSubmissionList } from './submission-list.ts'
import { createUnknownPayments } from './unknown-payments.ts'

/** What operators need around payments, by the port that it stands behind. */
export function createOperationStores({ db, engine }: Pick<OpenDatabase, 'db' | 'engine'>, now: () => number) {
  return {
    reviews: createReviewStore(db, now),
    corrections: createCorrectionQueue(db, now),
    missedSearches: createMissedSearchStore(db),
    votes: createVoteStore(db),
    coverageReports: createCoverageReportList(db),
    submissions: createSubmissionList(db, now),
    leadList: createLeadList(db),
    leadDecisions: createLeadDecisions(db, now),
    switches: createMethodSwitchStore(db),
    tries: createRecentTries(db),
    retention: createRetentionStore({ db, engine }),
    recoveries: createRecoveryStore(db, now),
    unknownPayments: createUnknownPayments(db, now),
  }
}
