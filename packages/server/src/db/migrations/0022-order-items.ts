import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

const kindsBefore = `('airtime', 'bundle', 'bill', 'invoice', 'plan')`
const kinds = `('airtime', 'bundle', 'bill', 'invoice', 'plan', 'several')`

/** SQLite changes no check of a column, and other tables refer to this one: the column moves to a new one. */
const ordersOfSqlite = [
  `alter table orders add column kind_anew text check (kind_anew in ${kinds})`,
  'update orders set kind_anew = kind',
  'alter table orders drop column kind',
  'alter table orders rename column kind_anew to kind',
]

/** Moves the rows to a new table, which differs from the earlier one in its check alone. */
async function renewDeliveries(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ name: string; sql: string | null }>`
    select name, sql from sqlite_schema where tbl_name = 'deliveries' order by type desc`.execute(db)
  const [table, ...indexes] = rows.flatMap(({ sql: text }) => text ?? [])
  if (table === undefined) throw new Error('There is no table of deliveries')
  const statements = [
    table.replace('deliveries', 'deliveries_anew').replace(kindsBefore, kinds),
    'insert into deliveries_anew select * from deliveries',
    'drop table deliveries',
    'alter table deliveries_anew rename to deliveries',
    ...indexes,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The rows that stand satisfy the narrower check, and are not read again. */
const checkKinds = (table: string) => [
  `alter table ${table} drop constraint ${table}_kind_check`,
  `alter table ${table} add constraint ${table}_kind_check check (kind in ${kinds}) not valid`,
]

/** Adds orders for several numbers. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const [int, strict] = engine === 'sqlite' ? ['integer', 'strict'] : ['bigint', '']
  if (engine === 'sqlite') await renewDeliveries(db)
  const statements = [
    ...(engine === 'sqlite' ? ordersOfSqlite : [...checkKinds('orders'), ...checkKinds('deliveries')]),
    'alter table orders add column items_json text',
    'alter table deliveries add column items_json text',
    // Such an order is found by each of its numbers.
    `create table order_numbers (
      order_id text not null references orders (id) on delete cascade,
      msisdn text not null,
      created_at ${int} not null,
      primary key (order_id, msisdn)
    ) ${strict}`,
    'create index order_numbers_number on order_numbers (msisdn, created_at)',
    'drop index orders_personal',
    `create index orders_personal on orders (created_at)
      where msisdn <> '' or account is not null or items_json is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
