import type { Kysely } from 'kysely'
import type { SubmissionItem, SubmissionList } from '../../operations/submission-list.ts'
import type { Database } from '../schema.ts'
import { AnswersJson } from '../submissions/due-submissions.ts'
import { transaction } from '../transaction.ts'
import { recordAction } from './record-action.ts'

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

    async done({ reference, who, why }) {
      const at = now()
      return transaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('submissions')
          .set({ done_at: at })
          .where('reference', '=', reference)
          .where('done_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await recordAction(tx, { at, who, action: 'submissions done', subject: reference, why })
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
