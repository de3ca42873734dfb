import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ExampleMarket } from '../../../contract/example-values.ts'
import { createExamples, type Example, findExample } from '../../../contract/examples.ts'
import {
  type FailureName,
  type FailureShape,
  failures,
  failuresOfEveryBody,
  failuresOfEveryCall,
  failuresOfEveryClient,
  failuresOfEveryKey,
} from '../../../contract/failures.ts'
import {
  commonHeaders,
  endUserHeader,
  Failure,
  idempotencyKey,
  type Operation,
  portalService,
} from '../../../contract/fields.ts'
import { operations } from '../../../contract/operations.ts'
import { cardGatewayNames, gatewayNames } from '../../../contract/otp.ts'
import type { Portal } from '../../portal.ts'
import { callbackPathsFor } from './openapi-callbacks.ts'
import { languageHeader } from './serve-cms.ts'

interface OpenapiOptions {
  readonly operations: readonly Operation[]
  readonly market: ExampleMarket & { readonly brand: string }
  readonly publicOrigin: string
  readonly cardGateways: readonly string[]
  readonly gatewayNames: readonly string[]
  /** Gateways return the transaction id in these parameters. */
  readonly returnParameters: readonly string[]
}

type Json = Readonly<Record<string, unknown>>

const apiKey = 'x-api-key'

/** The OpenAPI document of the JSON API, made from the contract. */
export function openapiOf({ operations, market, publicOrigin, returnParameters, ...names }: OpenapiOptions): Json {
  const { brand, opco } = market
  const document = {
    openapi: '3.1.0',
    info: {
      title: `${brand} portal service`,
      version: '1.0.0',
      description:
        'A success has statusCode 200 and status "success"; anything else is a failure with its code in statusCode.',
    },
    servers: [{ url: publicOrigin }],
    paths: { ...pathsOf(operations, createExamples(market)), ...callbackPathsFor(returnParameters) },
    components: {
      securitySchemes: {
        client: { type: 'apiKey', in: 'header', name: apiKey },
        holder: { type: 'http', scheme: 'bearer' },
      },
      parameters: {
        ...commonParameters(opco),
        [endUserHeader]: endUserParameter,
        [idempotencyKey]: keyParameter,
        [languageHeader]: languageParameter,
      },
      schemas: { Failure: schemaOf(Failure, 'output') },
    },
  }
  return fillGateways(document, { [cardGatewayNames]: names.cardGateways, [gatewayNames]: names.gatewayNames })
}

function fillGateways(document: Json, names: Readonly<Record<string, readonly string[]>>): Json {
  return JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    Array.isArray(value) ? value.flatMap((one) => names[one] ?? [one]) : value,
  )
}

function pathsOf(operations: readonly Operation[], examples: ReturnType<typeof createExamples>): Json {
  return Object.fromEntries(
    operations.map((operation) => [
      withoutSlash(operation.path),
      { [operation.method.toLowerCase()]: described(operation, findExample(examples, operation.path)) },
    ]),
  )
}

/** The path is served with a slash at the end too, where the specification writes one. */
export const withoutSlash = (path: string): string => path.replace(/\/$/, '')

function described(operation: Operation, example: Example): Json {
  const { method, path, summary, input, isForClients, takesToken = false } = operation
  const isRead = method === 'GET'
  return {
    operationId: operationIdOf(path),
    summary,
    security: isForClients ? [{ client: [], ...(takesToken ? { holder: [] } : {}) }] : [],
    parameters: [...headersOf(operation), ...(isRead ? queryOf(input, example) : [])],
    ...(isRead ? {} : { requestBody: { required: true, content: jsonOf(schemaOf(input, 'input'), example.request) } }),
    responses: responsesOf(operation, example),
  }
}

