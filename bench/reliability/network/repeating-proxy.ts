import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The headers of one connection alone (RFC 9110, section 7.6.1), or computed again. */
const ofConnection = ['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']

/** A proxy before the portal. While `repeats`, it sends each POST twice, as one does that has lost an answer. */
export async function openRepeatingProxy(origin: () => string) {
  let repeats = false
  let posts = 0
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.writeHead(502).end())
  })

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const headers = Object.entries(request.headersDistinct)
      .filter(([name]) => !ofConnection.includes(name))
      .flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
    const body = method === 'POST' ? await buffer(request) : undefined
    const ask = () => fetch(origin() + url, { method, headers, redirect: 'manual', ...(body && { body }) })
    const answer = method === 'POST' && repeats ? await askTwice(ask) : await ask()
    const kept = [...answer.headers].filter(([name]) => !ofConnection.includes(name) && name !== 'content-encoding')
    response.writeHead(answer.status, Object.fromEntries(kept)).end(await answer.bytes())
  }

  /** The two requests are by turns one after the other, and both at once. The client gets the second answer. */
  async function askTwice(ask: () => Promise<Response>): Promise<Response> {
    const first = ask()
    if (posts++ % 2 === 0) await (await first).bytes()
    const second = await ask()
    await first.then((answer) => (answer.bodyUsed ? undefined : answer.bytes()))
    return second
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    repeat(isOn: boolean) {
      repeats = isOn
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
