import { coverageProblems, technologies } from '@nyanja/domain/places/coverage'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

const oneOf = (column: string, values: readonly string[]) =>
  `check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`

/** What visitors say is otherwise than the coverage map says. No row is anybody's. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table coverage_reports (
      id text primary key,
      place text not null,
      lat_hundredths ${int} not null,
      lng_hundredths ${int} not null,
      technology text not null ${oneOf('technology', technologies)},
      problem text not null ${oneOf('problem', coverageProblems)},
      at ${int} not null
    ) ${strict}`,
    'create index coverage_reports_at on coverage_reports (at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
