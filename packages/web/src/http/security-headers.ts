import type { FastifyInstance } from 'fastify'

/** Headers of every answer. A document replaces the content security policy by its own, where it is made. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    // `no-referrer` would make browsers send `Origin: null` with form posts.
    'referrer-policy': 'same-origin',
    'content-security-policy': `frame-ancestors 'none'`,
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
