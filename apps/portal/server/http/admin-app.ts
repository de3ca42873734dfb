import { isSameSecret } from '@nyanja/server/common/seal'
import Fastify, { type FastifyInstance } from 'fastify'

export interface AdminAppOptions {
  /** Metrics are in the Prometheus text format. */
  readonly metrics: () => Promise<string>
  /** What the process lacks to serve visitors; empty when it is ready. */
  readonly faults: () => Promise<readonly string[]>
  /** The token that every request must bring, if one is set. */
  readonly token?: string | undefined
}

/** Serves load balancers and Prometheus, on a port of its own that visitors cannot reach. */
export function createAdminApp({ metrics, faults, token }: AdminAppOptions): FastifyInstance {
  const app = Fastify({ logger: false })
  if (token !== undefined)
    app.addHook('onRequest', async ({ headers }, reply) => {
      if (isSameSecret(headers.authorization ?? '', `Bearer ${token}`)) return
      return reply.status(401).header('www-authenticate', 'Bearer').send({ message: 'The admin token is wanted' })
    })
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_, reply) => {
    const missing = await faults()
    return reply
      .status(missing.length === 0 ? 200 : 503)
      .send({ status: missing.length === 0 ? 'ready' : 'not ready', missing })
  })
  app.get('/metrics', async (_, reply) => reply.type('text/plain; version=0.0.4').send(await metrics()))
  return app
}
