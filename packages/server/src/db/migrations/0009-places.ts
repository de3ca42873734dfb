import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** Prefixes are looked up by code points, whatever language the server was set up for. */
const byCodePoint = { sqlite: '', postgres: 'collate "C"' } as const satisfies Record<Engine, string>

/** Districts, towns and shops, as the operator's tables have them. Coordinates are millionths of a degree. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const common = `row_hash text not null, latitude_e6 ${int} not null, longitude_e6 ${int} not null`
  const statements = [
    `create table place_tables (name text primary key, version text not null, changed_at ${int} not null) ${strict}`,
    `create table districts (
      id text primary key, ${common}, name text not null unique, region text not null, aliases_json text not null
    ) ${strict}`,
    `create table towns (
      id text primary key, ${common}, name text not null, district text not null, population ${int} not null,
      has_home_internet ${int} not null, aliases_json text not null
    ) ${strict}`,
    `create table shops (
      id text primary key, ${common}, cell ${int} not null, kind text not null, name text not null,
      name_key text ${byCodePoint[engine]} not null, address text not null, town text not null, district text not null,
      phone text not null, hours_json text not null, services_json text not null
    ) ${strict}`,
    // Whatever is nearest is found in the index alone.
    `create index shops_place on shops (kind, cell, latitude_e6, longitude_e6, id)`,
    `create index shops_name on shops (kind, name_key)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
