import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { fileByHand, isByHand } from './content-folder.ts'
import type { EditorParts } from './editor-parts.ts'
import { filePage } from './pages/file-page.ts'
import { sendPage } from './pages/layout.ts'
import { digestsIn, saveOrCheck, statusFor, TypedForm } from './typed-form.ts'

const Params = z.object({ '*': z.string() })
const Query = z.object({ saved: z.string().optional() })

/** Files that are edited whole, in all languages at once. */
export function addFileRoutes(app: FastifyInstance, parts: EditorParts): void {
  const { content, portalUrl } = parts

  app.get('/files/*', async ({ params, query }, reply) => {
    const { '*': name } = Params.parse(params)
    if (!(await isByHand(content, name))) return reply.callNotFound()
    const read = (await content.languages()).map(
      async (language) => [language, await content.read(fileByHand(language, name))] as const,
    )
    const answer = Query.parse(query).saved === undefined ? {} : ({ answer: { outcome: 'saved', notes: [] } } as const)
    const body = filePage({ name, files: Object.fromEntries(await Promise.all(read)), ...answer })
    return sendPage(reply, { title: name, body, portalUrl })
  })

  app.post('/files/*', async ({ params, body }, reply) => {
    const { '*': name } = Params.parse(params)
    if (!(await isByHand(content, name))) return reply.callNotFound()
    const form = TypedForm.parse(body)
    const digests = digestsIn(form)
    const files = Object.fromEntries(
      (await content.languages()).map((language) => [
        language,
        { text: form[language] ?? '', digest: digests[language] ?? '' },
      ]),
    )
    // A language without such a file gets none from an empty box.
    const changes = Object.entries(files)
      .filter(([, { text, digest }]) => text.trim() !== '' || digest !== '')
      .map(([language, { text, digest }]) => ({
        file: fileByHand(language, name),
        text: `${text.trimEnd()}\n`,
        digest,
      }))
    const answer = await saveOrCheck(parts, form, changes)
    if (answer.outcome === 'saved') return reply.redirect(`/files/${name}?saved=1`, 303)
    const page = filePage({ name, files, answer })
    return sendPage(reply, { title: name, body: page, portalUrl, status: statusFor(answer) })
  })
}
