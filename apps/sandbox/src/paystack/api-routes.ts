import type { FastifyInstance, FastifyReply } from 'fastify'
import { isJsonObject, type JsonObject } from '../core/bodies.ts'
import { initialize } from './initialize.ts'
import type { Simulation } from './ledger.ts'
import { createRefund, readRefund, retryRefund } from './refunds.ts'
import { type Answer, done, invalidKey, refusals, transactionView } from './views.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const routeConfig = (operation: string) => ({ config: { provider: 'paystack', operation } })

/** Holders of the secret key use the JSON API. */
export function registerApiRoutes(app: FastifyInstance, simulation: Simulation): void {
  readJson(app)
  app.addHook('preValidation', async ({ headers }, reply) => {
    if (headers.authorization !== `Bearer ${simulation.secretKey}`) return answer(reply, invalidKey)
  })

  app.post(
    '/paystack/transaction/initialize',
    routeConfig('initialize'),
    withBody((body, origin) => {
      const made = initialize(body, simulation)
      if ('httpStatus' in made) return made
      const { accessCode, reference } = made
      return done('Authorization URL created', {
        authorization_url: `${origin}/paystack/checkout/${accessCode}`,
        access_code: accessCode,
        reference,
      })
    }),
  )

  app.get<ById>('/paystack/transaction/verify/:id', routeConfig('verify'), async ({ params }, reply) => {
    const transaction = simulation.ledger.find('reference', params.id)
    return answer(
      reply,
      transaction ? done('Verification successful', transactionView(transaction)) : refusals.unknownTransaction,
    )
  })

  app.post(
    '/paystack/refund',
    routeConfig('refund'),
    withBody((body) => createRefund(body, simulation)),
  )

  app.get<ById>('/paystack/refund/:id', routeConfig('refund.read'), async ({ params }, reply) =>
    answer(reply, readRefund(params.id, simulation)),
  )

  app.post<ById>(
    '/paystack/refund/retry_with_customer_details/:id',
    routeConfig('refund.retry'),
    async ({ params, body }, reply) =>
      answer(reply, isJsonObject(body) ? retryRefund(params.id, body, simulation) : refusals.badBody),
  )
}

function withBody(act: (body: JsonObject, origin: string) => Answer) {
  return async ({ body, protocol, host }: Request, reply: FastifyReply): Promise<FastifyReply> =>
    answer(reply, isJsonObject(body) ? act(body, `${protocol}://${host}`) : refusals.badBody)
}

interface Request {
  readonly body: unknown
  readonly protocol: string
  readonly host: string
}

/** Invalid JSON is refused by the operation itself, so that the key is checked first. */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, text, done) =>
    done(null, parsed(String(text))),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const answer = (reply: FastifyReply, { httpStatus, body }: Answer): FastifyReply => reply.code(httpStatus).send(body)
