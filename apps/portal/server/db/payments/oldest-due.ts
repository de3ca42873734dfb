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

/** When the oldest work of each kind fell or falls due, in epoch milliseconds; undefined when there is none. */
export async function oldestDue(
  db: Kysely<Database>,
): Promise<readonly { readonly kind: string; readonly at: number | undefined }[]> {
  const kinds = Object.entries(dueTables)
  return Promise.all(
    kinds.map(async ([kind, table]) => {
      const row = await firstDue(db, table).executeTakeFirst()
      return { kind, at: row?.at ?? undefined }
    }),
  )
}
