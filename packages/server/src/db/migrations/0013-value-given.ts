import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

const states = `check (state in ('asked', 'moved', 'refused', 'refunded'))`

/** SQLite changes no check of a table: its rows move to a new one. */
const correctionsAnew = [
  `create table corrections_anew (
    attempt_id text primary key references attempts (id),
    wanted_msisdn text not null,
    state text not null ${states},
    refusal text check (refusal in ('already_used', 'receiver_refused', 'not_proven')),
    asked_at integer not null,
    decided_at integer,
    check ((state = 'refused') = (refusal is not null)),
    check ((state = 'asked') = (decided_at is null))
  ) strict`,
  `insert into corrections_anew select attempt_id, wanted_msisdn, state, refusal, asked_at, decided_at from corrections`,
  `drop table corrections`,
  `alter table corrections_anew rename to corrections`,
  `create index corrections_asked on corrections (asked_at) where state = 'asked'`,
]

/** A request to move a payment to another number ends with the refund of the payment. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const statements =
    engine === 'sqlite'
      ? correctionsAnew
      : [
          `alter table corrections drop constraint corrections_state_check`,
          `alter table corrections add constraint corrections_state_check ${states}`,
        ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
