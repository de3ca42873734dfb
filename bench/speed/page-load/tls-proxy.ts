import { execFileSync, spawn } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { constants, createBrotliCompress } from 'node:zlib'

interface EdgeOptions {
  readonly address: string
  /** The origin of the pages, over plain HTTP/1.1. */
  readonly upstream: string
  readonly certificate: Certificate
}

interface Edge {
  readonly origin: string
  close(): void
}

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade']
const isText = /text|json|javascript|svg|xml/
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !names.includes(name)))
}

/** The proxy of a portal in production: TLS, HTTP/2, and brotli for answers that arrive uncompressed. */
export async function openTlsProxy({ address, upstream, certificate }: EdgeOptions): Promise<Edge> {
  const agent = new Agent({ keepAlive: true })
  const server = createSecureServer({ key: certificate.key, cert: certificate.cert })
  server.on('stream', (stream, headers) => {
    const method = headers[':method'] ?? 'GET'
    const sent = { ...without(headers, hopByHop), host: new URL(upstream).host }
    const forwarded = request(
      new URL(headers[':path'] ?? '/', upstream),
      { method, headers: sent, agent },
      (answer) => {
        respond(stream, answer)
      },
    )
    forwarded.on('error', () => stream.destroyed || stream.respond({ ':status': 502 }, { endStream: true }))
    stream.pipe(forwarded)
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

/** Data is forwarded as it arrives. */
function compressInto(stream: ServerHttp2Stream, answer: IncomingMessage): void {
  const encoder = createBrotliCompress(brotli)
  encoder.pipe(stream)
  answer.on('data', (chunk: Buffer) => {
    encoder.write(chunk)
    encoder.flush()
  })
  answer.on('end', () => encoder.end())
}

interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
  /** The hash by which a browser can be configured to trust it. */
  readonly publicKeyHash: string
}

export function makeCertificate(folder: string): Certificate {
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const kind = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=bench',
  ]
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
  const cert = readFileSync(certFile)
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return { key: readFileSync(keyFile), cert, publicKeyHash: createHash('sha256').update(publicKey).digest('base64') }
}

export interface Link {
  readonly rttMs: number
  readonly downKbit: number
  readonly upKbit: number
}

interface SlowLink {
  /** The near end: servers on this address are reached from the other end at the link's pace. */
  readonly address: string
  /** Writes a command that starts `program` at the other end, and returns its path. */
  startAtOtherEnd(program: string, folder: string): string
  close(): void
}

/** It needs root: only root may make a network namespace. */
export async function openSlowLink({ rttMs, downKbit, upKbit }: Link): Promise<SlowLink> {
  // The name contains the process, so that two benches on one machine have a link each.
  const address = `10.77.${process.pid % 250}.1`
  const script = path.join(import.meta.dirname, 'slow-link.py')
  const helper = spawn('python3', [script, address, ...[rttMs, downKbit, upKbit].map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const namespace = await new Promise<string>((resolve, reject) => {
    createInterface(helper.stdout).once('line', (line) => resolve(line.replace('ready ', '')))
    helper.once('error', reject)
    helper.once('exit', () =>
      reject(new Error('The slow link could not be made: it needs root, python3 and /dev/net/tun')),
    )
  })
  return {
    address,
    startAtOtherEnd(program, folder) {
      const command = path.join(folder, 'at-other-end')
      writeFileSync(command, `#!/bin/sh\nexec ip netns exec ${namespace} ${program} "$@"\n`)
      chmodSync(command, 0o755)
      return command
    },
    close: () => helper.stdin.end(),
  }
}
