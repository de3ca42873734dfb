import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { clientIpContext } from '../../../app/portal-context.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { PageCache } from './page-cache.ts'
import { createDrawPage, type RequestHandler, servePages } from './serve-pages.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const drawWith = ({ portal }: TestApp, handle: RequestHandler) =>
  createDrawPage({
    portal,
    handle,
    weigh: () => ({ page: 0, islands: 0 }),
    browserFiles: { module: () => '', island: () => [] },
    reportBug: () => {},
  })

/** Pages that show the address at which they see the visitor, behind one trusted proxy. */
async function open() {
  const test = await createTestApp()
  const app = Fastify({ trustProxy: ['10.0.0.1'] })
  closers.push(test.close, () => app.close())
  servePages(app, {
    draw: drawWith(test, async (_, context) => new Response(context.get(clientIpContext))),
    portal: test.portal,
    publicOrigin: 'http://localhost:3000',
    cache: new PageCache(() => '1', test.portal.now),
    pageViews: { countView: () => {} },
  })
  return async (remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    return (await app.inject({ method: 'GET', url: '/', remoteAddress, headers })).body
  }
}

it("takes a visitor's address from a trusted proxy, and from no other", async () => {
  const addressSeen = await open()
  expect(await addressSeen('10.0.0.1', '41.70.1.1')).toBe('41.70.1.1')
  expect(await addressSeen('10.0.0.1', '1.2.3.4, 41.70.1.1')).toBe('41.70.1.1')
  expect(await addressSeen('41.70.1.9', '41.70.1.1')).toBe('41.70.1.9')
})

it('renders a page again for a visitor with a cookie of the portal, and never shares it', async () => {
  const test = await createTestApp()
  const app = Fastify()
  closers.push(test.close, () => app.close())
  servePages(app, {
    draw: drawWith(
      test,
      async (request) =>
        new Response(request.headers.get('cookie') ?? 'everybody’s', {
          headers: { 'cache-control': 'public, max-age=60', vary: 'cookie' },
        }),
    ),
    portal: test.portal,
    publicOrigin: 'http://localhost:3000',
    cache: new PageCache(() => '1', test.portal.now),
    pageViews: { countView: () => {} },
  })
  const get = (cookie?: string) =>
    app.inject({ method: 'GET', url: '/', headers: cookie === undefined ? {} : { cookie } })

  expect((await get('__Host-numbers=mine')).body).toBe('__Host-numbers=mine')
  const shared = await get()
  expect(shared.body).toBe('everybody’s')
  // Browsers and caches on the way also keep them apart.
  expect(shared.headers.vary).toBe('accept-encoding, cookie')
  expect((await get('other=1; __Host-numbers=mine')).body).toBe('other=1; __Host-numbers=mine')
  expect((await get('of-another-site=1')).body).toBe('everybody’s')
})

it.each([
  ['Mozilla/5.0', '/bill?order=1#owed'],
  ['ELinks/0.13.2 (textmode; Linux)', '/bill?order=1&checked=s#owed'],
  ['Links (2.28; Linux)', '/bill?order=1&checked=s#owed'],
  ['Dillo/3.0.5', '/bill?order=1&checked=s#owed'],
])('leads %s from a form to a page that it has not shown: %s', async (agent, leadsTo) => {
  const test = await createTestApp()
  const app = Fastify()
  closers.push(test.close, () => app.close())
  servePages(app, {
    draw: async () => new Response(null, { status: 303, headers: { location: '/bill?order=1#owed' } }),
    portal: { market: test.portal.market, now: () => 28 },
    publicOrigin: 'http://localhost:3000',
    cache: new PageCache(() => '1', test.portal.now),
    pageViews: { countView: () => {} },
  })
  const answer = await app.inject({ method: 'POST', url: '/bill', headers: { 'user-agent': agent } })
  expect(answer.headers.location).toBe(leadsTo)
})

it('gives a page the cookie of a language that was chosen, where no cache may keep both', async () => {
  const test = await createTestApp()
  const app = Fastify()
  closers.push(test.close, () => app.close())
  servePages(app, {
    draw: async () => new Response('page', { headers: { 'cache-control': 'public, max-age=60' } }),
    portal: test.portal,
    publicOrigin: 'http://localhost:3000',
    cache: new PageCache(() => '1', test.portal.now),
    pageViews: { countView: () => {} },
  })
  const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({ method: 'GET', url, headers })

  const chosen = await get('/sw/about', { referer: 'http://localhost:3000/about' })
  expect(chosen.headers['set-cookie']).toEqual([expect.stringMatching(/^language=sw; /)])
  expect(chosen.headers['cache-control']).toBe('no-store')
  const shared = await get('/sw/about')
  expect(shared.headers).not.toHaveProperty('set-cookie')
  expect(shared.headers['cache-control']).toBe('public, max-age=60')

  const home = await get('/', { cookie: 'language=sw' })
  expect(home.statusCode).toBe(302)
  expect(home.headers).toMatchObject({ location: '/sw', 'cache-control': 'no-store', vary: 'cookie' })
})

it('takes a file on the page for several numbers alone, in any language, and no large one', async () => {
  const test = await createTestApp()
  const app = Fastify()
  closers.push(test.close, () => app.close())
  servePages(app, {
    draw: drawWith(test, async (request) => {
      const list = (await request.formData()).get('list')
      return new Response(list instanceof Blob ? await list.text() : 'no file')
    }),
    portal: test.portal,
    publicOrigin: 'http://localhost:3000',
    cache: new PageCache(() => '1', test.portal.now),
    pageViews: { countView: () => {} },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const post = (url: string, content = '0991234567,500') => {
    const payload = `--b\r\ncontent-disposition: form-data; name="list"; filename="a.csv"\r\n\r\n${content}\r\n--b--\r\n`
    return app.inject({ method: 'POST', url, headers, payload })
  }
  for (const url of ['/prepaid-recharge/several', '/sw/prepaid-recharge/several?order=1'])
    expect((await post(url)).body).toBe('0991234567,500')
  for (const url of [
    '/prepaid-recharge',
    '/contact-us',
    '/prepaid-recharge/several/more',
    '/?x=/prepaid-recharge/several',
  ])
    expect((await post(url)).statusCode, url).toBe(415)
  expect((await post('/prepaid-recharge/several', 'x'.repeat(70_000))).statusCode).toBe(413)
})
