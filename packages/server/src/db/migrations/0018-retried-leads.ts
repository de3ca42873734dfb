import { type Kysely, sql } from 'kysely'

/** What the BSS refused may be handed in again, or have got there by hand. A database that is made anew knows it already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into lead_moves (leg, from_state, to_state)
    values ('hand_in', 'refused', 'due'), ('hand_in', 'refused', 'handed_in')
    on conflict do nothing`.execute(db)
}
