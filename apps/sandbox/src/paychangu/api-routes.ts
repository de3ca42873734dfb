import type { FastifyInstance } from 'fastify'
import { isJsonObject } from '../core/json.ts'
import type { Desk } from './desk.ts'
import { faultsOf, termsOf } from './read-checkout.ts'
import { refundOf } from './refund.ts'
import { detailsOf, sessionOf } from './views.ts'

const route = (operation: string) => ({ config: { provider: 'paychangu', operation } }) as const

const failed = (message: unknown) => ({ status: 'failed', message })

/** What a merchant's server asks, with the secret key as a bearer token. */
export function registerApiRoutes(app: FastifyInstance, desk: Desk): void {
  const { checkouts } = desk
  app.setErrorHandler((_error, _request, reply) => reply.code(400).send(failed('The request could not be read.')))
  app.addHook('preHandler', async ({ headers }, reply) => {
    if (headers.authorization === `Bearer ${desk.secretKey}`) return
    return reply.code(401).send(failed('Invalid secret key.'))
  })

  app.post('/paychangu/payment', route('payment'), async ({ body }, reply) => {
    if (!isJsonObject(body)) return reply.code(400).send(failed('The request could not be read.'))
    const faults = faultsOf(body, desk)
    if (faults) return reply.code(400).send(failed(faults))
    const checkout = checkouts.open(termsOf(body))
    return reply.code(201).send({
      status: 'success',
      message: 'Hosted payment session generated successfully.',
      data: sessionOf(checkout, desk.pageUrlOf(checkout)),
    })
  })

  app.get<{ Params: { txRef: string } }>(
    '/paychangu/verify-payment/:txRef',
    route('verify-payment'),
    async ({ params }, reply) => {
      const checkout = checkouts.byReference(params.txRef)
      if (checkout === undefined) return reply.code(404).send(failed('Transaction not found.'))
      return { status: 'success', message: 'Payment details retrieved successfully.', data: detailsOf(checkout) }
    },
  )

  app.post<{ Params: { chargeId: string } }>(
    '/paychangu/charge-card/refund/:chargeId',
    route('refund'),
    async ({ params }, reply) => {
      const { status, body } = refundOf(checkouts.byChargeId(params.chargeId), desk)
      return reply.code(status).send(body)
    },
  )
}
