import path from 'node:path'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { gatewayCatalog } from '@nyanja/server/settings/gateways'
import { readMarket } from '@nyanja/server/settings/market'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LineTypeCode } from '../../../contract/balance.ts'
import { createExamples, findExample } from '../../../contract/examples.ts'
import { commonHeaders, Failure, portalService } from '../../../contract/fields.ts'
import { operations } from '../../../contract/operations.ts'
import { paymentModes } from '../../../contract/otp.ts'
import { TransactionStatus, transactionTypes } from '../../../contract/transaction.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { openapiOf, withoutSlash } from './openapi.ts'
import { documentedCallbacks } from './openapi-callbacks.ts'

const Parameter = z.union([
  z.object({ $ref: z.string() }),
  z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean() }),
])
const Described = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(Parameter),
  requestBody: z.object({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string().min(1) })),
})
const Document = z.object({
  openapi: z.literal('3.1.0'),
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(z.string(), z.record(z.string(), Described)),
  components: z.object({
    parameters: z.record(z.string(), z.object({ name: z.string(), in: z.literal('header'), required: z.boolean() })),
    schemas: z.record(z.string(), z.unknown()),
  }),
})

const publicOrigin = 'https://portal.example'

let test: TestApp
let text: string
let document: z.infer<typeof Document>
beforeAll(async () => {
  test = await createTestApp()
  const response = await test.app.inject({ url: `${portalService}/openapi.json` })
  text = response.body
  document = Document.parse(response.json())
})
afterAll(() => test.close())

const describedCalls = () =>
  operations.flatMap(({ path, method }) => document.paths[withoutSlash(path)]?.[method.toLowerCase()] ?? [])

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

describe('the OpenAPI document', () => {
  it('lists every call of the contract and every callback, and no others', () => {
    const known = [...operations, ...documentedCallbacks].map(({ method, path }) => `${method} ${withoutSlash(path)}`)
    expect(
      described()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(known.sort())
  })

  it('lists only routes that the server serves', () => {
    for (const { method, path } of [...operations, ...documentedCallbacks])
      expect(test.app.hasRoute({ method, url: withoutSlash(path).replace(/\{(\w+)\}/g, ':$1') }), path).toBe(true)
  })

  it('names the fixed headers where they are required', () => {
    const wanted = Object.keys(commonHeaders).filter((name) => name !== 'x-api-key')
    for (const { path, isForClients, method } of operations) {
      const { parameters = [] } = document.paths[withoutSlash(path)]?.[method.toLowerCase()] ?? {}
      const named = parameters.flatMap((each) => ('$ref' in each ? [each.$ref.replace(/^.*\//, '')] : []))
      expect(named.filter((name) => wanted.includes(name))).toEqual(isForClients ? wanted : [])
    }
    expect(Object.values(document.components.parameters).filter(({ required }) => required)).toHaveLength(wanted.length)
  })

  it('resolves every reference', () => {
    const whole: unknown = JSON.parse(text)
    for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = reference
        .split('/')
        .reduce<unknown>((part, name) => z.record(z.string(), z.unknown()).parse(part)[name], whole)
      expect(found, reference).toBeDefined()
    }
  })

  it('names each operation once, and the body of each POST to the portal', () => {
    const ids = described().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { method, operation } of described()) expect(operation.requestBody !== undefined).toBe(method === 'POST')
  })

  it('documents no path that ends with a slash', () => {
    expect(Object.keys(document.paths).filter((path) => path.endsWith('/'))).toEqual([])
  })

  it('documents an example of each failure, with a listed code', () => {
    const Failing = z.object({
      content: z.object({
        'application/json': z.object({
          schema: z.object({ allOf: z.tuple([z.unknown(), z.json()]) }).or(z.object({ $ref: z.string() })),
          example: z.object({ statusCode: z.unknown() }).and(Failure),
        }),
      }),
    })
    for (const { operationId, responses } of describedCalls())
      for (const [status, response] of Object.entries(responses).filter(([each]) => each !== '200')) {
        const { schema, example } = Failing.parse(response).content['application/json']
        if ('allOf' in schema)
          expect(schema.allOf[1], `${operationId} ${status}`).toMatchObject({
            properties: { statusCode: { enum: expect.arrayContaining([example.statusCode]) } },
          })
      }
  })

  it.each([
    ['transactionType', Object.keys(transactionTypes)],
    ['paymentMode', Object.keys(paymentModes)],
    ['paymentGateway', gatewayCatalog.cardGateways],
    ['transactionStatus', TransactionStatus.options],
    ['lineType', LineTypeCode.options],
  ])('lists the codes of %s', (name, codes) => {
    const listed = [
      ...text.matchAll(new RegExp(`"${name}":\\{(?:"anyOf":\\[.*?\\],)?[^{}]*?"enum":(\\[[^\\]]*\\])`, 'g')),
    ]
    expect(listed.length).toBeGreaterThan(0)
    for (const [, list = ''] of listed) for (const code of codes) expect(list).toContain(`"${code}"`)
  })

  it("describes a bundle's fields and a payload's members", () => {
    for (const name of [
      'validityUnit',
      'linetype',
      'proccessFlag',
      'loggedInNumber',
      'refTransactionId',
      'redirectUrl',
    ])
      expect(text).toContain(`"${name}"`)
  })
})

describe.each(['mw', 'cd'] as const)('the examples of the document in market %s', (name) => {
  const market = readMarket(path.join(import.meta.dirname, '../../../markets', `${name}.json`))
  const examples = createExamples(market)
  const paths = new Map(
    Object.entries(Document.parse(openapiOf({ operations, market, publicOrigin, ...gatewayCatalog })).paths),
  )

  it.each(operations)('fit the schemas of $path', ({ method, path, input, answer }) => {
    const { request, response } = findExample(examples, path)
    expect(z.safeParse(input, request).error).toBeUndefined()
    expect(z.safeParse(answer, response).error).toBeUndefined()
    const entry = paths.get(withoutSlash(path))?.[method.toLowerCase()]
    expect(entry?.responses['200']).toMatchObject({ content: { 'application/json': { example: response } } })
    if (method === 'POST') expect(entry?.requestBody?.content['application/json']?.example).toEqual(request)
  })

  it('belong to operations of the contract alone', () => {
    expect(Object.keys(examples)).toHaveLength(operations.length)
  })

  it('use numbers, currencies and codes of the market', () => {
    const text = JSON.stringify(examples)
    const collect = (fields: string) =>
      [...text.matchAll(new RegExp(`"(?:${fields})":"([^"•]+)"`, 'g'))].map(([, value = '']) => value)
    for (const number of collect('msisdn|mobileNumber|paymentMobile|contactNumber'))
      expect(parseMsisdn(number, market.numbers)).toEqual({ outcome: 'valid', msisdn: number })
    const inUse = ['USD', market.currency, market.secondCurrency]
    expect(inUse).toEqual(expect.arrayContaining(collect('currency|currencyCode|fromCurrency|toCurrency')))
    expect(new Set(collect('opco'))).toEqual(new Set([market.opco]))
    expect(text).toContain(`"countryCode":"${market.numbers.countryCode}"`)
  })
})
