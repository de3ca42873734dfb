import type { FastifyInstance, FastifyReply } from 'fastify'
import { plainOf } from './bearer.ts'
import { type CodeName, type Reply, replyOf } from './codes.ts'
import { privateKey } from './key-pair.ts'
import { findMarket } from './markets.ts'

export const send = (reply: FastifyReply, { httpStatus, body }: Reply): FastifyReply =>
  reply.code(httpStatus).send(body)

/** The gate in front of a call. Answers itself where the call must not pass. */
export function guard(app: FastifyInstance, isKey: (plain: string) => boolean): void {
  app.addHook<{ Params: { market: string } }>('preValidation', async ({ headers, params }, reply) => {
    const refuse = (name: CodeName) => send(reply, replyOf(name))
    if (findMarket(params.market) === undefined) return refuse('market')
    if (headers.origin === undefined) return refuse('not_authorised')
    const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    const plain = plainOf(token, privateKey)
    if (plain === undefined || !isKey(plain)) return refuse('invalid_key')
  })
  app.setErrorHandler<{ statusCode?: number }>(async ({ statusCode = 500 }, _request, reply) =>
    send(reply, replyOf(statusCode < 500 ? 'parameters' : 'internal_error')),
  )
}
