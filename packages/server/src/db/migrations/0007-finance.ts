import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** The tables of closed days, no row of which ever changes. */
const tables = ['closed_days', 'day_sales', 'day_steps', 'day_failures', 'day_delivery_times'] as const

const immutable = {
  sqlite: tables.flatMap((table) =>
    ['update', 'delete'].map(
      (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
        begin select raise(abort, 'closed days do not change'); end`,
    ),
  ),
  postgres: [
    `create function refuse_closed_day_change() returns trigger language plpgsql as $$ begin
      raise exception 'closed days do not change';
    end $$`,
    ...tables.map(
      (table) => `create trigger ${table}_fixed before update or delete on ${table}
        for each row execute function refuse_closed_day_change()`,
    ),
  ],
} as const satisfies Record<Engine, readonly string[]>

/** Adds days that are closed, and the daily sums that reports read. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const strict = engine === 'sqlite' ? 'strict' : ''
  // Sums are read by ranges of their key: the key is the table.
  const clustered = engine === 'sqlite' ? 'strict, without rowid' : ''
  const sums = ['captured', 'delivered', 'refunded', 'reversed'].map(
    (name) => `${name} ${int} not null, ${name}_minor ${int} not null`,
  )
  const statements = [
    // Two of the six or seven events of a payment match; queries repeat the condition word by word.
    `create index events_of_day on events (at, id) where to_state in ('captured', 'captured_late', 'reversed',
      'delivered', 'impossible', 'refunded', 'review', 'refused', 'expired')`,

    `create table closed_days (
      day text primary key,
      from_at ${int} not null unique,
      until_at ${int} not null,
      last_event_id ${int} not null,
      events ${int} not null,
      document text not null,
      digest text not null,
      closed_at ${int} not null
    ) ${strict}`,

    // The day is when it happened, which is before the closed day where it became known late.
    `create table day_sales (
      day text not null,
      closed_day text not null references closed_days (day),
      gateway text not null,
      method text not null,
      kind text not null,
      channel text not null,
      district text not null,
      currency text not null,
      ${sums.join(', ')},
      primary key (day, closed_day, gateway, method, kind, channel, district, currency)
    ) ${clustered}`,

    // Orders count for the day on which they began, as they stood when that day was closed.
    `create table day_steps (
      day text not null references closed_days (day),
      channel text not null,
      kind text not null,
      step text not null,
      orders ${int} not null,
      primary key (day, channel, kind, step)
    ) ${clustered}`,

    `create table day_failures (
      day text not null,
      closed_day text not null references closed_days (day),
      component text not null,
      method text not null,
      gateway text not null,
      reason text not null,
      payments ${int} not null,
      primary key (day, closed_day, component, method, gateway, reason)
    ) ${clustered}`,

    `create table day_delivery_times (
      day text not null,
      closed_day text not null references closed_days (day),
      kind text not null,
      within_ms ${int} not null,
      payments ${int} not null,
      primary key (day, closed_day, kind, within_ms)
    ) ${clustered}`,
    ...immutable[engine],
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
