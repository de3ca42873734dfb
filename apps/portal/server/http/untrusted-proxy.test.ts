import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { reportUntrustedProxy } from './untrusted-proxy.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

function open(trustedProxies: string[] = [], publicOrigin = 'http://localhost:3000') {
  const reported: unknown[] = []
  const app = Fastify({ trustProxy: trustedProxies.length > 0 ? trustedProxies : false })
  closers.push(() => app.close())
  const log = { warn: (line: unknown) => reported.push(line) }
  reportUntrustedProxy(app, { log, publicOrigin, trustedProxies })
  app.get('/', async () => 'a page')
  const ask = (remoteAddress: string, headers: Record<string, string> = { 'x-forwarded-for': '41.70.1.1' }) =>
    app.inject({ method: 'GET', url: '/', remoteAddress, headers })
  return { reported, ask }
}

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.1.1', 'fd00::1'])(
  'reports a proxy at %s that is not trusted, once',
  async (address) => {
    const { reported, ask } = open()
    await ask(address)
    await ask(address)
    expect(reported).toEqual([{ proxy: address }])
  },
)

it('reports a proxy that forwards by the header Forwarded', async () => {
  const { reported, ask } = open()
  await ask('127.0.0.1', { forwarded: 'for=41.70.1.1' })
  expect(reported).toEqual([{ proxy: '127.0.0.1' }])
})

it('reports nothing about a trusted proxy that forwards a request of its own machine', async () => {
  const { reported, ask } = open(['127.0.0.1'])
  await ask('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })
  expect(reported).toEqual([])
})

it('reports nothing about a trusted proxy, visitors, and callers that forward nothing', async () => {
  const { reported, ask } = open(['127.0.0.1'])
  await ask('127.0.0.1')
  await ask('41.70.1.9')
  await ask('10.0.0.1', {})
  expect(reported).toEqual([])
})

it('reports at the start that an origin behind https has no trusted proxy', () => {
  expect(open([], 'https://portal.example').reported).toEqual([expect.stringContaining('TRUSTED_PROXIES')])
  expect(open(['10.0.0.1'], 'https://portal.example').reported).toEqual([])
})
