import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'

const oneOf = `in ('airtime', 'bundle', 'bill', 'invoice', 'plan')`

/**
 * SQLite cannot alter a check, so a wider column takes the place of the old one, and no column that must hold something
 * comes to a table with rows but with a default. Nothing meets it: the type of the table asks for the kind.
 */
function widened(table: string, nullability: string): string[] {
  return [
    `alter table ${table} add column wider_kind text ${nullability} check (wider_kind ${oneOf})`,
    `update ${table} set wider_kind = kind`,
    `alter table ${table} drop column kind`,
    `alter table ${table} rename column wider_kind to kind`,
  ]
}

/** The rows from before kept to a narrower check, so none of them is read again while everybody who pays waits. */
const rechecked = (table: string) =>
  `alter table ${table} drop constraint ${table}_kind_check,
    add constraint ${table}_kind_check check (kind ${oneOf}) not valid`

const wider = {
  sqlite: [...widened('orders', ''), ...widened('deliveries', `not null default 'airtime'`)],
  postgres: [rechecked('orders'), rechecked('deliveries')],
} as const satisfies Record<Engine, readonly string[]>

/** Plans for internet at home can be paid, each order for one once. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const statements = [
    ...wider[engine],
    `alter table orders add column plan_json text`,
    `alter table orders add column lead_reference text`,
    `create index orders_lead on orders (lead_reference) where lead_reference is not null`,
    `alter table deliveries add column lead_reference text`,
    // The second payment for it finds no place here, and goes back. After a refusal there is place again.
    `create unique index deliveries_lead on deliveries (lead_reference)
      where lead_reference is not null and state <> 'impossible'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
