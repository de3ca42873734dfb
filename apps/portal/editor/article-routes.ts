import { readCategories } from '@nyanja/server/adapters/help-files/read-article'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type ArticleWords, emptyTexts, readWords, withTexts } from './article-page.ts'
import type { Change, ContentFolder } from './content-folder.ts'
import type { EditorParts } from './editor-parts.ts'
import { type ArticleForm, articlePage } from './pages/article-page.ts'
import { sendPage } from './pages/layout.ts'
import { digestsIn, saveOrCheck, statusFor, TypedForm } from './typed-form.ts'

const Id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(80)
const Query = z.object({ saved: z.string().optional() })

const fileOf = (language: string, id: string) => `${language}/help/${id}.md`

/** Each language has its texts; the other fields of an article are in English alone. */
function textsTyped(form: TypedForm, languages: readonly string[]): Record<string, ArticleWords> {
  const { category = '', popular = '', action = '', related = '' } = form
  return Object.fromEntries(
    languages.map((language) => [
      language,
      {
        ...emptyTexts,
        question: form[`${language}:question`] ?? '',
        words: form[`${language}:words`] ?? '',
        body: form[`${language}:body`] ?? '',
        ...(language === 'en' && { category, popular, action, related }),
      },
    ]),
  )
}

const isEmpty = (words: ArticleWords) => Object.values(words).every((word) => word.trim() === '')

interface Typing {
  readonly id: string
  readonly words: Readonly<Record<string, ArticleWords>>
  readonly digests: Readonly<Record<string, string>>
}

/** A language without text gets no file. */
async function changesOf(content: ContentFolder, { id, words, digests }: Typing): Promise<Change[]> {
  const written = Object.entries(words).filter(([language, own]) => !isEmpty(own) || (digests[language] ?? '') !== '')
  return Promise.all(
    written.map(async ([language, own]) => {
      const file = fileOf(language, id)
      const { text } = await content.read(file)
      return { file, text: withTexts(text, own), digest: digests[language] ?? '' }
    }),
  )
}

async function categoriesIn(content: ContentFolder): Promise<Record<string, string>> {
  const file = 'en/help/categories.yaml'
  const { categories } = readCategories(file, (await content.read(file)).text, {})
  const open = categories.flatMap(({ title, subCategories }) =>
    subCategories.filter(({ goesTo }) => goesTo === undefined).map((sub) => [sub.id, `${title}: ${sub.title}`]),
  )
  return Object.fromEntries(open)
}

export function addArticleRoutes(app: FastifyInstance, parts: EditorParts): void {
  const { content, portalUrl } = parts

  async function emptyForm(): Promise<ArticleForm> {
    const languages = await content.languages()
    return { languages, words: {}, digests: {}, categories: await categoriesIn(content), portalUrl }
  }

  async function formOf(id: string): Promise<ArticleForm | undefined> {
    const form = await emptyForm()
    const read = await Promise.all(
      form.languages.map(async (language) => [language, await content.read(fileOf(language, id))] as const),
    )
    if (read[0]?.[1].text === '') return undefined
    const words = read.map(([language, { text }]) => [language, text === '' ? emptyTexts : readWords(text)] as const)
    const digests = Object.fromEntries(read.map(([language, { digest }]) => [language, digest]))
    const known = words.flatMap(([language, own]) => (own === undefined ? [] : [[language, own]]))
    // A form without these fields would empty a file whose fields cannot be read.
    const languages = form.languages.filter((language) => known.some(([one]) => one === language))
    const unreadable = form.languages.filter((language) => !languages.includes(language))
    return { ...form, id, languages, unreadable, words: Object.fromEntries(known), digests }
  }

  app.get('/new-article', async (_, reply) =>
    sendPage(reply, { title: 'A new answer', body: articlePage(await emptyForm()), portalUrl }),
  )

  app.post('/new-article', async ({ body }, reply) => {
    const typed = TypedForm.parse(body)
    const form = await emptyForm()
    const words = textsTyped(typed, form.languages)
    const id = Id.safeParse(typed.id)
    const answer = id.success
      ? await saveOrCheck(parts, typed, await changesOf(content, { id: id.data, words, digests: {} }))
      : ({ outcome: 'faulty', faults: ['The name of the file has small letters, digits and dashes only'] } as const)
    if (answer.outcome === 'saved') return reply.redirect(`/articles/${id.data}?saved=1`, 303)
    const page = articlePage({ ...form, words, typedId: typed.id ?? '', answer })
    return sendPage(reply, { title: 'A new answer', body: page, portalUrl, status: statusFor(answer) })
  })

  app.get('/articles/:id', async ({ params, query }, reply) => {
    const parsed = z.object({ id: Id }).safeParse(params)
    const form = parsed.success ? await formOf(parsed.data.id) : undefined
    if (form === undefined) return reply.callNotFound()
    const answer = Query.parse(query).saved === undefined ? {} : ({ answer: { outcome: 'saved', notes: [] } } as const)
    return sendPage(reply, { title: titleOf(form), body: articlePage({ ...form, ...answer }), portalUrl })
  })

  app.post('/articles/:id', async ({ params, body }, reply) => {
    const parsed = z.object({ id: Id }).safeParse(params)
    const form = parsed.success ? await formOf(parsed.data.id) : undefined
    if (form?.id === undefined) return reply.callNotFound()
    const typed = TypedForm.parse(body)
    const [words, digests] = [textsTyped(typed, form.languages), digestsIn(typed)]
    const answer = await saveOrCheck(parts, typed, await changesOf(content, { id: form.id, words, digests }))
    if (answer.outcome === 'saved') return reply.redirect(`/articles/${form.id}?saved=1`, 303)
    const page = articlePage({ ...form, words, digests, answer })
    return sendPage(reply, { title: titleOf(form), body: page, portalUrl, status: statusFor(answer) })
  })
}

const titleOf = ({ id = '', words }: ArticleForm) => words.en?.question || id
