import { Agent, type IncomingMessage, request } from 'node:http'
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { constants, createBrotliCompress } from 'node:zlib'
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
      respond(stream, answer)
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

function respond(stream: ServerHttp2Stream, answer: IncomingMessage): void {
  if (stream.destroyed) return
  const { statusCode = 502, headers } = answer
  const passedOn = { ...without(headers, hopByHop), ':status': statusCode }
  const isToCompress = headers['content-encoding'] === undefined && isText.test(headers['content-type'] ?? '')
  stream.respond(isToCompress ? { ...passedOn, 'content-encoding': 'br' } : passedOn)
  if (isToCompress) compressInto(stream, answer)
  else answer.pipe(stream)
}

/** What has come goes on at once. */
function compressInto(stream: ServerHttp2Stream, answer: IncomingMessage): void {
  const encoder = createBrotliCompress(brotli)
  encoder.pipe(stream)
  answer.on('data', (chunk: Buffer) => {
    encoder.write(chunk)
    encoder.flush()
  })
  answer.on('end', () => encoder.end())
}
