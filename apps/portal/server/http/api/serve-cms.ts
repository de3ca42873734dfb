import { createHash } from 'node:crypto'
import { PortalError } from '@nyanja/domain/errors'
import type { SiteLanguages } from '@nyanja/domain/texts/language'
import { type Encoding, encode, encodingFor } from '@nyanja/web/http/encode-body'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { CmsQuery } from '../../../contract/content.ts'
import type { Operation } from '../../../contract/fields.ts'

export const languageHeader = 'lang'

/** Every package in two languages and a few encodings. */
const mostEncoded = 100

export interface CmsMarket {
  readonly opco: string
  readonly languages: SiteLanguages
}

export interface CmsRequest<Input> {
  readonly input: Input
  /** The language that the header asks for. */
  readonly language: string
  /** The address that the request came from, as far as trusted proxies report it. */
  readonly clientIp: string
  readonly headers: FastifyRequest['headers']
}

export interface CmsAnswer {
  readonly json: string
  /** Caches may keep the answer this long; not at all when it is absent. */
  readonly maxAgeSeconds?: number
  /** The tag of an answer that many callers get: it changes with the answer, and is computed once. */
  readonly tag?: string
}

export const tagOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Answers every call for content; `answer` returns undefined when there is no such content. */
export function serveCms<Input extends z.ZodType>(
  app: FastifyInstance,
  operation: Operation<Input>,
  market: CmsMarket,
  answer: (request: CmsRequest<z.output<Input>>) => Promise<CmsAnswer | undefined>,
): void {
  const encodedAnswers = new LRUCache<string, Promise<Buffer>>({ max: mostEncoded })
  app.get(operation.path, { exposeHeadRoute: operation.isCounted !== true }, async (request, reply) => {
    const parsed = operation.input.safeParse(request.query)
    if (!parsed.success || CmsQuery.safeParse(request.query).data?.opco !== market.opco)
      throw new PortalError('invalid_request', 'Not a query of this market')
    const answered = await answer({
      input: parsed.data,
      language: languageOf(request, market),
      clientIp: request.ip,
      headers: request.headers,
    })
    if (answered === undefined) throw new PortalError('not_found', 'No such content')
    reply.header('vary', operation.takesLanguage ? `accept-encoding, ${languageHeader}` : 'accept-encoding')
    return sendAnswer({ request, reply, encodedAnswers }, answered)
  })
}

/** A caller that asks for an unsupported language gets the first one. */
function languageOf({ headers }: FastifyRequest, { languages }: CmsMarket): string {
  const wanted = String(headers[languageHeader] ?? '').toLowerCase()
  return languages.find(({ code }) => code.toLowerCase() === wanted)?.code ?? languages[0].code
}

interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Answers that many callers request, compressed once. */
  readonly encodedAnswers: LRUCache<string, Promise<Buffer>>
}

async function sendAnswer({ request, reply, encodedAnswers }: Sending, { json, maxAgeSeconds, tag }: CmsAnswer) {
  const whole = Buffer.from(json)
  const encoding = encodingFor(whole, request.headers['accept-encoding'])
  reply.header('content-type', 'application/json; charset=utf-8')
  if (maxAgeSeconds === undefined) reply.header('cache-control', 'no-store')
  else {
    const etag = `"${tag ?? tagOf(json)}-${encoding}"`
    const staleFor = 'stale-while-revalidate=600, stale-if-error=86400'
    reply.header('etag', etag).header('cache-control', `public, max-age=${maxAgeSeconds}, ${staleFor}`)
    if (isHeld(etag, request.headers['if-none-match'])) return reply.status(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const isAskedByMany = maxAgeSeconds !== undefined && tag !== undefined
  const body = isAskedByMany ? encodeOnce(encodedAnswers, { whole, tag, encoding }) : encode(whole, encoding, 'once')
  return reply.send(await body)
}

interface Encoded {
  readonly whole: Buffer
  /** The tag changes with the answer. */
  readonly tag: string
  readonly encoding: Encoding
}

function encodeOnce(encodedAnswers: Sending['encodedAnswers'], { whole, tag, encoding }: Encoded): Promise<Buffer> {
  const key = `${tag} ${encoding}`
  const encoded = encodedAnswers.get(key) ?? encode(whole, encoding, 'kept')
  encodedAnswers.set(key, encoded)
  return encoded
}

// Caches on the way may weaken a tag; the texts are the same.
function isHeld(etag: string, ifNoneMatch = ''): boolean {
  const held = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held.includes(etag) || held.includes('*')
}
