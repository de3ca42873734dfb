import { sql } from 'kysely'
import { z } from 'zod'
import type { MailQueue } from '../../messages/mail-outbox.ts'
import type { DueSubmission } from '../../submissions/submission.ts'
import { createLeases } from '../leases.ts'
import { createSendingMarks } from '../messages/sending-marks.ts'
import type { OpenDatabase } from '../open.ts'
import { skipLocked } from '../skip-locked.ts'

export const AnswersJson = z.record(z.string(), z.string())

type Handle = Pick<OpenDatabase, 'db' | 'engine' | 'self'>

export function createDueSubmissions({ db, engine, self }: Handle, now: () => number): MailQueue<DueSubmission> {
  const lease = createLeases({ db, engine, self }, { table: 'submissions', now })
  return {
    claim: ({ limit, leaseMs }) =>
      lease(leaseMs, async ({ at, until, isFree }) => {
        const due = sql<string>`(select id from submissions where next_check_at <= ${at} and ${isFree} order by next_check_at limit ${limit} ${skipLocked[engine]})`
        const rows = await db
          .updateTable('submissions')
          .set({ lease_until: until, held_by: self })
          .where('id', 'in', due)
          .returning(['id', 'reference', 'form', 'channel', 'language', 'answers_json', 'at', 'tries'])
          .execute()
        return rows.map(({ answers_json, ...row }) => ({
          ...row,
          answers: AnswersJson.parse(JSON.parse(answers_json)),
        }))
      }),

    ...createSendingMarks(db, 'submissions'),
  }
}
