import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

export const dueTables = {
  settle: 'attempts',
  deliver: 'deliveries',
  refund: 'refunds',
  message: 'messages',
  mail: 'mails',
  submission: 'submissions',
} as const

/** Said in the words of the indexes that hold only due rows, or all payments there are would be read. */
export function firstDue(db: Kysely<Database>, table: (typeof dueTables)[keyof typeof dueTables]) {
  return db
    .selectFrom(table)
    .select((select) => select.fn.min('next_check_at').as('at'))
    .where('next_check_at', 'is not', null)
}

/**
 * Orders for internet at home that the BSS does not have. The longer it is silent the more seldom it is asked, so they
 * count from when they came to stand so.
 */
export function firstToHandIn(db: Kysely<Database>) {
  return db
    .selectFrom('leads')
    .select((select) => select.fn.min('stage_at').as('at'))
    .where('hand_in', 'in', ['due', 'handing_over'])
    .where('next_check_at', 'is not', null)
}

/** When the oldest work of each kind fell or falls due, in epoch milliseconds; undefined when there is none. */
export async function oldestDue(
  db: Kysely<Database>,
): Promise<readonly { readonly kind: string; readonly at: number | undefined }[]> {
  const kinds = Object.entries(dueTables).map(([kind, table]) => ({ kind, first: firstDue(db, table) }))
  return Promise.all(
    [...kinds, { kind: 'hand_in', first: firstToHandIn(db) }].map(async ({ kind, first }) => {
      const row = await first.executeTakeFirst()
      return { kind, at: row?.at ?? undefined }
    }),
  )
}
