import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
/** Counts the payments (including those missing in the database), corrections and messages that wait for staff. */
export async function countWaiting(db: Kysely<Database>) {
  const [reviews, corrections, submissions, unknownPayments] = await Promise.all([
    db
      .selectFrom('reviews')
      .select(({ fn }) => fn.count<number>('attempt_id').distinct().as('count'))
      .executeTakeFirst(),
    db
      .selectFrom('corrections')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'asked')
      .executeTakeFirst(),
    db
      .selectFrom('submissions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('done_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('unknown_payments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('closed_at', 'is', null)
      .executeTakeFirst(),
  ])
  return {
    reviews: Number(reviews?.count ?? 0),
    corrections: Number(corrections?.count ?? 0),
    submissions: Number(submissions?.count ?? 0),
    unknown_payments: Number(unknownPayments?.count ?? 0),
  }
}
