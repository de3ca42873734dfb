import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operations } from '../../../contract/operations.ts'
import type { Portal } from '../../portal.ts'
import { failed, send } from './api-answer.ts'
import { type Api, findClientAmong, readCallersBy } from './api-serve.ts'
import { serveBalances, serveSubscribers } from './balance-api.ts'
import { serveBills, serveOpenInvoices } from './bill-api.ts'
import { serveExchangeRate } from './exchange-rate-api.ts'
import { serveForms } from './form-api.ts'
import { serveLeads } from './lead-api.ts'
import { openapiPath, serveOpenapi } from './openapi.ts'
import { documentedCallbacks } from './openapi-callbacks.ts'
import { serveOneTimeCodes, servePaymentCodes } from './otp-api.ts'
import { serveInitiate, serveProcess } from './payment-api.ts'
import { servePaymentOptions } from './payment-options-api.ts'
import { servePinPayments } from './pin-payment-api.ts'
import { serveProducts } from './product-api.ts'
import { serveResources } from './resource-api.ts'
import { serveTransactions } from './transaction-api.ts'

/** Everything below these is for machines; pages live elsewhere. */
const prefixes = ['/orp/bfe', '/auth', '/api', '/cms'] as const

interface KnownPath {
  readonly method: string
  /** `{…}` stands for any segment. */
  readonly path: string
}

/** Answers for paths that do not exist and for methods that a path does not take, before a body is read. */
function answerUnknownPaths(app: FastifyInstance, known: readonly KnownPath[]): void {
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

const bodyLimit = 16 * 1024

/** The JSON door, for channels other than the browser. */
export function servePortalService(app: FastifyInstance, portal: Portal): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, parseJson)

  const { market, apiKeys, idempotency, rateLimits, digestOfEndUser } = portal
  app.addHook('preClose', async () => idempotency.stop())
  const readCaller = readCallersBy(findClientAmong(apiKeys), market.opco, digestOfEndUser)
  const api: Api = { app, readCaller, idempotency, lookups: rateLimits('api_lookup') }
  serveResources(api, portal)
  serveSubscribers(api, portal)
  serveBalances(api, portal)
  serveBills(api, portal)
  serveOpenInvoices(api, portal)
  serveProducts(api, portal)
  servePaymentOptions(api, portal)
  serveExchangeRate(api, portal)
  serveInitiate(api, portal)
  serveProcess(api, portal)
  serveTransactions(api, portal)
  serveOneTimeCodes(api, portal)
  servePaymentCodes(api, portal)
  servePinPayments(api, portal)
  serveForms(api, portal)
  serveLeads(api, portal)
  serveOpenapi(app, portal)
  answerUnknownPaths(app, [...operations, ...documentedCallbacks, { method: 'GET', path: openapiPath }])
}
