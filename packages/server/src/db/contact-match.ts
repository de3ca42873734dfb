import { type RawBuilder, sql } from 'kysely'
import { StoredForms } from './personal-columns.ts'

/** Of a column: numbers without the country code, or e-mail addresses. */
type ContactKind = 'number' | 'email'

/** Forgotten contacts are empty or null. Matches the partial indexes, which leave them out. */
export const holdsContact = (column: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} <> ''`

/** Letters of addresses are compared without their case. */
const columnOf = {
  number: (column: string) => sql.ref(column),
  email: (column: string) => sql`lower(${sql.ref(column)})`,
} as const satisfies Record<ContactKind, unknown>

/**
 * The only comparison of a column with a given number or e-mail address: with each form in which it may be stored, plain
 * and encrypted with each key. A forgotten contact matches nothing.
 */
export function matchesContact(kind: ContactKind, column: string, value: string): RawBuilder<boolean> {
  const forms = new StoredForms(kind, kind === 'email' ? value.toLowerCase() : value)
  return sql<boolean>`(${columnOf[kind](column)} in (${forms}) and ${holdsContact(column)})`
}
