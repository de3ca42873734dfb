import { correctionRefusals, correctionStates } from '@nyanja/domain/payments/correction'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

const oneOf = (column: string, values: readonly string[]) =>
  `check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`

/** Payments that went to a wrong number, as their payers say. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table corrections (
      attempt_id text primary key references attempts (id),
      wanted_msisdn text not null,
      state text not null ${oneOf('state', correctionStates)},
      refusal text ${oneOf('refusal', correctionRefusals)},
      asked_at ${int} not null,
      decided_at ${int},
      check ((state = 'refused') = (refusal is not null)),
      check ((state = 'asked') = (decided_at is null))
    ) ${strict}`,
    `create index corrections_asked on corrections (asked_at) where state = 'asked'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
