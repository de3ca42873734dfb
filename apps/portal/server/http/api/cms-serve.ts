import { createHash } from 'node:crypto'
import { PortalError } from '@nyanja/server/common/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { CmsQuery } from '../../../contract/content.ts'
import type { Operation } from '../../../contract/operation.ts'
import { type Encoding, encode, encodingFor } from '../encode-body.ts'

export const languageHeader = 'lang'

/** Every package in two languages and a few encodings. */
const mostEncoded = 100

export interface CmsMarket {
  readonly opco: string
  readonly languages: { readonly unprefixed: string; readonly prefixed: string }
}

export interface CmsAsked<Input> {
  readonly input: Input
  /** By the header. */
  readonly language: string
  /** Where the request came from, as far as trusted proxies tell. */
  readonly address: string
  readonly headers: FastifyRequest['headers']
}

export interface CmsAnswer {
  /** The whole body. */
  readonly json: string
  /** How long anybody may keep it; absent: nobody keeps it. */
  readonly keptForSeconds?: number
  /** Where the same is sent to many: what changes with it, made once. */
  readonly tag?: string
}

export const tagOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** The one way to answer a call for content. Undefined: there is no such thing. */
export function serveCms<Input extends z.ZodType>(
  app: FastifyInstance,
  operation: Operation<Input>,
  market: CmsMarket,
  answer: (asked: CmsAsked<z.output<Input>>) => Promise<CmsAnswer | undefined>,
): void {
  const encodedAnswers = new LRUCache<string, Promise<Buffer>>({ max: mostEncoded })
  app.get(operation.path, { exposeHeadRoute: operation.isCounted !== true }, async (request, reply) => {
    const asked = operation.input.safeParse(request.query)
    if (!asked.success || CmsQuery.safeParse(request.query).data?.opco !== market.opco)
      throw new PortalError('invalid_request', 'Not a query of this market')
    const answered = await answer({
      input: asked.data,
      language: languageOf(request, market),
      address: request.ip,
      headers: request.headers,
    })
    if (answered === undefined) throw new PortalError('not_found', 'No such content')
    reply.header('vary', operation.takesLanguage ? `accept-encoding, ${languageHeader}` : 'accept-encoding')
    return sendAnswer({ request, reply, encodedAnswers }, answered)
  })
}

/** Whoever names a language that is not spoken here gets the first one. */
function languageOf({ headers }: FastifyRequest, { languages }: CmsMarket): string {
  const wanted = String(headers[languageHeader] ?? '').toLowerCase()
  return wanted === languages.prefixed ? languages.prefixed : languages.unprefixed
}

interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Answers that many ask for, compressed once. */
  readonly encodedAnswers: LRUCache<string, Promise<Buffer>>
}

async function sendAnswer({ request, reply, encodedAnswers }: Sending, { json, keptForSeconds, tag }: CmsAnswer) {
  const whole = Buffer.from(json)
  const encoding = encodingFor(whole, request.headers['accept-encoding'])
  reply.header('content-type', 'application/json; charset=utf-8')
  if (keptForSeconds === undefined) reply.header('cache-control', 'no-store')
  else {
    const etag = `"${tag ?? tagOf(json)}-${encoding}"`
    const staleFor = 'stale-while-revalidate=600, stale-if-error=86400'
    reply.header('etag', etag).header('cache-control', `public, max-age=${keptForSeconds}, ${staleFor}`)
    if (isHeld(etag, request.headers['if-none-match'])) return reply.status(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const isAskedByMany = keptForSeconds !== undefined && tag !== undefined
  const body = isAskedByMany ? encodeOnce(encodedAnswers, { whole, tag, encoding }) : encode(whole, encoding, 'once')
  return reply.send(await body)
}

interface Encoded {
  readonly whole: Buffer
  /** Changes with the answer. */
  readonly tag: string
  readonly encoding: Encoding
}

function encodeOnce(encodedAnswers: Sending['encodedAnswers'], { whole, tag, encoding }: Encoded): Promise<Buffer> {
  const key = `${tag} ${encoding}`
  const encoded = encodedAnswers.get(key) ?? encode(whole, encoding, 'kept')
  encodedAnswers.set(key, encoded)
  return encoded
}

// Caches on the way may weaken a tag; the texts behind it are the same.
function isHeld(etag: string, ifNoneMatch = ''): boolean {
  const held = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held.includes(etag) || held.includes('*')
}
