import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { gatewayCatalog } from '@nyanja/server/settings/gateways'
import { readMarket } from '@nyanja/server/settings/market'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { operations } from '../../../contract/operations.ts'
import { openapiOf } from './openapi.ts'

const Media = z.object({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }) })
const Operations = z.record(
  z.string(),
  z.object({ responses: z.record(z.string(), z.looseObject({ content: Media.optional() })) }),
)
const Paths = z.record(z.string(), Operations)

const market = readMarket(path.join(import.meta.dirname, '../../../markets/mw.json'))
const document = openapiOf({ operations, market, publicOrigin: 'http://localhost', ...gatewayCatalog })
const documented = Paths.parse(document.paths)

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'document', ...document })
const validators = new Map<string, ValidateFunction>()

// A 304 has no body, and no document lists it.
const notModified = 304

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

interface Answered {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly body: string
}

/** Lists what an answer has that the document does not know; it is empty for calls that are not in the document. */
function faultsOf({ method, route, status, body }: Answered): readonly string[] {
  const listed = route.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')
  const operation = documented[listed]?.[method.toLowerCase()]
  if (operation === undefined || status === notModified) return []
  const answer = operation.responses[status]
  if (answer === undefined) return ['no such status']
  if (answer.content === undefined) return []
  const pointer = ['paths', listed, method.toLowerCase(), 'responses', `${status}`].map(escaped).join('/')
  const $ref = `document#/${pointer}/content/application~1json/schema`
  const validate = validators.get($ref) ?? ajv.compile({ $ref })
  validators.set($ref, validate)
  if (validate(JSON.parse(body))) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  )
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }

function textOf(body: unknown, encoding: unknown): string {
  if (!Buffer.isBuffer(body)) return String(body)
  const decode = decoders[String(encoding)]
  return (decode === undefined ? body : decode(body)).toString()
}

/** Validates each answer of the JSON API against the document, by the schema of its path, method and status. */
export class DocumentedAnswers {
  readonly #faults = new Set<string>()

  watch(app: FastifyInstance): void {
    app.addHook('onSend', async ({ method, routeOptions: { url: route = '' } }, reply, sent) => {
      const { statusCode: status } = reply
      const body = textOf(sent, reply.getHeader('content-encoding'))
      for (const fault of faultsOf({ method, route, status, body }))
        this.#faults.add(`${method} ${route} ${status}: ${fault}`)
    })
  }

  assertAll(): void {
    if (this.#faults.size > 0) throw new Error(`Not in the OpenAPI document:\n${[...this.#faults].join('\n')}`)
  }
}
