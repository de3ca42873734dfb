import { Agent, request } from 'node:http'
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Certificate } from './certificate.ts'

export interface EdgeOptions {
  readonly address: string
  /** Where the pages come from, over plain HTTP/1.1. */
  readonly upstream: string
  readonly certificate: Certificate
}

export interface Edge {
  readonly origin: string
  close(): void
}

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade']
const isText = /text|json|javascript|svg|xml/
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !names.includes(name)))
}

/** What stands before a portal in production: TLS, HTTP/2, and brotli for whatever came uncompressed. */
export async function openEdge({ address, upstream, certificate }: EdgeOptions): Promise<Edge> {
  const agent = new Agent({ keepAlive: true })
  const server = createSecureServer({ key: certificate.key, cert: certificate.cert })
  server.on('stream', (stream, headers) => {
    const method = headers[':method'] ?? 'GET'
    const sent = { ...without(headers, hopByHop), host: new URL(upstream).host }
    const asked = request(new URL(headers[':path'] ?? '/', upstream), { method, headers: sent, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => respond(stream, answer.statusCode ?? 502, answer.headers, Buffer.concat(chunks)))
    })
    asked.on('error', () => stream.destroyed || stream.respond({ ':status': 502 }, { endStream: true }))
    stream.pipe(asked)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, address, resolve)
  })
  const bound = server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0
  return { origin: `https://${address}:${port}`, close: () => void server.close() }
}

function respond(stream: ServerHttp2Stream, status: number, answered: IncomingHttpHeaders, body: Buffer): void {
  if (stream.destroyed) return
  const headers = without(answered, hopByHop)
  const isToCompress = headers['content-encoding'] === undefined && isText.test(headers['content-type'] ?? '')
  const bytes = isToCompress && body.length > 0 ? brotliCompressSync(body, brotli) : body
  stream.respond({
    ...headers,
    ...(bytes !== body && { 'content-encoding': 'br' }),
    'content-length': bytes.length,
    ':status': status,
  })
  stream.end(bytes)
}
