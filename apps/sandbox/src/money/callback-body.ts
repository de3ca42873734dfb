import { createHmac } from 'node:crypto'

export const hashForms = ['A', 'B', 'C'] as const

/** What text the hash covers: the transaction, the body without the hash, or the raw body with the hash cut out. */
export type HashForm = (typeof hashForms)[number]

interface Layout {
  hashed(transaction: string): string
  body(transaction: string, hash: string): string
}

const layouts = {
  A: {
    hashed: (transaction) => transaction,
    body: (transaction, hash) => `{"transaction":${transaction},"hash":"${hash}"}`,
  },
  B: {
    hashed: (transaction) => `{"transaction":${transaction}}`,
    body: (transaction, hash) => `{"transaction":${transaction},"hash":"${hash}"}`,
  },
  // Spaces that any re-serialising would lose.
  C: {
    hashed: (transaction) => `{ "transaction": ${transaction} }`,
    body: (transaction, hash) => `{ "transaction": ${transaction},"hash":"${hash}" }`,
  },
} as const satisfies Readonly<Record<HashForm, Layout>>

export interface CallbackTransaction {
  readonly id: string
  readonly message: string
  readonly status_code: string
  readonly airtel_money_id?: string
}

export function hashOf(transaction: CallbackTransaction, form: HashForm, key: string): string {
  return createHmac('sha256', key)
    .update(layouts[form].hashed(JSON.stringify(transaction)))
    .digest('base64')
}

/** Without a key callback authentication is switched off, and there is no hash. */
export function callbackBody(transaction: CallbackTransaction, form: HashForm, key: string | undefined): string {
  if (key === undefined) return JSON.stringify({ transaction })
  return layouts[form].body(JSON.stringify(transaction), hashOf(transaction, form, key))
}
