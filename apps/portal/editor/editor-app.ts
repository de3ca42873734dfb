import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readWords } from './article-page.ts'
import { addArticleRoutes } from './article-routes.ts'
import type { EditorParts } from './editor-parts.ts'
import { addFileRoutes } from './file-routes.ts'
import { html } from './html.ts'
import { readPackageTexts } from './package-texts.ts'
import { sendPage, styleHash } from './pages/layout.ts'
import { articlesPage, faultsNote, foundPage, overviewPage } from './pages/list-pages.ts'
import { findTexts } from './search.ts'
import { addTextRoutes } from './text-routes.ts'

const policy = [
  "default-src 'none'",
  `style-src ${styleHash}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Serves the editing page. It has no visitors, and answers only a browser on this machine that has it open. */
export function createEditorApp(parts: EditorParts): FastifyInstance {
  const app = fastify({ bodyLimit: 4 * 1024 * 1024 })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // Refuses a foreign name that resolves to this machine, and forms from other pages.
    const isOurs = parts.hosts.includes(request.headers.host ?? '')
    const isSafe = request.method === 'GET' || request.headers.origin === `http://${request.headers.host}`
    if (!isOurs || !isSafe)
      return reply
        .code(403)
        .type('text/plain')
        .send(`This page can be used on this machine only, at http://${parts.hosts[0]}`)
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) =>
      Object.fromEntries([...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])),
  )
  app.setNotFoundHandler((_, reply) => {
    const body = html`<p>There is no such text, answer or file.</p>`
    return sendPage(reply, { title: 'Not found', body, portalUrl: parts.portalUrl, status: 404 })
  })
  app.setErrorHandler((error, _, reply) => {
    const shown = error instanceof Error ? error.message : String(error)
    const body = html`<p class="note bad" role="alert">${shown}. Nothing was saved.</p>`
    return sendPage(reply, { title: 'That did not work', body, portalUrl: parts.portalUrl, status: 500 })
  })
  addListRoutes(app, parts)
  addTextRoutes(app, parts)
  addFileRoutes(app, parts)
  addArticleRoutes(app, parts)
  return app
}

const Query = z.object({ q: z.string().default('') })

/** Links to everything that a writer may want to change. */
function addListRoutes(app: FastifyInstance, { content, saver, portalUrl, markets }: EditorParts): void {
  app.get('/', async (_, reply) => {
    const names = (await content.names('json')).sort()
    const packages = await Promise.all(names.map((name) => readPackageTexts(content, name)))
    const body = overviewPage({ packages, faults: await saver.faults() })
    return sendPage(reply, { title: 'All texts', body, portalUrl })
  })

  app.get('/mistakes', async (_, reply) =>
    sendPage(reply, { title: 'Mistakes', body: faultsNote(await saver.faults()), portalUrl }),
  )

  app.get('/find', async ({ query }, reply) => {
    const { q } = Query.parse(query)
    return sendPage(reply, { title: 'Find words', body: foundPage(q, await findTexts(content, q, markets)), portalUrl })
  })

  app.get('/articles', async (_, reply) => {
    const ids = (await content.names('md')).sort()
    const articles = await Promise.all(
      ids.map(async (id) => {
        const words = readWords((await content.read(`en/help/${id}.md`)).text)
        return { id, question: words?.question || id, category: words?.category || '–' }
      }),
    )
    const sorted = articles.sort((one, other) => one.category.localeCompare(other.category))
    return sendPage(reply, { title: 'Help articles', body: articlesPage(sorted), portalUrl })
  })
}
