import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { constantsIn, type EditorParts } from './editor-parts.ts'
import { changesOf, type PackageTexts, readPackageTexts } from './package-texts.ts'
import { sendPage } from './pages/layout.ts'
import { packagePage, type TextForm, textForm } from './pages/text-pages.ts'
import { labelOf } from './text-hints.ts'
import { digestsIn, saveOrCheck, statusFor, TypedForm } from './typed-form.ts'

const Params = z.object({ name: z.string() })
const Query = z.object({ key: z.string().optional(), saved: z.string().optional() })

export function addTextRoutes(app: FastifyInstance, parts: EditorParts): void {
  const { content, portalUrl } = parts
  const constants = constantsIn(parts)

  async function textsOf(params: unknown): Promise<PackageTexts | undefined> {
    const { name } = Params.parse(params)
    return (await content.names('json')).includes(name) ? readPackageTexts(content, name) : undefined
  }
  const keysIn = ({ texts }: PackageTexts, query: unknown) => {
    const { key } = Query.parse(query)
    return texts.map((text) => text.key).filter((one) => key === undefined || one === key)
  }
  const digestsOf = ({ files }: PackageTexts) =>
    Object.fromEntries(Object.entries(files).map(([language, { digest }]) => [language, digest]))
  const titleOf = ({ name }: PackageTexts, keys: readonly string[]) =>
    keys.length === 1 ? `${name}: ${labelOf(keys[0] ?? '')}` : name

  app.get('/texts/:name', async ({ params }, reply) => {
    const texts = await textsOf(params)
    if (texts === undefined) return reply.callNotFound()
    return sendPage(reply, { title: texts.name, body: packagePage(texts), portalUrl })
  })

  app.get('/texts/:name/edit', async ({ params, query }, reply) => {
    const texts = await textsOf(params)
    const keys = texts === undefined ? [] : keysIn(texts, query)
    if (texts === undefined || keys.length === 0) return reply.callNotFound()
    const { saved } = Query.parse(query)
    const form: TextForm = {
      texts,
      keys,
      typed: new Map(),
      digests: digestsOf(texts),
      constants,
      ...(saved !== undefined && { answer: { outcome: 'saved', notes: [] } }),
    }
    return sendPage(reply, { title: titleOf(texts, keys), body: textForm(form), portalUrl })
  })

  app.post('/texts/:name/edit', async ({ params, query, body }, reply) => {
    const texts = await textsOf(params)
    const keys = texts === undefined ? [] : keysIn(texts, query)
    if (texts === undefined || keys.length === 0) return reply.callNotFound()
    const form = TypedForm.parse(body)
    const typed = new Map(Object.entries(form))
    const digests = digestsIn(form)
    const changes = changesOf(texts, typed).map((change) => ({
      ...change,
      digest: digests[change.file.slice(0, 2)] ?? '',
    }))
    const answer = await saveOrCheck(parts, form, changes)
    if (answer.outcome === 'saved') {
      const { key } = Query.parse(query)
      return reply.redirect(
        `/texts/${texts.name}/edit?${new URLSearchParams({ ...(key && { key }), saved: '1' })}`,
        303,
      )
    }
    const shownForm = { texts, keys, typed, digests, constants, answer }
    return sendPage(reply, {
      title: titleOf(texts, keys),
      body: textForm(shownForm),
      portalUrl,
      status: statusFor(answer),
    })
  })
}
