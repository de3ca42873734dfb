import { mostKeys } from '@nyanja/database/data-keys'
import { StoredForm, StoredForms } from '@nyanja/database/personal-columns'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** The kind of a column's contacts: numbers without the country code, or e-mail addresses. */
type ContactKind = 'number' | 'email'

/** Forgotten contacts are empty or null. The condition matches the partial indexes, which leave them out. */
export const holdsContact = (column: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} <> ''`

/** Letters of addresses are compared without their case. */
const columnOf = {
  number: (column: string) => sql.ref(column),
  email: (column: string) => sql`lower(${sql.ref(column)})`,
} as const satisfies Record<ContactKind, unknown>

const comparable = (kind: ContactKind, value: string) => (kind === 'email' ? value.toLowerCase() : value)

/**
 * Compares a column with a given number or e-mail address, and no other code does: with each form in which that may be
 * stored, plain and encrypted with each key. A forgotten contact matches nothing.
 */
export function matchesContact(kind: ContactKind, column: string, value: string): RawBuilder<boolean> {
  const forms = new StoredForms(kind, comparable(kind, value))
  return sql<boolean>`(${columnOf[kind](column)} in (${forms}) and ${holdsContact(column)})`
}

/** The column with the id that is listed. */
const idOf = { attempts: 'id', orders: 'id', order_numbers: 'order_id' } as const

export interface ContactSearch {
  readonly table: keyof typeof idOf
  readonly kind: ContactKind
  readonly column: string
  readonly value: string
  /** The column of an index that follows the contact. */
  readonly newest: 'created_at' | 'handed_over_at'
  readonly where?: RawBuilder<unknown>
  readonly limit: number
}

/**
 * Lists ids of the newest rows of a contact. Each form is a search of its own in the index, whose order then serves:
 * for a list of forms a database may read its newest rows of all contacts instead.
 */
export async function listNewest(db: Kysely<Database>, search: ContactSearch): Promise<readonly string[]> {
  const { table, kind, column, value, newest, where = sql`true`, limit } = search
  const ofForm = (place: number) => sql`select * from (
    select ${sql.ref(idOf[table])} as id, ${sql.ref(newest)} as at from ${sql.table(table)}
    where ${columnOf[kind](column)} = ${new StoredForm(kind, comparable(kind, value), place)}
      and ${holdsContact(column)} and ${where}
    order by ${sql.ref(newest)} desc limit ${limit}) as ${sql.ref(`form_${place}`)}`
  const forms = Array.from({ length: 1 + mostKeys }, (_, place) => ofForm(place))
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(forms, sql` union all `)}) as found order by at desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
