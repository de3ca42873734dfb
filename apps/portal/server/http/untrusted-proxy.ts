import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'

/** The addresses of the operator's own proxies. From elsewhere anyone may send such a header. */
const ownRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

const isOwn = (address: string) => ownRanges.includes(ipaddr.process(address).range())

/** A request from a trusted proxy already has the address of the visitor. */
function isUntrustedProxy({ headers, ip, ips = [], socket: { remoteAddress } }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return false
  // More than the nearest address is listed only behind a trusted one, whose own machine may be the visitor.
  return ips.length < 2 && ip === remoteAddress && isOwn(ip)
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
