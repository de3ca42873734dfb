import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Attempts on a wallet since `since` that asked its handset and got no approval. */
export async function unansweredPrompts(db: Kysely<Database>, payerMsisdn: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .where('payer_msisdn', '=', payerMsisdn)
    .where('handed_over_at', '>', since)
    .where('hands_over', '=', 'push')
    .where('state', 'in', ['handing_over', 'waiting', 'expired', 'refused'])
    .executeTakeFirstOrThrow()
  return Number(count)
}
