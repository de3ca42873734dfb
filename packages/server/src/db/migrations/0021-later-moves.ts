import { legalMoves } from '@nyanja/domain/payments/payment-states'
import { type Kysely, sql } from 'kysely'

/** Moves that the legs have learned since their table was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { leg, from, to } of legalMoves)
    await sql`insert into legal_moves values (${leg}, ${from}, ${to}) on conflict do nothing`.execute(db)
}
