import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fixedHeaders } from '../../contract/fixed-headers.ts'
import { portalService } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { documentedCallbacks } from './openapi-callbacks.ts'

const Parameter = z.union([
  z.object({ $ref: z.string() }),
  z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean() }),
])
const Described = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(Parameter),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().min(1) })),
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

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

describe('the OpenAPI document', () => {
  it('has every call of the contract and every callback, and no others', () => {
    const known = [...operations, ...documentedCallbacks].map(({ method, path }) => `${method} ${path}`)
    expect(
      described()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(known.sort())
  })

  it('has only routes that the server serves', () => {
    for (const { method, path } of [...operations, ...documentedCallbacks])
      expect(test.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }), path).toBe(true)
  })

  it('names the fixed headers where they are asked for', () => {
    const wanted = Object.keys(fixedHeaders).filter((name) => name !== 'x-api-key')
    for (const { path, isForClients, method } of operations) {
      const { parameters = [] } = document.paths[path]?.[method.toLowerCase()] ?? {}
      const named = parameters.flatMap((each) => ('$ref' in each ? [each.$ref.replace(/^.*\//, '')] : []))
      expect(named.filter((name) => wanted.includes(name))).toEqual(isForClients ? wanted : [])
    }
    expect(Object.values(document.components.parameters).filter(({ required }) => required)).toHaveLength(wanted.length)
  })

  it('has an entry behind every reference', () => {
    const whole: unknown = JSON.parse(text)
    for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = reference
        .split('/')
        .reduce<unknown>((part, name) => z.record(z.string(), z.unknown()).parse(part)[name], whole)
      expect(found, reference).toBeDefined()
    }
  })

  it('names each operation once, and the body of each POST to us', () => {
    const ids = described().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { method, operation } of described()) expect(operation.requestBody !== undefined).toBe(method === 'POST')
  })

  it("says a bundle's fields and a payload's members", () => {
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
