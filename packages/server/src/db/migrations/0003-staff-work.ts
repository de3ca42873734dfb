import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Only the note of an action may be erased, and only actions of sealed days may be deleted. */
const appendOnly = {
  sqlite: [
    `create trigger operator_actions_fixed before update on operator_actions
      when new.why <> '' or new.at <> old.at or new.who <> old.who or new.action <> old.action
        or new.subject <> old.subject or new.detail is not old.detail or new.staff_id is not old.staff_id
        or new.role is not old.role or new.reason is not old.reason
      begin select raise(abort, 'operator actions are append-only'); end`,
    `create trigger operator_actions_kept before delete on operator_actions
      when not exists (select 1 from action_days where until_at > old.at)
      begin select raise(abort, 'operator actions are append-only'); end`,
  ],
  postgres: [
    `create function refuse_action_change() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' and exists (select 1 from action_days where until_at > old.at) then
        return old;
      end if;
      if tg_op = 'UPDATE' and new.why = '' and (to_jsonb(new) - 'why') = (to_jsonb(old) - 'why') then
        return new;
      end if;
      raise exception 'operator actions are append-only';
    end $$`,
    `create trigger operator_actions_append_only before update or delete on operator_actions
      for each row execute function refuse_action_change()`,
  ],
} as const satisfies Record<Engine, readonly string[]>

/** Adds what staff need to find payments, to share work and to prove what they did. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const strict = engine === 'sqlite' ? 'strict' : ''
  const statements = [
    // The id is null for actions on the command line.
    `alter table operator_actions add column staff_id text`,
    `alter table operator_actions add column role text`,
    `alter table operator_actions add column reason text`,
    `create index operator_actions_staff on operator_actions (staff_id, at) where staff_id is not null`,

    // Each digest covers the actions of a day and the digest of the day before.
    `create table action_days (
      day text primary key,
      from_at ${int} not null,
      until_at ${int} not null,
      actions ${int} not null,
      digest text not null,
      previous text not null
    ) ${strict}`,

    `create table taken_work (
      queue text not null,
      subject text not null,
      staff_id text not null,
      staff_name text not null,
      at ${int} not null,
      primary key (queue, subject)
    ) ${strict}`,

    `create index orders_number on orders (msisdn, created_at) where msisdn <> ''`,
    `create index orders_account on orders (account, created_at) where account is not null`,
    `create index orders_mail on orders (lower(email), created_at) where email is not null`,
    `create index attempts_mail on attempts (lower(email), created_at) where email is not null`,
    `create index attempts_provider on attempts (provider_reference) where provider_reference is not null`,
    `create index attempts_amount on attempts (amount_minor, created_at)`,
    ...appendOnly[engine],
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
