// @ts-nocheck
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

const dueTables = { settle: 'attempts', deliver: 'deliveries', refund: 'refunds', message: 'messages' } as const

/** When the oldest work of each kind fell or falls due, in epoch milliseconds; undefined when there is none. */
export async function oldestDue(
  db: Kysely<Database>,
): Promise<readonly { readonly kind: string; readonly at: number | undefined }[]> {
  const kinds = Object.entries(dueTables)
  return Promise.all(
    kinds.map(async ([kind, table]) => {
      const row = await db
        .selectFrom(table)
        .select((select) => select.fn.min('next_check_at').as('at'))
        .executeTakeFirst()
      return { kind, at: row?.at ?? undefined }
    }),
  )
}
