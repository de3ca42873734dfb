import type { FastifyInstance } from 'fastify'

/** A scope for each part, since each guards its doors, reads bodies and reports errors in a way of its own. */
export function inScopes(app: FastifyInstance, ...parts: readonly ((scope: FastifyInstance) => void)[]): void {
  for (const part of parts) {
    void app.register((scope, _options, done) => {
      part(scope)
      done()
    })
  }
}
