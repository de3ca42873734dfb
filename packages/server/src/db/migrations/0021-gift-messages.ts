import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds what a giver writes to the receiver. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    'alter table orders add column gift_message text',
    // Messages are counted for each receiver, and altogether.
    `create index messages_gifts on messages (created_at) where kind = 'giftMessage'`,
    `create index messages_gifts_of_number on messages (msisdn, created_at) where kind = 'giftMessage'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
