// @ts-nocheck
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failed } from './api-answer.ts'
import { send } from './api-send.ts'

/** Everything below these is for machines; pages live elsewhere. */
const prefixes = ['/orp/bfe', '/auth', '/api', '/cms'] as const

export interface KnownPath {
  readonly method: string
  /** `{…}` stands for any segment. */
  readonly path: string
}

/** Answers for paths that do not exist and for methods that a path does not take, before a body is read. */
export function answerUnknownPaths(app: FastifyInstance, known: readonly KnownPath[]): void {
  const patterns = known.map(({ method, path }) => ({ method, isIt: patternOf(path) }))

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = ''] = request.url.split('?')
    const methods = patterns.filter(({ isIt }) => isIt.test(path)).map(({ method }) => method)
    if (methods.length === 0) return send(reply, failed('not_found'))
    return send(reply.header('allow', methods.join(', ')), failed('wrong_method'))
  }

  for (const prefix of prefixes) app.all(`${prefix}/*`, { onRequest: answer, handler: answer })
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.]/g, '[.]').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${escaped}$`)
}
