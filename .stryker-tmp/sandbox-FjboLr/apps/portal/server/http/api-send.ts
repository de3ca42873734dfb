// @ts-nocheck
import type { FastifyReply } from 'fastify'
import type { ApiAnswer } from './api-answer.ts'

/** When a caller that was turned away may come again. */
const retryAfterSeconds: Readonly<Record<number, string>> = { 429: '60', 503: '5' }

export function send(reply: FastifyReply, { status, body }: ApiAnswer): FastifyReply {
  const retryAfter = retryAfterSeconds[status]
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}
