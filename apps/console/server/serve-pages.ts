import { Readable } from 'node:stream'
import { PortalError } from '@nyanja/domain/errors'
import type { BrowserFiles } from '@nyanja/web/http/browser-files'
import { composeForm } from '@nyanja/web/http/compose-form'
import { encode, encodingFor } from '@nyanja/web/http/encode-body'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RequestHandler, RouterContextProvider } from 'react-router'
import {
  browserFilesContext,
  bugContext,
  consoleContext,
  type Download,
  downloadContext,
  requestIdContext,
  uploadContext,
} from '../app/console-context.ts'
import type { Console } from './console.ts'

export interface ServePagesOptions {
  readonly console: Console
  readonly handle: RequestHandler
  readonly browserFiles: BrowserFiles
  /** Scheme and host of the console; the Host header is never believed. */
  readonly origin: string
  /** Receives every thrown error that is unknown. */
  readonly reportBug: (error: unknown) => void
}

const bodyLimit = 64 * 1024
/** Pages that take files answer with a text well below this limit. */
const mostUploadedBytes = 4 * 1024 ** 3

const urlEncoded = 'application/x-www-form-urlencoded'

/** All headers that a page may depend on. */
const headersOfPages = ['content-type', 'cookie', 'origin', 'accept-language']

function requestFrom(request: FastifyRequest, origin: string): Request {
  const headers: Record<string, string> = {}
  for (const name of headersOfPages) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const { body } = request
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const sent = Buffer.isBuffer(body) && method === 'POST' ? new Uint8Array(body) : undefined
  // A page that takes no files reads it as an empty form.
  if (body instanceof Readable) headers['content-type'] = urlEncoded
  // No page runs the script that would need a page's data alone, so that format has no address.
  const address = /^[^?]*[.]data(?=[?]|$)/.test(request.url) ? '/no-data' : request.url
  return new Request(origin + address, { method, headers, ...(sent && { body: sent }) })
}

async function answer(reply: FastifyReply, response: Response, acceptEncoding: string | undefined) {
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  // Every page is about customers or staff.
  if (response.headers.get('cache-control') === null) reply.header('cache-control', 'no-store')
  // A file may be larger than memory, so it is sent as it is read.
  if (response.headers.has('content-disposition')) return reply.send(response.body)
  const body = Buffer.from(await response.arrayBuffer())
  const encoding = encodingFor(body, acceptEncoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await encode(body, encoding, 'once'))
}

function sendDownload(reply: FastifyReply, { contentType, fileName, chunks }: Download): FastifyReply {
  reply.header('content-type', contentType).header('cache-control', 'no-store')
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return reply.send(Readable.from(chunks))
}

/** Forms come from pages of the console alone; cookies of staff are also SameSite=Lax. */
function refuseForeignForms(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    if (method === 'GET' || method === 'HEAD' || headers.origin === origin) return
    return reply.status(403).type('text/plain; charset=utf-8').send('Forms are sent from pages of the console only')
  })
}

/** Serves pages and their forms. */
export function servePages(app: FastifyInstance, options: ServePagesOptions): void {
  const { handle, origin, reportBug } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(urlEncoded, { parseAs: 'buffer', bodyLimit }, (_, body, done) => {
    done(null, composeForm(body))
  })
  // The body stays unread until a page that takes files has let the person in.
  app.addContentTypeParser('multipart/form-data', { bodyLimit: mostUploadedBytes }, (_, body, done) => done(null, body))
  refuseForeignForms(app, origin)

  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: async (request, reply) => {
      let failure: PortalError | undefined
      const context = new RouterContextProvider()
      context.set(consoleContext, options.console)
      context.set(browserFilesContext, options.browserFiles)
      context.set(requestIdContext, request.id)
      const { body, headers } = request
      if (body instanceof Readable)
        context.set(uploadContext, { upload: { body, contentType: headers['content-type'] ?? '' } })
      context.set(bugContext, (error) => {
        if (error instanceof PortalError && error.status > 500) failure = error
        else reportBug(error)
      })
      const response = await handle(requestFrom(request, origin), context)
      const { download } = context.get(downloadContext)
      if (download !== undefined) return sendDownload(reply, download)
      reply.status(failure !== undefined && response.status >= 500 ? failure.status : response.status)
      return answer(reply, response, request.headers['accept-encoding'])
    },
  })
}
