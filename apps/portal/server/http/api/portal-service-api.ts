import { composeJson } from '@nyanja/domain/json'
import { parseMoney } from '@nyanja/domain/money/money'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { saveForm, thanks } from '../../../contract/content.ts'
import { operations } from '../../../contract/operations.ts'
import { exchangeRate } from '../../../contract/product.ts'
import type { Portal } from '../../portal.ts'
import { failed, send } from './api-answer.ts'
import { type Api, findClientAmong, readCallersBy, serve } from './api-serve.ts'
import { serveBalances, serveSubscribers } from './balance-api.ts'
import { serveBills, serveOpenInvoices } from './bill-api.ts'
import { serveLeads } from './lead-api.ts'
import { openapiPath, serveOpenapi } from './openapi.ts'
import { documentedCallbacks } from './openapi-callbacks.ts'
import { serveOneTimeCodes, servePaymentCodes } from './otp-api.ts'
import { serveInitiate, serveProcess } from './payment-api.ts'
import { servePaymentOptions } from './payment-options-api.ts'
import { servePinPayments } from './pin-payment-api.ts'
import { serializeAmount, serveProducts } from './product-api.ts'
import { serveResources } from './resource-api.ts'
import { serveTransactions } from './transaction-api.ts'

const problems = { rate_unknown: 'conversion_failed', beyond_counting: 'invalid_amount' } as const

function serveExchangeRate(api: Api, { exchange, market }: Pick<Portal, 'exchange' | 'market'>): void {
  serve(api, exchangeRate, async ({ input: { fromCurrency, toCurrency, amount = '' }, succeed }) => {
    const { currency, secondCurrency } = market
    if (exchange === undefined || fromCurrency !== currency || toCurrency !== secondCurrency)
      return failed('currency_differs')
    const sum = parseMoney(amount, currency)
    if (sum === undefined || sum.minor === 0) return failed('invalid_amount')
    const reckoning = await exchange.reckon(sum)
    return reckoning.outcome === 'quoted'
      ? succeed({ convertedAmount: serializeAmount(reckoning.quote.charged) })
      : failed(problems[reckoning.outcome])
  })
}

/** Forms that customers of other channels send to the operator. */
function serveForms(api: Api, { submissions, market }: Pick<Portal, 'submissions' | 'market'>): void {
  serve(api, saveForm, async ({ input: { data }, client, succeed }) => {
    const { formName, fields, solution } = data
    const result = await submissions.submit({
      form: formName,
      channel: client,
      language: market.languages[0].code,
      typed: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
      solution,
    })
    switch (result.outcome) {
      case 'kept':
        return succeed({ reference: result.reference }, thanks)
      case 'wrong':
        return failed('bad_input', { message: result.faults[0]?.text ?? '' })
      case 'challenge':
        return failed('work_needed', { result: { challenge: result.challenge.proofOfWork } })
      case 'full':
        return failed('too_many_requests')
    }
  })
}

/** Every path below these is for machines; pages are elsewhere. */
const prefixes = ['/orp/bfe', '/auth', '/api', '/cms'] as const

interface KnownPath {
  readonly method: string
  /** `{…}` matches any segment. */
  readonly path: string
}

/** Answers for unknown paths and for methods that a path does not accept, before a body is read. */
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

/** Serves the JSON API, for channels other than the browser. */
export function servePortalService(app: FastifyInstance, portal: Portal): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string', bodyLimit }, (request, body, done) =>
    parseJson(request, composeJson(body), done),
  )

  const { market, apiKeys, idempotency, payments, rateLimits, digestOfEndUser } = portal
  app.addHook('preClose', async () => idempotency.stop())
  const readCaller = readCallersBy(findClientAmong(apiKeys), market.opco, digestOfEndUser)
  const lookups = rateLimits('api_lookup')
  const api: Api = { app, readCaller, idempotency, payments, sells: market.sells, lookups }
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
