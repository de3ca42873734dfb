import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import type { Exchange } from './exchanges.contract.ts'

type Node = Readonly<Record<string, unknown>>

const entry = createRequire(import.meta.url).resolve('@alexasomba/paystack-node')
const description = toJsonSchema(parse(readFileSync(path.join(entry, '../../openapi.yaml'), 'utf8')))

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, validateSchema: false })
ajv.addSchema(nodeIn(description), 'paystack')

/** Validates a call and its answer against Paystack's own OpenAPI description. */
export function violationsIn({
  method,
  path: requested,
  headers,
  request,
  status,
  response,
}: Exchange): readonly string[] {
  const operation = pointerTo(method, requested)
  if (operation === undefined) return [`${method} ${requested} is not described`]
  const answer = answerTo(operation, status) ?? answerTo(operation, 'default')
  return [
    ...(/^Bearer \S+$/.test(String(headers.authorization)) ? [] : ['no bearer token']),
    ...(request === undefined ? [] : errorsOf(`${operation}/requestBody/${json}/schema`, request, 'request')),
    ...(answer === undefined ? ['such an answer is not described'] : errorsOf(answer, response, 'response')),
  ].map((texts) => `${method} ${requested} ${status}: ${texts}`)
}

const json = 'content/application~1json'

/** Without a schema there is nothing to validate. */
function errorsOf(pointer: string, value: unknown, whose: string): readonly string[] {
  if (Object.keys(nodeAt(pointer)).length === 0) return []
  const validate = ajv.getSchema(`paystack#${pointer}`) ?? ajv.compile({ $ref: `paystack#${pointer}` })
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${whose}${instancePath} ${message}`)
}

/** Prefers a literal path to one with parameters. */
function pointerTo(method: string, requested: string): string | undefined {
  const templates = Object.keys(nodeAt('/paths')).toSorted((left, right) => gapsIn(left) - gapsIn(right))
  const template = templates.find((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(requested))
  const pointer = `/paths/${escaped(template ?? '')}/${method.toLowerCase()}`
  return Object.keys(nodeAt(pointer)).length === 0 ? undefined : pointer
}

/** The schema of an answer. */
function answerTo(operation: string, status: number | 'default'): string | undefined {
  const named = `${operation}/responses/${status}`
  if (Object.keys(nodeAt(named)).length === 0) return undefined
  const { $ref: ref = `#${named}` } = nodeAt(named)
  return `${String(ref).slice(1)}/${json}/schema`
}

const gapsIn = (template: string): number => template.split('{').length - 1
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')

function nodeAt(pointer: string): Node {
  const [, ...names] = pointer.split('/').map(unescaped)
  return names.reduce((node: Node, name) => nodeIn(node[name]), nodeIn(description))
}

function nodeIn(value: unknown): Node {
  return isNode(value) ? value : {}
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** OpenAPI 3.0 has `nullable` where JSON Schema has a type. */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema)
  if (!isNode(value)) return value
  const { nullable, ...rest } = value
  const schema = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, toJsonSchema(part)]))
  if (typeof nullable !== 'boolean') return nullable === undefined ? schema : { ...schema, nullable }
  return typeof schema.type === 'string' && nullable ? { ...schema, type: [schema.type, 'null'] } : schema
}
