// @ts-nocheck
import type { FastifyInstance } from 'fastify'

/** Paths that providers and monitors call under whatever name they know the machine by. */
const askedByMachines = /^\/(healthz|api|orp|auth|cms|csp-reports|assets)\b/

/** A page asked for under another host is redirected to the public one: form posts from another origin are refused. */
export function redirectToPublicOrigin(app: FastifyInstance, publicOrigin: string): void {
  const { host } = new URL(publicOrigin)
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.host === host || askedByMachines.test(request.url)) return
    if (!request.url.startsWith('/')) return reply.status(400).send()
    return reply.redirect(publicOrigin + request.url, 307)
  })
}
