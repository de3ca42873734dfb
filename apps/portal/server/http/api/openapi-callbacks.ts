import { leadCallbackPath } from '@nyanja/server/leads/lead-callbacks'

/** Gateways send visitors and callbacks, and the BSS its events, to these paths: no envelope, no fixed headers. */
const returned = '/api/portal-service/transaction/v1/pg-callback/status/ORP/{gateway}'
const notified = '/api/portal-service/transaction/v1/pg-callback/notify/{gateway}/{token}'
const leadChanged = `${leadCallbackPath}/{token}`

export const documentedCallbacks = [
  { method: 'GET', path: returned },
  { method: 'POST', path: returned },
  { method: 'POST', path: notified },
  { method: 'POST', path: leadChanged },
] as const

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const
const inQuery = (name: string, description: string) =>
  ({ name, in: 'query', required: false, description, schema: { type: 'string' } }) as const

const describeReturn = (names: readonly string[]) => ({
  security: [],
  parameters: [
    inPath('gateway'),
    inQuery(
      'txref',
      `The transaction id. Gateways also send it as ${names.filter((name) => name !== 'txref').join(', ')}`,
    ),
    inQuery('PnrID', 'The transaction id'),
    inQuery('status', 'CANCELLED when the visitor turned back'),
    inQuery('channel', 'Handed on to the status page'),
    inQuery('pg', 'Handed on to the status page'),
  ],
  responses: {
    303: { description: 'To /payment/status?id={transactionId}' },
    503: { description: 'Not available right now' },
  },
})

/** The gateways use their own formats, so these are described by hand. */
export const callbackPathsFor = (returnParameters: readonly string[]) => ({
  [returned]: {
    get: {
      operationId: 'returnFromGateway',
      summary: 'Where a gateway sends the visitor back to; leads on to the status page',
      ...describeReturn(returnParameters),
    },
    post: {
      operationId: 'returnFromGatewayByForm',
      summary: 'The same, for gateways that post the visitor back',
      ...describeReturn(returnParameters),
      requestBody: {
        description: 'The same names as in the query, which goes before them',
        content: { 'application/x-www-form-urlencoded': { schema: {} } },
      },
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
        413: { description: 'Too large' },
        503: { description: 'Not available right now: call again' },
      },
    },
  },
  [leadChanged]: {
    post: {
      operationId: 'hearFromBss',
      summary: "An event of the BSS's hub (TMF699): a hint to ask it for a lead",
      security: [],
      parameters: [inPath('token')],
      requestBody: { description: 'An event of TM Forum v4', content: { 'application/json': { schema: {} } } },
      responses: {
        204: { description: 'Received, whether or not we know the lead' },
        400: { description: 'Unreadable' },
        404: { description: 'No such token, or the portal asks by itself' },
        413: { description: 'Too large' },
        503: { description: 'Not available right now: call again' },
      },
    },
  },
})
