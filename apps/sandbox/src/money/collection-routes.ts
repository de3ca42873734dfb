import type { FastifyInstance, FastifyReply } from 'fastify'
import { isJsonObject, textAt } from '../core/json.ts'
import { type Reply, refuse, statusOf } from './codes.ts'
import type { Counter } from './counter.ts'
import { signatureFault } from './guards.ts'
import type { RawJson } from './raw-json.ts'
import { readCollection } from './read-collection.ts'
import { enquiryReply } from './transaction-view.ts'

interface WithBody {
  readonly Body: RawJson | undefined
}

const named = (operation: string) => ({ config: { provider: 'money', operation } })

const answer = (reply: FastifyReply, { httpStatus, body }: Reply): FastifyReply => reply.code(httpStatus).send(body)

/** Asking for money, asking about it and giving it back. */
export function registerCollectionRoutes(app: FastifyInstance, counter: Counter): void {
  const { till, autopilot, merchant } = counter

  for (const version of ['v1', 'v2']) {
    app.post<WithBody>(`/money/merchant/${version}/payments/`, named('collect'), async (request, reply) => {
      const fault = signatureFault(request, reply, counter)
      if (fault) return fault
      const json = request.body?.json
      const read = readCollection(isJsonObject(json) ? json : {}, counter)
      if ('refusal' in read) return answer(reply, read.refusal)
      const { id } = read.collection
      autopilot.add(till.ask(read.collection))
      return answer(reply, promptSent(id))
    })

    app.post<WithBody>(`/money/standard/${version}/payments/refund`, named('refund'), async (request, reply) => {
      const json = request.body?.json
      return (
        signatureFault(request, reply, counter) ??
        answer(reply, refund(textAt(isJsonObject(json) ? json : {}, 'transaction', 'airtel_money_id') ?? '', counter))
      )
    })
  }

  app.get<{ Params: { id: string } }>(
    '/money/standard/v1/payments/:id',
    named('enquire'),
    async ({ params }, reply) => {
      const payment = till.find(params.id)
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

function refund(moneyId: string, { till, settings }: Counter): Reply {
  const payment = till.book.byMoneyId(moneyId)
  if (payment === undefined) return refuse('not_found', { httpStatus: 400 })
  if (settings.refunds === 'refused') return refuse('refused')
  if (!till.refund(payment)) return refuse('refused', { message: 'Transaction is already refunded' })
  return {
    httpStatus: 200,
    body: {
      data: { transaction: { airtel_money_id: moneyId, status: 'SUCCESS' } },
      status: statusOf('success', { success: true, message: 'SUCCESS' }),
    },
  }
}
