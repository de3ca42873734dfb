import type { FastifyReply } from 'fastify'
import type { ApiAnswer } from './api-answer.ts'

/** When a caller that was turned away may come again. */
const usualSeconds: Readonly<Record<number, number>> = { 429: 60, 503: 5 }

export function send(reply: FastifyReply, { status, body, retryAfterSeconds }: ApiAnswer): FastifyReply {
  const retryAfter = retryAfterSeconds ?? usualSeconds[status]
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}
