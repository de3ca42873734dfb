import { once } from 'node:events'
import { createServer, request } from 'node:http'

export interface Eavesdropper {
  readonly origin: string
  close(): Promise<void>
}

/** Stands between the portal and its providers and hears every credential that the portal is given or gives. */
export async function eavesdrop(target: string, heard: (credential: string) => void): Promise<Eavesdropper> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    for (const name of ['authorization', 'apikey', 'x-api-key'])
      for (const credential of [headers[name] ?? []].flat()) heard(credential.replace(/^\w+ /, ''))
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    // What the provider does to its connection happens to ours.
    forwarded.once('error', () => outgoing.destroy())
    outgoing.once('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
