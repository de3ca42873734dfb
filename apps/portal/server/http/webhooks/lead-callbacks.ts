import { isSameSecret } from '@nyanja/server/common/seal'
import { type LeadWebhook, leadCallbackPath } from '@nyanja/server/leads/lead-callbacks'
import type { FastifyInstance } from 'fastify'

/** Of an order with all its notes; who sends more is not heard, and the order is asked about in its time. */
const bodyLimit = 32 * 1024

/** Where the BSS calls us when orders for internet at home change. It says nothing about them: we ask. */
export function serveLeadCallbacks(app: FastifyInstance, { leadWebhook }: { readonly leadWebhook: LeadWebhook }): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))

  app.post<{ Params: { token: string } }>(`${leadCallbackPath}/:token`, async (request, reply) => {
    if (leadWebhook === undefined || !isSameSecret(request.params.token, leadWebhook.token))
      return reply.status(404).send()
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const heard = await leadWebhook.callbacks.heard(body)
    return reply.status(heard === 'unreadable' ? 400 : 204).send()
  })
}
