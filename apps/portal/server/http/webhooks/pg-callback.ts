import { createHash } from 'node:crypto'
import { PortalError } from '@nyanja/domain/errors'
import { type SiteLanguages, toLanguagePrefix } from '@nyanja/domain/texts/language'
import { isOneOfSecrets } from '@nyanja/server/common/seal'
import type { CallbackReader } from '@nyanja/server/payments/payment-gateway'
import type { Returned } from '@nyanja/server/payments/payment-progress'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Portal } from '../../portal.ts'

const bodyLimit = 64 * 1024

export interface PgCallbackOptions {
  readonly portal: Pick<Portal, 'progress' | 'callbackReaders' | 'returnParameters'> & {
    readonly market: { readonly languages: SiteLanguages }
  }
  /** Providers were given an address with this unguessable segment, or with an earlier one during a rotation. */
  readonly tokens: readonly string[]
}

/**
 * Anyone can write the query: of a repeated parameter the first value counts, and values that are no text are ignored.
 */
const Value = z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional()
const Query = z.record(z.string(), Value)
type Query = z.infer<typeof Query>

/** Some gateways send the visitor back with a form; any other body is ignored. */
function formIn(body: unknown): Query {
  const fields = [...new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')]
  return Object.fromEntries(fields.reverse())
}

function firstOf(query: Query, names: readonly string[]): string | undefined {
  return names.map((name) => query[name]).find((value) => value !== undefined && value !== '')
}

interface Heard {
  readonly gateway: string
  readonly attemptId: string
  readonly bodyHash: string
}

/**
 * Gateways send visitors back to these paths, and call the portal there. Neither is trusted about the money: the portal
 * asks.
 */
export function servePgCallbacks(app: FastifyInstance, { portal, tokens }: PgCallbackOptions): void {
  const { market, progress, callbackReaders, returnParameters } = portal
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))

  async function returned(query: Query, gateway: string): Promise<Returned | undefined> {
    const id = firstOf(query, returnParameters)
    if (id === undefined) return undefined
    const gaveUp = query.status?.toUpperCase() === 'CANCELLED'
    return progress.returned(id, { gateway, token: query.back, gaveUp }).catch(undefinedIfUnknown)
  }

  async function isKnown({ isSigned }: CallbackReader, { gateway, attemptId, bodyHash }: Heard): Promise<boolean> {
    if (await progress.hinted(gateway, attemptId, bodyHash)) return true
    if (isSigned) await progress.noteUnknown(gateway, attemptId)
    return false
  }

  app.route<{ Params: { gateway: string } }>({
    method: ['GET', 'POST'],
    url: '/api/portal-service/transaction/v1/pg-callback/status/ORP/:gateway',
    handler: async (request, reply) => {
      // The query is the portal's own, so it wins over what a gateway posts.
      const query = { ...formIn(request.body), ...Query.parse(request.query) }
      const back = await returned(query, request.params.gateway)
      if (back === undefined) return reply.redirect('/page-not-found', 303)
      const to = new URLSearchParams({ id: back.id })
      if (back.orderId !== undefined) to.set('order', back.orderId)
      for (const name of ['channel', 'pg']) {
        const value = query[name]
        if (value !== undefined) to.set(name, value)
      }
      const prefix = toLanguagePrefix(back.language, market.languages)
      return reply.redirect(`${prefix}/payment/status?${to}`, 303)
    },
  })

  app.post<{ Params: { gateway: string; token: string } }>(
    '/api/portal-service/transaction/v1/pg-callback/notify/:gateway/:token',
    async (request, reply) => {
      const { gateway } = request.params
      const reader = Object.hasOwn(callbackReaders, gateway) ? callbackReaders[gateway] : undefined
      if (reader === undefined || !isOneOfSecrets(request.params.token, tokens)) return reply.status(404).send()
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const reading = reader.read(body, request.headers)
      if (reading === 'wrong_signature') return reply.status(401).send()
      if (reading === 'unreadable') return reply.status(400).send()
      const bodyHash = createHash('sha256').update(gateway).update(body).digest('hex')
      // An unknown id may be one of ours after a restore: the provider must retry.
      if (!(await isKnown(reader, { gateway, attemptId: reading.attemptId, bodyHash }))) return reply.status(404).send()
      const { status, contentType, body: answer } = reading.answer ?? reader.answer
      return reply.status(status).type(contentType).send(answer)
    },
  )
}

function undefinedIfUnknown(error: unknown): undefined {
  if (error instanceof PortalError && error.code === 'not_found') return undefined
  throw error
}
