import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'

/** Headers of every answer. The content security policy belongs to each document and is set where it is made. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    // `no-referrer` would make browsers send `Origin: null` with form posts.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
    'reporting-endpoints': 'csp="/csp-reports"',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(headers)
  })
}

/** For a request as proxies get it, `GET http://host/about`: the address names the host in place of the header. */
export function pathOf(request: IncomingMessage): string {
  const { url = '/' } = request
  if (!/^https?:\/\//i.test(url)) return url
  const [, host = '', path = ''] = /^[^:]+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  request.headers.host = host
  return path.startsWith('/') ? path : `/${path}`
}

/** Paths that providers and monitors call under any host name. */
const askedByMachines = /^\/(healthz|api|orp|auth|cms|csp-reports|script-errors|assets|files)\b/

/** A page asked for under another host is redirected to the public one: form posts from another origin are refused. */
export function redirectToPublicOrigin(app: FastifyInstance, publicOrigin: string): void {
  const { host } = new URL(publicOrigin)
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.host === host || askedByMachines.test(request.url)) return
    if (!request.url.startsWith('/')) return reply.status(400).send()
    return reply.redirect(publicOrigin + request.url, 307)
  })
}

/** Where the operator's own proxies are. From elsewhere anyone may send such a header. */
const ownRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

const isOwn = (address: string) => ownRanges.includes(ipaddr.process(address).range())

/** A request from a trusted proxy already has the address of the visitor. */
function isUntrustedProxy({ headers, ip, socket: { remoteAddress } }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return false
  return ip === remoteAddress && isOwn(ip)
}

interface ReportOptions {
  readonly log: Pick<Logger, 'warn'>
  readonly publicOrigin: string
  readonly trustedProxies: readonly string[]
}

/** A proxy that is not trusted makes all its visitors one address, with the limits of one. */
export function reportUntrustedProxy(app: FastifyInstance, options: ReportOptions): void {
  const { log, publicOrigin, trustedProxies } = options
  // The portal itself speaks plain http.
  if (publicOrigin.startsWith('https:') && trustedProxies.length === 0)
    log.warn('TRUSTED_PROXIES names no proxy, and PUBLIC_ORIGIN is https: all visitors count as one address')
  let isReported = false
  app.addHook('onRequest', async (request) => {
    if (isReported || !isUntrustedProxy(request)) return
    isReported = true
    log.warn({ proxy: request.ip }, 'a proxy that TRUSTED_PROXIES does not name: its visitors count as one address')
  })
}
