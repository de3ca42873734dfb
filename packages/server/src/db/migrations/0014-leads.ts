import { leadMoves, leadStages, submissionMoves, submissionStates } from '@nyanja/domain/leads/lead-states'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

const rowId = {
  sqlite: 'integer primary key',
  postgres: 'bigint generated always as identity primary key',
} as const satisfies Record<Engine, string>

const oneOf = (column: string, values: readonly string[]) =>
  `check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`

const moves = [
  ...leadMoves.map((move) => ({ leg: 'stage', ...move })),
  ...submissionMoves.map((move) => ({ leg: 'hand_in', ...move })),
]

/** Orders for internet at home, and whoever waits for it. Events go with their lead: they hold nothing of anybody. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table leads (
      id text primary key,
      reference text not null unique,
      track_id text not null unique,
      channel text not null,
      source text not null,
      language text not null,
      full_name text not null,
      msisdn text not null,
      email text,
      city text not null,
      address_json text not null,
      plan_code text not null,
      plan_description text not null,
      amount_minor ${int} not null check (amount_minor >= 0),
      currency text not null,
      consented_at ${int} not null,
      consent_text text not null,
      stage text not null ${oneOf('stage', leadStages)},
      stage_at ${int} not null,
      moves ${int} not null default 0,
      reason text,
      scheduled_for ${int},
      feasibility text ${oneOf('feasibility', ['feasible', 'not_feasible', 'unknown'])},
      hand_in text not null ${oneOf('hand_in', submissionStates)},
      bss_reference text,
      refusal text,
      sends ${int} not null default 0,
      sent_at ${int},
      checks ${int} not null default 0,
      checked_at ${int} not null,
      told_at ${int},
      created_at ${int} not null,
      closed_at ${int},
      next_check_at ${int}, lease_until ${int} not null default 0, held_by ${int}
    ) ${strict}`,
    `create index leads_due on leads (hand_in, next_check_at) where next_check_at is not null`,
    `create index leads_bss on leads (bss_reference) where bss_reference is not null`,
    `create index leads_closed on leads (closed_at) where closed_at is not null`,
    `create index leads_open on leads (stage_at) where closed_at is null`,

    `create table lead_moves (
      leg text not null,
      from_state text not null,
      to_state text not null,
      primary key (leg, from_state, to_state)
    ) ${strict}`,
    ...moves.map(({ leg, from, to }) => `insert into lead_moves values ('${leg}', '${from}', '${to}')`),

    `create table lead_events (
      id ${rowId[engine]},
      lead_id text not null references leads (id) on delete cascade,
      leg text not null,
      from_state text not null,
      to_state text not null,
      at ${int} not null,
      foreign key (leg, from_state, to_state) references lead_moves (leg, from_state, to_state)
    ) ${strict}`,
    `create index lead_events_lead on lead_events (lead_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
