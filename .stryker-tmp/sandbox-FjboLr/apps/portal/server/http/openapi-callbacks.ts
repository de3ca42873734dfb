/** Where gateways send visitors and messages: no envelope, no fixed headers. */
// @ts-nocheck

const returned = '/api/portal-service/transaction/v1/pg-callback/status/ORP/{gateway}'
const notified = '/api/portal-service/transaction/v1/pg-callback/notify/{gateway}/{token}'

export const documentedCallbacks = [
  { method: 'GET', path: returned },
  { method: 'POST', path: notified },
] as const

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const
const inQuery = (name: string, description: string) =>
  ({ name, in: 'query', required: false, description, schema: { type: 'string' } }) as const

/** The gateways speak their own formats, so these are described by hand. */
export const callbackPaths = {
  [returned]: {
    get: {
      operationId: 'returnFromGateway',
      summary: 'Where a gateway sends the visitor back to; leads on to the status page',
      security: [],
      parameters: [
        inPath('gateway'),
        inQuery(
          'txref',
          'The transaction id. Gateways also send it as PnrID, CompanyRef, reference, trxref, refNo, tx_ref',
        ),
        inQuery('PnrID', 'The transaction id'),
        inQuery('status', 'CANCELLED when the visitor turned back'),
        inQuery('channel', 'Handed on to the status page'),
        inQuery('pg', 'Handed on to the status page'),
      ],
      responses: { 303: { description: 'To /payment/status?id={transactionId}' } },
    },
  },
  [notified]: {
    post: {
      operationId: 'hearFromGateway',
      summary: "A gateway's own message about a payment: a hint to ask it for the outcome",
      security: [],
      parameters: [inPath('gateway'), inPath('token')],
      requestBody: { description: "In the gateway's own format", content: { '*/*': { schema: {} } } },
      responses: {
        200: { description: 'What the gateway takes for received' },
        400: { description: 'Unreadable' },
        401: { description: 'Wrong signature' },
        404: { description: 'No such gateway, token or payment' },
      },
    },
  },
} as const
