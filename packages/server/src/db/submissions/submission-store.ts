import { transaction } from '@nyanja/database/transaction'
import type { Kysely } from 'kysely'
import type { SubmissionStore } from '../../submissions/submission.ts'
import { matchesContact } from '../contact-match.ts'
import type { Database } from '../schema.ts'

export function createSubmissionStore(db: Kysely<Database>): SubmissionStore {
  return {
    async sameSince(digest, since) {
      const row = await db
        .selectFrom('submissions')
        .select('reference')
        .where('digest', '=', digest)
        .where('at', '>', since)
        .executeTakeFirst()
      return row?.reference
    },

    // Two concurrent messages may both take the last free place, which is harmless.
    async count({ msisdn, email, channel }, since) {
      const { altogether, fromSame } = await db
        .selectFrom('submissions')
        .select(({ fn }) => [
          fn
            .countAll<number>()
            .filterWhere((row) => row.and([row('at', '>', since.altogether), row('channel', '=', channel)]))
            .as('altogether'),
          fn
            .countAll<number>()
            .filterWhere((row) =>
              row.or([matchesContact('number', 'msisdn', msisdn), matchesContact('email', 'email', email)]),
            )
            .as('fromSame'),
        ])
        // The query covers the longer of the two windows.
        .where('at', '>', since.ofOne)
        .executeTakeFirstOrThrow()
      return { altogether: Number(altogether), fromSame: Number(fromSame) }
    },

    keep: ({ answers, digest, reference, ...submission }, sameSince) =>
      transaction(db, async (tx) => {
        await tx
          .updateTable('submissions')
          .set({ digest: null })
          .where('digest', '=', digest)
          .where('at', '<=', sameSince)
          .execute()
        const due = { state: 'due', next_check_at: submission.at } as const
        const { numInsertedOrUpdatedRows = 0n } = await tx
          .insertInto('submissions')
          .values({ ...submission, ...due, reference, digest, answers_json: JSON.stringify(answers) })
          .onConflict((conflict) => conflict.column('digest').doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows > 0n) return reference
        const kept = await tx
          .selectFrom('submissions')
          .select('reference')
          .where('digest', '=', digest)
          .executeTakeFirstOrThrow()
        return kept.reference
      }),
  }
}
