import type { FastifyInstance, FastifyReply } from 'fastify'
import { isJsonObject, type JsonObject, textAt } from '../core/bodies.ts'
import { minorIn } from '../core/market.ts'
import { type Reply, refuse, statusOf } from './codes.ts'
import { signatureFault } from './guards.ts'
import type { Collection } from './ledger.ts'
import type { Simulation } from './simulation.ts'
import { enquiryReply, type RawJson } from './transaction-view.ts'

const msisdnShape = /^[1-9]\d{8}$/

type Check = (body: JsonObject, simulation: Simulation) => Reply | undefined

const invalid = (field: string): Reply =>
  refuse('invalid_field', { httpStatus: 400, message: `Invalid or missing parameter: ${field}` })

const matching =
  (shape: RegExp, ...path: readonly string[]): Check =>
  (body) =>
    shape.test(textAt(body, ...path) ?? '') ? undefined : invalid(path.join('.'))

const ofCountry =
  (...path: readonly string[]): Check =>
  (body, { country }) =>
    textAt(body, ...path) === country ? undefined : invalid(path.join('.'))

const inCurrency =
  (...path: readonly string[]): Check =>
  (body, { currencies }) =>
    currencies.includes(textAt(body, ...path) ?? '') ? undefined : invalid(path.join('.'))

/** The checks in the operator's order. */
const checks: readonly Check[] = [
  matching(/^.{4,64}$/s, 'reference'),
  matching(msisdnShape, 'subscriber', 'msisdn'),
  ofCountry('subscriber', 'country'),
  inCurrency('subscriber', 'currency'),
  ofCountry('transaction', 'country'),
  inCurrency('transaction', 'currency'),
  matching(/^[\w.-]{1,64}$/, 'transaction', 'id'),
  (body) => (amountIn(body) === undefined ? refuse('invalid_amount', { httpStatus: 400 }) : undefined),
  (body, { account }) => (account.find(idIn(body)) ? refuse('duplicate_id', { httpStatus: 400 }) : undefined),
  (body, { limitMinor }) => ((amountIn(body) ?? 0) > limitMinor ? refuse('over_limit') : undefined),
  (body, { wallets }) => (wallets.find(msisdnIn(body)) ? undefined : refuse('no_such_wallet')),
  (body, { wallets }) => (wallets.find(msisdnIn(body))?.isBarred ? refuse('barred') : undefined),
]

function readCollection(
  body: JsonObject,
  simulation: Simulation,
): { readonly collection: Collection } | { readonly refusal: Reply } {
  for (const check of checks) {
    const refusal = check(body, simulation)
    if (refusal) return { refusal }
  }
  return {
    collection: {
      id: idIn(body),
      reference: textAt(body, 'reference') ?? '',
      msisdn: msisdnIn(body),
      amountMinor: amountIn(body) ?? 0,
      currency: textAt(body, 'transaction', 'currency') ?? '',
    },
  }
}

const idIn = (body: JsonObject): string => textAt(body, 'transaction', 'id') ?? ''
const msisdnIn = (body: JsonObject): string => textAt(body, 'subscriber', 'msisdn') ?? ''
const amountIn = (body: JsonObject): number | undefined => minorIn(textAt(body, 'transaction', 'amount') ?? '')

interface WithBody {
  readonly Body: RawJson | undefined
}

const routeConfig = (operation: string) => ({ config: { provider: 'money', operation } })

const answer = (reply: FastifyReply, { httpStatus, body }: Reply): FastifyReply => reply.code(httpStatus).send(body)

/** Requests, queries and refunds of payments. */
export function registerCollectionRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { account, autopilot, merchant } = simulation

  for (const version of ['v1', 'v2']) {
    app.post<WithBody>(`/money/merchant/${version}/payments/`, routeConfig('collect'), async (request, reply) => {
      const fault = signatureFault(request, reply, simulation)
      if (fault) return fault
      const json = request.body?.json
      const read = readCollection(isJsonObject(json) ? json : {}, simulation)
      if ('refusal' in read) return answer(reply, read.refusal)
      const { id } = read.collection
      autopilot.add(account.ask(read.collection))
      return answer(reply, promptSent(id))
    })

    app.post<WithBody>(`/money/standard/${version}/payments/refund`, routeConfig('refund'), async (request, reply) => {
      const json = request.body?.json
      return (
        signatureFault(request, reply, simulation) ??
        answer(
          reply,
          refund(textAt(isJsonObject(json) ? json : {}, 'transaction', 'airtel_money_id') ?? '', simulation),
        )
      )
    })
  }

  app.get<{ Params: { id: string } }>(
    '/money/standard/v1/payments/:id',
    routeConfig('enquire'),
    async ({ params }, reply) => {
      const payment = account.find(params.id)
      return answer(reply, payment ? enquiryReply(payment, merchant) : refuse('not_found', { httpStatus: 400 }))
    },
  )
}

/** "SUCCESS" means here that the handset shows the prompt. */
const promptSent = (id: string): Reply => ({
  httpStatus: 200,
  body: {
    data: { transaction: { id, status: 'SUCCESS' } },
    status: statusOf('in_process', { success: true, message: 'SUCCESS' }),
  },
})

function refund(moneyId: string, { account, settings }: Simulation): Reply {
  const payment = account.ledger.find('moneyId', moneyId)
  if (payment === undefined) return refuse('not_found', { httpStatus: 400 })
  if (settings.refunds === 'refused') return refuse('refused')
  if (!account.refund(payment)) return refuse('refused', { message: 'Transaction is already refunded' })
  return {
    httpStatus: 200,
    body: {
      data: { transaction: { airtel_money_id: moneyId, status: 'SUCCESS' } },
      status: statusOf('success', { success: true, message: 'SUCCESS' }),
    },
  }
}