/** Turns `…/transaction/v1/status` into `transactionV1Status`. */
function operationIdOf(path: string): string {
  const [first = '', ...words] = path
    .replace(/^.*portal-service\//, '')
    .split(/[^a-z0-9]+/i)
    .filter(Boolean)
  return first + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}

function headersOf({ isForClients, takesKey, takesLanguage = false }: Operation): Json[] {
  const names = [
    ...(isForClients ? Object.keys(commonHeaders).filter((name) => name !== apiKey) : []),
    ...(isForClients ? [endUserHeader] : []),
    ...(takesKey ? [idempotencyKey] : []),
    ...(takesLanguage ? [languageHeader] : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function commonParameters(opco: string): Json {
  const others = Object.entries({
    ...commonHeaders,
    'x-opco': { ...commonHeaders['x-opco'], value: opco, example: opco },
  })
  return Object.fromEntries(
    others
      .filter(([name]) => name !== apiKey)
      .map(([name, header]) => {
        const schema = { type: 'string', ...('value' in header ? { const: header.value } : {}) }
        return [
          name,
          { name, in: 'header', required: true, description: header.about, example: header.example, schema },
        ]
      }),
  )
}

const keyParameter = {
  name: idempotencyKey,
  in: 'header',
  required: false,
  description: 'A repeated call with the same key gets the first answer; with another body it gets 409',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
} as const

const endUserParameter = {
  name: endUserHeader,
  in: 'header',
  required: false,
  description:
    'The customer for whom the client asks, in any form that stays the same. Unknown numbers and accounts are then counted for this customer alone, and use up nothing of the client',
  schema: { type: 'string', maxLength: 100 },
} as const

const languageParameter = {
  name: languageHeader,
  in: 'header',
  required: false,
  description: 'The code of the language of the answer, in capital or small letters; without it the first one',
  schema: { type: 'string' },
} as const

const QuerySchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

function queryOf(input: z.ZodType, { request }: Example): Json[] {
  const values = new Map<string, unknown>(Object.entries(request))
  const { properties, required } = QuerySchema.parse(schemaOf(input, 'input'))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(values.has(name) && { example: values.get(name) }),
  }))
}

function responsesOf(operation: Operation, { response }: Example): Json {
  const { answer, failures: own, method, isForClients, takesKey } = operation
  const names = [
    ...own,
    ...(isForClients ? failuresOfEveryClient : []),
    ...failuresOfEveryCall,
    ...(method === 'POST' ? failuresOfEveryBody : []),
    ...(takesKey ? failuresOfEveryKey : []),
  ] satisfies FailureName[]
  const byStatus = Map.groupBy(names, (name) => failures[name].http)
  return {
    200: { description: 'Success', content: jsonOf(schemaOf(answer, 'output'), response) },
    ...Object.fromEntries(
      [...byStatus].map(([status, group]) => [
        status,
        { description: textsOf(group), content: jsonOf(failureSchema(group), failureExample(group)) },
      ]),
    ),
  }
}

function codesOf(name: FailureName): readonly [number | string, ...(number | string)[]] {
  const { code, http, otherCodes = [] }: FailureShape = failures[name]
  return [code ?? http, ...otherCodes]
}

/** Groups the failures of one HTTP status, with the codes that tell them apart. */
function failureSchema(names: readonly FailureName[]): Json {
  const $ref = '#/components/schemas/Failure'
  return { allOf: [{ $ref }, { properties: { statusCode: { enum: [...new Set(names.flatMap(codesOf))] } } }] }
}

/** Finds a failure whose message has no placeholders, where there is one. */
function failureExample(names: readonly FailureName[]): Json {
  const name = names.find((each) => !failures[each].message.includes('{')) ?? names[0]
  return name === undefined ? {} : { statusCode: codesOf(name)[0], status: 'failure', message: failures[name].message }
}

function textsOf(names: readonly FailureName[]): string {
  return [...new Set(names)].map((name) => failures[name].message).join('; ')
}

const jsonOf = (schema: Json, example: object) => ({ 'application/json': { schema, example } })

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

export const openapiPath = `${portalService}/openapi.json`

export function serveOpenapi(
  app: FastifyInstance,
  { market, publicOrigin, cardGateways, gatewayNames: names, returnParameters }: Portal,
): void {
  // The document is made when it is first asked for: it takes longer than the rest of a start.
  let document: string | undefined
  const write = () =>
    JSON.stringify(openapiOf({ operations, market, publicOrigin, cardGateways, gatewayNames: names, returnParameters }))
  app.get(openapiPath, async (_, reply) => {
    document ??= write()
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(document)
  })
}
