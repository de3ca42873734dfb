import type { FastifyInstance } from 'fastify'
import { replyOf } from './codes.ts'
import type { Counter } from './counter.ts'
import { guard, send } from './guards.ts'
import { named, pathOf } from './paths.ts'

/** The only call that is made with the API key itself. */
export function registerSessionRoute(app: FastifyInstance, { sessions, apiKey }: Counter): void {
  guard(app, (plain) => plain === apiKey)

  app.get(pathOf('getSession'), named('session'), async (_request, reply) =>
    send(reply, replyOf('processed', { output_SessionID: sessions.open() })),
  )
}
