import { languagePrefixOf } from '@nyanja/domain/texts/language'
import { isOneOfSecrets } from '@nyanja/server/common/seal'
import type { RequestClass } from '@nyanja/server/metrics/metrics'
import { toClientNetwork } from '@nyanja/server/rate-limits/client-network-counts'
import type { FastifyRequest } from 'fastify'

export interface Classified {
  readonly name: RequestClass
  /** The payment, the order or the network of a client, which shares the turns of the class with others. */
  readonly party: string
}

type ClassifiedRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'ip' | 'body'>

export type Classify = (request: ClassifiedRequest) => Classified | 'always'

interface ClassifyOptions {
  /** Tells whether the portal itself has issued an id or a token; it costs no query. */
  readonly isIssued: (id: string) => boolean
  /** Finds the name of the channel that a key of the JSON API belongs to. */
  readonly findClient: (key: string) => string | undefined
  /** Providers and the BSS call addresses with these unguessable segments. */
  readonly callbackTokens: readonly string[]
}

type Kind = 'least' | 'callback' | 'payment' | 'call' | 'other'

interface Claim {
  /** The path without the prefix of a language. */
  readonly path: string
  readonly request: ClassifiedRequest
  readonly id: string | undefined
}

/** The first rule that matches an address decides what a request claims to be. */
const rules: readonly { readonly matches: RegExp; readonly kind: Kind | 'always' }[] = [
  { matches: /^\/(healthz$|assets\/|files\/)/, kind: 'always' },
  // Drawing one takes longer than a page, and it can wait.
  { matches: /^\/payment\/status\/[^/]+\/receipt[.]pdf/, kind: 'least' },
  { matches: /^\/(csp-reports|script-errors)/, kind: 'least' },
  { matches: /^\/api\/portal-service\/.*\/notify\//, kind: 'callback' },
  { matches: /^\/(payment|pay-me|remind)(\/|$|\?)/, kind: 'payment' },
  { matches: /^\/api\/portal-service\/.*\/pg-callback\//, kind: 'payment' },
  { matches: /^\/(orp\/bfe|auth|api|cms)\//, kind: 'call' },
]

const unnamed = { kind: 'other' } as const

const idForm = /[0-9A-HJKMNP-TV-Z]{26,30}/g
/** An address of the portal's own has one or two. */
const mostIds = 3
const idsInBody = ['transactionId', 'txnId', 'refId', 'otpId']

/** Reads what a call says about an earlier one. It runs before the schema: any value may be there. */
function idsIn(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null || !('data' in body)) return []
  const { data } = body
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]) => (idsInBody.includes(name) ? [value] : []))
}

/**
 * Classes are earned: a request that claims to continue a payment or an order names an id that the portal has issued,
 * and a channel or a provider shows its secret. Everything else is a new page, or the form of one.
 */
export function createClassify({ isIssued, findClient, callbackTokens }: ClassifyOptions): Classify {
  function issuedIdOf({ url, body }: ClassifiedRequest): string | undefined {
    const inAddress = (url.match(idForm) ?? []).slice(0, mostIds)
    return [...inAddress, ...idsIn(body)].find((id): id is string => typeof id === 'string' && isIssued(id))
  }

  function isOfProvider(path: string): boolean {
    const [, token = ''] = /\/notify\/[^/]+\/([^/?]+)/.exec(path) ?? []
    return isOneOfSecrets(token, callbackTokens)
  }

  const isOfChannel = ({ headers }: ClassifiedRequest) => findClient(String(headers['x-api-key'] ?? '')) !== undefined

  const nameOf: Readonly<Record<Kind, (claim: Claim) => RequestClass>> = {
    least: () => 'page',
    callback: ({ path }) => (isOfProvider(path) ? 'payment' : 'page'),
    payment: ({ id }) => (id === undefined ? 'page' : 'payment'),
    call({ request, id }) {
      if (!isOfChannel(request)) return 'page'
      return id === undefined ? 'channel' : 'payment'
    },
    other: ({ request, id }) => (id === undefined && isRead(request) ? 'page' : 'journey'),
  }

  return (request) => {
    const path = request.url.slice(languagePrefixOf(request.url).length)
    const { kind } = rules.find(({ matches }) => matches.test(path)) ?? unnamed
    if (kind === 'always') return 'always'
    const id = issuedIdOf(request)
    const name = nameOf[kind]({ path, request, id })
    return { name, party: (name === 'page' ? undefined : id) ?? toClientNetwork(request.ip) }
  }
}

const isRead = ({ method }: ClassifiedRequest) => method === 'GET' || method === 'HEAD'
