import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readWords } from './article-page.ts'
import type { EditorParts } from './editor-parts.ts'
import { readPackageTexts } from './package-texts.ts'
import { articlesPage, faultsNote, foundPage, overviewPage } from './pages/list-pages.ts'
import { findTexts } from './search.ts'
import { sendPage } from './send-page.ts'

const Query = z.object({ q: z.string().default('') })

/** Links to everything that a writer may want to change. */
export function addListRoutes(app: FastifyInstance, { content, saver, portalUrl, markets }: EditorParts): void {
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
