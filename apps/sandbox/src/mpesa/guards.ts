import { constants, type KeyObject, privateDecrypt } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { unpad } from '../core/unpad.ts'
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

/** What a bearer token hides under our public key. Undefined: not made with it. */
function plainOf(token: string, key: KeyObject): string | undefined {
  try {
    const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(token, 'base64'))
    return unpad(block)?.toString('utf8')
  } catch {
    return undefined
  }
}
