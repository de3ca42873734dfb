import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isJsonObject } from '../core/json.ts'
import { cancelToken } from './cancel-token.ts'
import { createToken } from './create-token.ts'
import type { Desk } from './desk.ts'
import { Fields } from './fields.ts'
import { refundToken, verifyRefund } from './refund-token.ts'
import { type Answer, refusals } from './results.ts'
import { verifyToken } from './verify-token.ts'
import { readXml, writeXml } from './xml.ts'

type Operation = (request: Fields, desk: Desk) => Answer

const operations: ReadonlyMap<string, Operation> = new Map([
  ['createToken', createToken],
  ['verifyToken', verifyToken],
  ['cancelToken', cancelToken],
  ['refundToken', refundToken],
  ['verifyRefund', verifyRefund],
])

const bodyLimit = 65_536

/** The XML API: whatever is wrong, the HTTP status is 200 and the result code stands inside. */
export function registerApiRoutes(app: FastifyInstance, desk: Desk): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, readXml(String(body))),
  )
  for (const version of ['v6', 'v7']) {
    app.post(
      `/dpo/API/${version}/`,
      { config: { provider: 'dpo', operation: operationIn } },
      async ({ body }, reply) => {
        const answer = isJsonObject(body) ? answerTo(new Fields(body), desk) : refusals.badXml
        return reply.type('application/xml; charset=utf-8').send(writeXml(inOrder(answer)))
      },
    )
  }
}

function answerTo(request: Fields, desk: Desk): Answer {
  if (!request.has('CompanyToken')) return refusals.companyTokenMissing
  if (request.text('CompanyToken').toUpperCase() !== desk.companyToken) return refusals.companyTokenUnknown
  const operation = operations.get(request.text('Request'))
  return operation ? operation(request, desk) : refusals.requestUnknown
}

/** By its own name the panel can strike one operation of the one address. */
function operationIn({ body }: FastifyRequest): string {
  return isJsonObject(body) ? new Fields(body).text('Request') : ''
}

const inOrder = ({ Result, ResultExplanation, ...fields }: Answer): Record<string, string> => ({
  Result,
  ResultExplanation,
  ...fields,
})
