import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let port: number
beforeEach(async () => {
  test = await createTestApp()
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(test.app.server.address())
})
afterEach(() => test.close())

const portOf = (address: AddressInfo | string | null) =>
  address !== null && typeof address === 'object' ? address.port : 0

/** Has sent half of a form, and sends nothing more. */
async function openSlowClient(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const received = once(test.app.server, 'request')
  socket.write('POST /prepaid-recharge HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n')
  socket.write('content-type: application/x-www-form-urlencoded\r\n\r\nmsisdn=')
  await received
  return socket
}

/** A pause that ends when the test decides. */
function createPauses() {
  const begun: PromiseWithResolvers<void>[] = []
  const pause = (_: number, signal: AbortSignal) => {
    const end = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => end.resolve())
    begun.push(end)
    return end.promise
  }
  return { pause, end: (index: number) => begun[index]?.resolve() }
}

describe('a process that receives a stop signal', () => {
  it('serves while it drains, and closes each connection with its answer', async () => {
    const { pause, end } = createPauses()
    const closing = test.drain.close(test.app, test.connections, { drainMs: 10, pause })
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('connection')).toBe('close')
    end(0)
    await closing
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  })

  it('keeps connections open before that', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(answer.headers.get('connection')).toBe('keep-alive')
  })

  it('ends although a client never finishes what it sends', async () => {
    const slow = await openSlowClient()
    const cut = once(slow, 'close')
    const { pause, end } = createPauses()
    const closing = test.drain.close(test.app, test.connections, { drainMs: 0, pause })
    end(0)
    await closing
    await cut
  })

  it('ends without waiting for the deadline when no request is in progress', async () => {
    const idle = await fetch(`http://127.0.0.1:${port}/healthz`)
    await idle.text()
    const { pause } = createPauses()
    await test.drain.close(test.app, test.connections, { drainMs: 0, pause })
  })
})
