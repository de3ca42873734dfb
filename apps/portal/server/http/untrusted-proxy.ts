import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** Where a proxy of the operator stands. From elsewhere anyone may send such a header. */
const ownNetworks = new BlockList()
ownNetworks.addSubnet('127.0.0.0', 8)
ownNetworks.addSubnet('10.0.0.0', 8)
ownNetworks.addSubnet('172.16.0.0', 12)
ownNetworks.addSubnet('192.168.0.0', 16)
ownNetworks.addSubnet('169.254.0.0', 16)
ownNetworks.addAddress('::1', 'ipv6')
ownNetworks.addSubnet('fc00::', 7, 'ipv6')
ownNetworks.addSubnet('fe80::', 10, 'ipv6')

const isOwn = (address: string) => ownNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** A trusted proxy's requests have the address of the visitor. */
function isUntrustedProxy({ headers, ip, socket: { remoteAddress } }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return false
  return ip === remoteAddress && isOwn(ip)
}

export interface ReportOptions {
  readonly log: Pick<Logger, 'warn'>
  readonly publicOrigin: string
  readonly trustedProxies: readonly string[]
}

/** A proxy that is not trusted makes all its visitors one address, with one address's limits. */
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
