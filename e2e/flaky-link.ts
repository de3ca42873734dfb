import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ports } from './addresses.ts'

/**
 * Requests meet one of these faults: `request` never arrives, `answer` arrives at the portal and its answer is lost,
 * `captive` is answered by a foreign page in place of the portal's, `login` is sent there by a redirect.
 */
export type LinkFault = 'request' | 'answer' | 'captive' | 'login'

/** A link between visitors and the portal, at its public address over TLS, as in an installation. */
export interface FlakyLink {
  /** Breaks it until the link is mended: for every request, or for forms and what scripts post. */
  break(fault: LinkFault, what?: keyof typeof kinds): void
  mend(): void
  /** Requests that the portal answered and whose answers were lost, since the link was last mended. */
  lost(): number
  /** Requests that met the fault, since then. */
  met(): number
  close(): Promise<void>
}

const isPost = ({ method }: IncomingMessage) => method === 'POST'

const kinds = {
  all: () => true,
  posts: isPost,
  forms: (incoming: IncomingMessage) => isPost(incoming) && incoming.headers['sec-fetch-mode'] === 'navigate',
} as const

const foreignPage = '<!doctype html><title>Lakeside Wi-Fi</title><h1>Welcome to Lakeside Wi-Fi</h1><p>Sign in to go on.'

/** Makes a certificate for this run alone; browsers are told to accept it. */
async function makeCertificate(): Promise<{ readonly key: Buffer; readonly cert: Buffer }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nyanja-certificate-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert])
  const made = { key: await readFile(key), cert: await readFile(cert) }
  await rm(folder, { recursive: true })
  return made
}

export async function openFlakyLink(): Promise<FlakyLink> {
  let broken: { readonly fault: LinkFault; readonly isAbout: (incoming: IncomingMessage) => boolean } | undefined
  let lost = 0
  let met = 0

  function forward(incoming: IncomingMessage, answer: ServerResponse, isLost: boolean): void {
    const { method, url, headers } = incoming
    const outgoing = request({ port: ports.portal, host: '127.0.0.1', method, path: url, headers }, (reply) => {
      if (isLost) {
        reply.resume().on('end', () => {
          lost += 1
          incoming.socket.destroy()
        })
        return
      }
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
      reply.pipe(answer)
    })
    // The portal ends connections when it is stopped.
    outgoing.on('error', () => incoming.socket.destroy())
    incoming.pipe(outgoing)
  }

  const foreign = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(foreignPage))
  await new Promise<void>((listening) => foreign.listen(0, '127.0.0.1', listening))
  const address = foreign.address()
  const foreignPort = typeof address === 'object' ? address?.port : undefined

  const link = createSecureServer(await makeCertificate(), (incoming, answer) => {
    const fault = broken?.isAbout(incoming) ? broken.fault : undefined
    if (fault !== undefined) met += 1
    if (fault === 'request') incoming.socket.destroy()
    else if (fault === 'captive') answer.setHeader('content-type', 'text/html').end(foreignPage)
    else if (fault === 'login') answer.writeHead(302, { location: `http://127.0.0.1:${foreignPort}/` }).end()
    else forward(incoming, answer, fault === 'answer')
  })
  await new Promise<void>((listening) => link.listen(ports.secure, listening))

  return {
    break(fault, what = 'all') {
      broken = { fault, isAbout: kinds[what] }
    },
    mend() {
      broken = undefined
      lost = 0
      met = 0
    },
    lost: () => lost,
    met: () => met,
    async close() {
      for (const server of [link, foreign]) {
        server.closeAllConnections()
        await new Promise((closed) => server.close(closed))
      }
    },
  }
}
