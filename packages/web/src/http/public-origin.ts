import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Finds the path, also of a request such as `GET http://host/about`: there the address names the host in place of the
 * header.
 */
export function pathOf(request: IncomingMessage): string {
  const { url = '/' } = request
  if (!/^https?:\/\//i.test(url)) return url
  const [, host = '', path = ''] = /^[^:]+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  request.headers.host = host
  return path.startsWith('/') ? path : `/${path}`
}

interface PublicOrigin {
  readonly publicOrigin: string
  /** Paths that providers and monitors call under any host name. */
  readonly askedByMachines: RegExp
}

/** A page asked for under another host is redirected to the public one: form posts from another origin are refused. */
export function redirectToPublicOrigin(app: FastifyInstance, { publicOrigin, askedByMachines }: PublicOrigin): void {
  const { host } = new URL(publicOrigin)
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.host === host || askedByMachines.test(request.url)) return
    if (!request.url.startsWith('/')) return reply.status(400).send()
    return reply.redirect(publicOrigin + request.url, 307)
  })
}
