import type { FastifyInstance, FastifyReply } from 'fastify'
import { isJsonObject } from '../core/json.ts'
import { acknowledgeBy } from './acknowledge.ts'
import { type Answer, notAllowed, notFound, notJson, success, unauthorised } from './answers.ts'
import { BodyFields } from './body-fields.ts'
import type { Desk } from './desk.ts'
import { raise } from './express.ts'
import { refundBy } from './refund.ts'
import { detailsOf } from './views.ts'

type Operation = (fields: BodyFields, desk: Desk) => Answer

const operations: readonly (readonly [name: string, path: string, operation: Operation])[] = [
  ['express', 'checkout-request/express-request', raise],
  ['acknowledge', 'acknowledgement/request', acknowledgeBy],
  ['refund', 'refund/request', refundBy],
]

const base = '/tingg/v3/checkout-api'

/** What a merchant's server asks, with a bearer token and the API key. */
export function registerApiRoutes(app: FastifyInstance, desk: Desk): void {
  const { requests, serviceCode, tokens, apiKey } = desk
  app.setErrorHandler((_error, _request, reply) => send(reply, notJson))
  app.addHook('preHandler', async ({ headers }, reply) => {
    if (headers.apikey !== apiKey || tokens.grantOf(headers.authorization) === undefined)
      return send(reply, unauthorised)
  })

  for (const [name, path, operation] of operations) {
    app.post(`${base}/${path}`, { config: { provider: 'tingg', operation: name } }, async ({ body }, reply) =>
      send(reply, isJsonObject(body) ? operation(new BodyFields(body), desk) : notJson),
    )
  }

  app.get<{ Params: { service: string; reference: string } }>(
    `${base}/query/:service/:reference`,
    { config: { provider: 'tingg', operation: 'query' } },
    async ({ params }, reply) => {
      if (params.service !== serviceCode) return send(reply, notAllowed)
      const request = requests.byReference(params.reference)
      if (request === undefined) return send(reply, notFound)
      const view = { status: requests.statusOf(request), serviceCode }
      return send(reply, success('Success', detailsOf(request, view)))
    },
  )
}

const send = (reply: FastifyReply, { http, body }: Answer): FastifyReply => reply.code(http).send(body)
