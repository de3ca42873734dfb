import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { connectionLimits, createConnections } from '@nyanja/web/http/connections'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { Admission, admitRequests } from './admission.ts'
import { createNotices } from './pages/notices.ts'

const portOf = (address: AddressInfo | string | null) =>
  address !== null && typeof address === 'object' ? address.port : 0

async function listen(limits: Partial<Record<keyof typeof connectionLimits, number>>): Promise<number> {
  const connections = createConnections({ ...connectionLimits, ...limits })
  const server = connections.createServer((request, response) => {
    request.resume().once('end', () => response.end('served'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    connections.closeAll()
  })
  return portOf(server.address())
}

function send(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

describe('a connection', () => {
  it('is answered and closed when its headers never end', async () => {
    const port = await listen({ headersMs: 50, requestMs: 100, checkEveryMs: 20 })
    expect(await text(send(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n'))).toContain('HTTP/1.1 408')
  })

  it('is answered and closed when its body never ends', async () => {
    const port = await listen({ headersMs: 50, requestMs: 100, checkEveryMs: 20 })
    const request = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nmsisdn='
    expect(await text(send(port, request))).toContain('HTTP/1.1 408')
  })

  it('is closed when its client sends nothing at all', async () => {
    const port = await listen({ headersMs: 50, requestMs: 100, checkEveryMs: 20 })
    expect(await text(send(port, ''))).toContain('HTTP/1.1 408')
  })

  it('that is idle makes room for the next visitor', async () => {
    const port = await listen({ mostConnections: 1 })
    const kept = send(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(kept, 'data')
    const closed = once(kept, 'close')
    await once(send(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'), 'close')
    await closed
    const next = send(port, 'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    expect(await text(next)).toContain('served')
  })
})

/** Opens pages with no work, admitted as the portal's are. */
async function openPages(): Promise<number> {
  const connections = createConnections()
  const app = Fastify({ serverFactory: connections.createServer })
  const notices = createNotices({
    render: async () => new Response('busy'),
    versionOf: () => '1',
    languages: [{ code: 'en' }],
  })
  const classify = () => ({ name: 'page', party: 'a client' }) as const
  admitRequests(app, { admission: new Admission({ now: () => 0 }), classify, notices, refused: () => {} })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, body, done) => {
    done(null, body)
  })
  app.route({ method: ['GET', 'POST'], url: '/about', handler: async () => 'a page' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    connections.closeAll()
    await app.close()
  })
  return portOf(app.server.address())
}

describe('a thousand slow clients', () => {
  it('serves visitors while slow clients hold connections', async () => {
    const port = await openPages()
    const half = 'POST /about HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n'
    const form = `${half}content-type: application/x-www-form-urlencoded\r\n\r\nmsisdn=`
    const slow = Array.from({ length: 1000 }, (_, at) => send(port, at % 2 === 0 ? half : form))
    await Promise.all(slow.map((socket) => once(socket, 'connect')))
    const visitors = Array.from({ length: 50 }, () =>
      text(send(port, 'GET /about HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')),
    )
    for (const answer of await Promise.all(visitors)) expect(answer).toContain('HTTP/1.1 200')
  })
})

describe('an address that names the host', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
    await test.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => test.close())

  it.each([
    ['GET http://localhost:3000/healthz HTTP/1.1', 'HTTP/1.1 200'],
    ['GET http://other.example/about HTTP/1.1', 'location: http://localhost:3000/about'],
    ['GET http://other.example HTTP/1.1', 'location: http://localhost:3000/'],
    ['GET http://other.example?a=1 HTTP/1.1', 'location: http://localhost:3000/?a=1'],
  ])('is served as its path by the rule of hosts: %s', async (line, expected) => {
    const request = `${line}\r\nhost: elsewhere\r\nconnection: close\r\n\r\n`
    expect(await text(send(portOf(test.app.server.address()), request))).toContain(expected)
  })
})
