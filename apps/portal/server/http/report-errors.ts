import { type ErrorCode, PortalError } from '@nyanja/domain/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { FailureName } from '../../contract/failures.ts'
import { type ApiAnswer, failed, send } from './api/api-answer.ts'
import { isForMachines, type NoticeName, type Notices } from './pages/notices.ts'

const failureOfCode: Readonly<Record<ErrorCode, FailureName>> = {
  invalid_request: 'bad_request',
  wrong_signature: 'wrong_signature',
  not_found: 'not_found',
  not_offered: 'not_offered',
  illegal_transition: 'conflict',
  idempotency_conflict: 'key_conflict',
  too_many_requests: 'too_many_requests',
  provider_broke_contract: 'provider_broke_contract',
  overloaded: 'overloaded',
  database_unavailable: 'unavailable',
  provider_unreachable: 'provider_unreachable',
}

/** Requests that the server itself refuses before any route sees them. */
const failureOfRefusal: Readonly<Record<string, FailureName>> = {
  FST_ERR_BAD_URL: 'bad_address',
  FST_ERR_MAX_PARAM_LENGTH: 'bad_address',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'broken_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'broken_json',
}

function answerTo(error: FastifyError | PortalError): ApiAnswer | undefined {
  if (error instanceof PortalError) return failed(failureOfCode[error.code])
  const { code, statusCode = 500 } = error
  return statusCode < 500 ? failed(failureOfRefusal[code] ?? 'bad_request') : undefined
}

/** Returns the notice that a visitor sees in place of a page; it is undefined where plain text must do. */
function noticeFor(error: FastifyError | PortalError): NoticeName | undefined {
  if (!(error instanceof PortalError)) return badAddresses.includes(error.code) ? 'notFound' : undefined
  if (error.code === 'not_offered') return 'notOffered'
  if (error.status === 404) return 'notFound'
  if (error.code === 'overloaded') return 'busy'
  return error.status > 500 ? 'away' : undefined
}

const badAddresses: readonly string[] = ['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']

export type ReportError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void

interface ReportErrorsOptions {
  readonly log: Logger
  readonly notices: Notices
  /** The headers of every answer; answers to malformed addresses pass no hook. */
  readonly headers: Readonly<Record<string, string>>
}

/** The one place that turns thrown errors into answers. An unknown error is a bug and is logged. */
export function reportErrors({ log, notices, headers }: ReportErrorsOptions): ReportError {
  return async (error, request, reply) => {
    const known = answerTo(error)
    if (known === undefined) log.error({ id: request.id, err: error }, 'unexpected error')
    if (error instanceof PortalError && error.status > 500)
      log.warn({ id: request.id, code: error.code }, error.message)
    const answer = known ?? failed('went_wrong')
    reply.headers(headers)
    if (isForMachines(request.url)) return send(reply, answer)
    const notice = noticeFor(error)
    if (notice !== undefined) return notices.send(request, reply, notice)
    return reply.status(answer.status).type('text/plain; charset=utf-8').send('Something Went Wrong!')
  }
}

/** Answers methods that no route accepts. */
export function reportUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    if (isForMachines(request.url)) return send(reply, failed('not_found'))
    // Another node, or a later moment, may have the file.
    reply.header('cache-control', 'no-store')
    return reply.status(404).type('text/plain; charset=utf-8').send('Not found')
  })
}
