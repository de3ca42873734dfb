import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'

/** The history of a payment stays append-only, until the payment as a whole is past the time for which it is kept. */
const letRetiredGo = {
  sqlite: [
    `drop trigger events_no_delete`,
    `create trigger events_no_delete before delete on events
      when not exists (select 1 from retired_payments where attempt_id = old.attempt_id)
      begin select raise(abort, 'events are append-only'); end`,
  ],
  postgres: [
    `create or replace function refuse_event_change() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' and exists (select 1 from retired_payments where attempt_id = old.attempt_id) then
        return old;
      end if;
      raise exception 'events are append-only';
    end $$`,
  ],
} as const satisfies Record<Engine, readonly string[]>

const words = {
  sqlite: { int: 'integer', rowId: 'integer primary key', strict: 'strict' },
  postgres: { int: 'bigint', rowId: 'bigint generated always as identity primary key', strict: '' },
} as const satisfies Record<Engine, unknown>

function statements(engine: Engine): string[] {
  const { int, rowId, strict } = words[engine]
  return [
    // A method that was never switched has no row and is open.
    `create table method_switches (
      method text primary key,
      is_open ${int} not null check (is_open in (0, 1)),
      reason text not null,
      who text not null,
      at ${int} not null
    ) ${strict}`,

    `create table operator_actions (
      id ${rowId},
      at ${int} not null,
      who text not null,
      action text not null,
      subject text not null,
      why text not null,
      detail text
    ) ${strict}`,
    `create index operator_actions_subject on operator_actions (subject)`,
    `create index operator_actions_at on operator_actions (at)`,

    // A row stands in it only while the transaction runs that removes the payment.
    `create table retired_payments (
      attempt_id text primary key
    ) ${strict}`,
    ...letRetiredGo[engine],

    // Orders up to here have been looked through for those that nobody paid for.
    `create table retention_marks (
      kind text primary key,
      up_to ${int} not null
    ) ${strict}`,
    `insert into retention_marks values ('unpaid_orders', 0)`,

    `create index orders_created on orders (created_at)`,
    `create index orders_personal on orders (created_at) where msisdn <> '' or account is not null`,
    `create index attempts_recent on attempts (method, handed_over_at) where handed_over_at is not null`,
    // Those that speak of no payment and leave by themselves.
    `create index messages_alone on messages (created_at) where attempt_id is null`,
    `create index callbacks_at on callbacks (at)`,
    `create index idempotency_created on idempotency (created_at)`,
    `create index prompted_wallets_at on prompted_wallets (prompted_at)`,
  ]
}

/** What operators need around payments: switches, their own actions, and a way for old payments to leave. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db)
}
