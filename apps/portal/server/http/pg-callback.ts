import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Portal } from '../portal.ts'

const bodyLimit = 64 * 1024

/** The names under which gateways bring our id back, in the order in which they are believed. */
const referenceNames = [
  'CompanyRef',
  'PnrID',
  'txref',
  'reference',
  'trxref',
  'merchant_transaction_id',
  'refNo',
  'tx_ref',
]

export interface PgCallbackOptions {
  readonly portal: Portal
  /** The unguessable segment of the address that providers were given. */
  readonly token: string
}

type Query = Readonly<Record<string, string | undefined>>

function firstOf(query: Query, names: readonly string[]): string | undefined {
  return names.map((name) => query[name]).find((value) => value !== undefined && value !== '')
}

/** Where gateways send visitors back to, and where they call us. Neither says anything about the money: we ask. */
export function servePgCallbacks(app: FastifyInstance, { portal, token }: PgCallbackOptions): void {
  const { market, progress, callbackReaders } = portal
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))

  app.get<{ Querystring: Query; Params: { gateway: string } }>(
    '/api/portal-service/transaction/v1/pg-callback/status/ORP/:gateway',
    async (request, reply) => {
      const { query } = request
      const id = firstOf(query, referenceNames)
      if (id === undefined) return reply.redirect('/page-not-found', 303)
      const { attempt, language } = await progress.returned(id, { gaveUp: query.status?.toUpperCase() === 'CANCELLED' })
      const to = new URLSearchParams({ id })
      // Only the visitor whom we sent to the gateway may go on with the order itself.
      if (query.back === attempt.returnToken) to.set('order', attempt.orderId)
      for (const name of ['channel', 'pg'] as const) if (query[name] !== undefined) to.set(name, query[name])
      const prefix = language === market.languages.prefixed ? '/sw' : ''
      return reply.redirect(`${prefix}/payment/status?${to}`, 303)
    },
  )

  app.post<{ Params: { gateway: string; token: string } }>(
    '/api/portal-service/transaction/v1/pg-callback/notify/:gateway/:token',
    async (request, reply) => {
      const { gateway } = request.params
      const reader = callbackReaders[gateway]
      if (reader === undefined || request.params.token !== token) return reply.status(404).send()
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const reading = reader.read(body, request.headers)
      if (reading === 'wrong_signature') return reply.status(401).send()
      if (reading === 'unreadable') return reply.status(400).send()
      const bodyHash = createHash('sha256').update(gateway).update(body).digest('hex')
      // An id that we do not know may be one of ours after a restore: the provider shall try again.
      if (!(await progress.hinted(gateway, reading.reference, bodyHash))) return reply.status(404).send()
      const { status, contentType, body: answer } = reader.answer
      return reply.status(status).type(contentType).send(answer)
    },
  )
}
