import type { FastifyInstance } from 'fastify'
import { isSameSecret } from '../common/seal.ts'
import type { LeadCallbacks } from '../leads/lead-callbacks.ts'

/** Of an order with all its notes; who sends more is not heard, and the order is asked about in its time. */
const bodyLimit = 32 * 1024

/** Before the unguessable end of the address that the BSS is given. */
export const leadCallbackPath = '/api/portal-service/lead/v1/notify/bss'

/** Undefined: the portal hears of orders by asking alone. */
export type LeadWebhook =
  | {
      /** The unguessable end of the address that the BSS was given. */
      readonly token: string
      readonly callbacks: LeadCallbacks
    }
  | undefined

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
