import { isOneOfSecrets } from '@nyanja/server/common/seal'
import { type LeadWebhook, leadCallbackPath } from '@nyanja/server/leads/lead-callbacks'
import type { FastifyInstance } from 'fastify'

/** The limit fits an order with all its notes; a longer body is refused, and the order is checked in its time. */
const bodyLimit = 32 * 1024

/**
 * The BSS calls the portal here when orders for internet at home change. Its content is not trusted: the portal asks.
 */
export function serveLeadCallbacks(app: FastifyInstance, { leadWebhook }: { readonly leadWebhook: LeadWebhook }): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))

  app.post<{ Params: { token: string } }>(`${leadCallbackPath}/:token`, async (request, reply) => {
    if (leadWebhook === undefined || !isOneOfSecrets(request.params.token, leadWebhook.tokens))
      return reply.status(404).send()
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const heard = await leadWebhook.callbacks.heard(body)
    return reply.status(heard === 'unreadable' ? 400 : 204).send()
  })
}
