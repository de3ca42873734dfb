import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { securityHeaders } from '@nyanja/web/http/security-headers'
import type { InjectOptions } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { lineTypeCheck } from '../../contract/balance.ts'
import { operations } from '../../contract/operations.ts'
import { pageConfig } from '../../contract/product.ts'
import { createTestApp, testCallbackToken, testLines } from '../testing/test-app.ts'
import { testHeaders } from './api/test-caller.ts'

const test = await createTestApp()
afterAll(() => test.close())

const callback = '/api/portal-service/transaction/v1/pg-callback'

/** One of each kind of answer, with the status that shows that it is this kind. */
const requests: readonly (readonly [string, number, InjectOptions])[] = [
  ['a page', 200, { url: '/' }],
  ['a form from elsewhere', 415, { method: 'POST', url: '/', payload: {} }],
  ['a success of the API', 200, { url: `${pageConfig.path}?code=city-config`, headers: testHeaders }],
  ['a refused call', 401, { method: 'POST', url: lineTypeCheck.path, payload: { msisdn: testLines.prepaid } }],
  ['an unknown call', 404, { url: '/orp/bfe/nowhere', headers: testHeaders }],
  ['a callback without its token', 404, { method: 'POST', url: `${callback}/notify/dpo/x`, payload: 'x' }],
  ['a callback', 404, { method: 'POST', url: `${callback}/notify/dpo/${testCallbackToken}`, payload: 'x' }],
  ['a visitor who returns', 303, { url: `${callback}/status/ORP/dpo?TransID=x` }],
  ['a report', 204, { method: 'POST', url: '/csp-reports', headers: { 'content-type': 'text/plain' }, payload: '{}' }],
  ['a missing file', 404, { url: '/assets/none.js' }],
  ['another host', 307, { url: '/about', headers: { host: 'evil.example' } }],
  ['a malformed address', 404, { url: '/%ff' }],
  ['the health', 200, { url: '/healthz' }],
]

describe('an answer', () => {
  it.each(requests)('says how browsers may use it: %s', async (_, status, request) => {
    const { statusCode, headers, body } = await test.app.inject({
      ...request,
      headers: { host: 'localhost:3000', ...request.headers },
    })
    expect(statusCode, body).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining(`frame-ancestors 'none'`),
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('server')
    if (body !== '')
      expect(headers['content-type']).toMatch(/^(application\/json|text\/html$|text\/\w+; charset=utf-8)/)
  })

  it('over https tells browsers to use nothing else for two years', () => {
    expect(securityHeaders(true)['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    expect(securityHeaders(false)).not.toHaveProperty('strict-transport-security')
  })
})

describe('what is not served', () => {
  it('is any file beside the product, any list of files, and what monitoring reads', async () => {
    const beside = ['/.git/HEAD', '/.env', '/package.json', '/server/main.ts', '/assets/../package.json']
    const lists = ['/assets/', '/files/', '/assets/..%2fpackage.json', '/files/%2e%2e/%2e%2e/package.json']
    for (const url of [...beside, ...lists, '/metrics', '/readyz']) {
      const { statusCode, body } = await test.app.inject({ url, headers: { host: 'localhost:3000' } })
      // Pages of these tests answer every address that is no file.
      expect([404, 403, 200], url).toContain(statusCode)
      if (statusCode === 200) expect(body, url).toBe('a page')
      expect(body, url).not.toMatch(/nyanja-portal|"scripts"|portal_http|\bref:/)
    }
  })

  it('is a method that no route has, and TRACE repeats nothing', async () => {
    for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'] as const) {
      const headers = { host: 'localhost:3000', cookie: '__Host-proof=secret', 'x-test': 'echo' }
      const { statusCode, body } = await test.app.inject({ method, url: '/', headers })
      expect(statusCode, method).toBe(404)
      expect(body, method).not.toMatch(/secret|echo/)
    }
  })

  it('is a call that changes something, for a request that only reads', async () => {
    const posts = operations.filter(({ method }) => method === 'POST').map(({ path }) => path)
    const gets = operations.filter(({ method }) => method === 'GET').map(({ path }) => path)
    for (const url of posts.filter((path) => !gets.includes(path)))
      expect((await test.app.inject({ url, headers: testHeaders })).statusCode, url).toBe(405)
  })
})

describe('a request', () => {
  it('of two lengths, or with a line break in a header, is not read', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    const [address] = test.app.addresses()
    const port = typeof address === 'object' ? address.port : 0
    const post = 'POST /csp-reports HTTP/1.1\r\nhost: localhost:3000\r\ncontent-type: text/plain\r\n'
    for (const rest of [
      'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'content-length: 4\r\ncontent-length: 5\r\n\r\n{}{}',
      'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n',
      'x-test: a\rb\r\ncontent-length: 2\r\n\r\n{}',
    ]) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(post + rest)
      expect(await text(socket), rest).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  it('gives no value to what it does not own: a body that names a prototype', async () => {
    for (const payload of [
      '{"__proto__":{"msisdn":"991234567"}}',
      '{"constructor":{"prototype":{"msisdn":"991234567"}}}',
      `{"data":{"__proto__":{"msisdn":"${testLines.prepaid}","isAdmin":true}}}`,
    ]) {
      const headers = { ...testHeaders, 'content-type': 'application/json' }
      for (const { path } of operations.filter(({ method }) => method === 'POST'))
        expect((await test.app.inject({ method: 'POST', url: path, headers, payload })).statusCode, path).not.toBe(200)
    }
    expect({}).not.toHaveProperty('msisdn')
    expect({}).not.toHaveProperty('isAdmin')
  })
})
