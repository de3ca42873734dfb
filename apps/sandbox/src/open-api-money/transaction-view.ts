import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { decimalOf } from '../core/market.ts'
import { messageOf, type Reply, statusOf } from './codes.ts'
import type { Payment, PaymentStatus } from './ledger.ts'

/**
 * Real answers combine TS with "in process", and a failed payment with HTTP 200. Only `data.transaction.status` counts.
 */
const isSuccess: Readonly<Record<PaymentStatus, boolean>> = { TIP: true, TA: true, TS: true, TF: false, TE: false }

function messageFor({ status, code, amountMinor, currency, moneyId }: Payment, merchant: string): string {
  if (status !== 'TS') return messageOf(code)
  return `Paid ${currency} ${decimalOf(amountMinor)} to ${merchant}. Trans ID ${moneyId}`
}

const moneyIdTag = ({ status, moneyId }: Payment): { readonly airtel_money_id?: string } =>
  status === 'TS' && moneyId !== undefined ? { airtel_money_id: moneyId } : {}

/** Builds the answer to a query, without an amount. */
export function enquiryReply(payment: Payment, merchant: string): Reply {
  const { id, status, code } = payment
  const success = isSuccess[status]
  const transaction = { ...moneyIdTag(payment), id, message: messageFor(payment, merchant), status }
  return {
    httpStatus: 200,
    body: { data: { transaction }, status: statusOf(code, success ? { success, message: 'SUCCESS' } : { success }) },
  }
}

export function callbackTransaction(payment: Payment, merchant: string): CallbackTransaction {
  const { id, status } = payment
  return { id, message: messageFor(payment, merchant), status_code: status, ...moneyIdTag(payment) }
}

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
  // Re-serialising would lose this whitespace.
  C: {
    hashed: (transaction) => `{ "transaction": ${transaction} }`,
    body: (transaction, hash) => `{ "transaction": ${transaction},"hash":"${hash}" }`,
  },
} as const satisfies Readonly<Record<HashForm, Layout>>

interface CallbackTransaction {
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

/** Without a key callback authentication is off, and there is no hash. */
export function callbackBody(transaction: CallbackTransaction, form: HashForm, key: string | undefined): string {
  if (key === undefined) return JSON.stringify({ transaction })
  return layouts[form].body(JSON.stringify(transaction), hashOf(transaction, form, key))
}

/** A body with its original bytes, because signatures cover bytes. */
export interface RawJson {
  readonly raw: Buffer
  /** Undefined when the body is not JSON. */
  readonly json: unknown
}

const bodyLimit = 65_536

export function readRawJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    const raw = Buffer.from(body)
    done(null, { raw, json: parsed(raw) })
  })
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}
