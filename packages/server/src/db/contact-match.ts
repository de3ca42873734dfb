import { type RawBuilder, sql } from 'kysely'

/** Of a column: numbers without the country code, or e-mail addresses. */
type ContactKind = 'number' | 'email'

/**
 * What a contact is found by: its blind index. As long as the columns are readable it is the number itself, and the
 * address in lower case; where they are encrypted, it is a keyed digest of these.
 */
const blindIndexOf = {
  number: { ofValue: (msisdn: string) => msisdn, ofColumn: (column: string) => sql.ref(column) },
  email: {
    ofValue: (email: string) => email.toLowerCase(),
    ofColumn: (column: string) => sql`lower(${sql.ref(column)})`,
  },
} as const satisfies Record<ContactKind, unknown>

/** Forgotten contacts are empty or null. Matches the partial indexes, which leave them out. */
export const holdsContact = (column: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} <> ''`

/**
 * The only comparison of a column with a given number or e-mail address: once the columns are encrypted, it changes
 * here and in no query. A forgotten contact matches nothing.
 */
export function matchesContact(kind: ContactKind, column: string, value: string): RawBuilder<boolean> {
  const { ofColumn, ofValue } = blindIndexOf[kind]
  return sql<boolean>`(${ofColumn(column)} = ${ofValue(value)} and ${holdsContact(column)})`
}
