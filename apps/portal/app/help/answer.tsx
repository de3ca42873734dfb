import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders, soonStaleHeaders } from '../format/headers.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { type LinkedData, RichText, StructuredData } from '../ui/markup.tsx'
import type { Route } from './+types/answer'
import { HelpFrame, QuestionPart } from './help-frame.tsx'
import { actionOf, type HelpLink, helpPage, langOf, questionLink } from './help-page.ts'
import { MissingPage, missingHelp } from './missing-page.tsx'
import { Vote } from './vote.tsx'
import { voteStep, votesCookie, votesOn, voteView } from './vote-step.ts'

/** The HTML is clean, and its links stay in the visitor's language. */
export function withPrefix(html: string, prefix: LanguagePrefix): string {
  return html.replaceAll(/ href="\/(?!files\/)/g, ` href="${prefix}/`)
}

const tags = /<[^>]*>/g
const longestDescription = 155

/** Returns the beginning of an answer, where only one line is shown. */
export function beginningOf(html: string): string {
  const text = html
    .replaceAll(tags, ' ')
    .replaceAll(/&(?:#39|quot|amp|lt|gt|nbsp);/g, (entity) => entities[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim()
  if (text.length <= longestDescription) return text
  return `${text.slice(0, longestDescription).replace(/\s\S*$/, '')} …`
}

const entities: Readonly<Record<string, string>> = {
  '&#39;': "'",
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
}

export interface AnswerTexts {
  readonly publicOrigin: string
  readonly question: string
  readonly html: string
  /** The trail from the first page of help to the one above the answer. */
  readonly crumbs: readonly HelpLink[]
}

/** What search engines may show of an answer: the question, its answer, and its categories. */
export function answerData({ publicOrigin, question, html, crumbs }: AnswerTexts): LinkedData {
  const text = html.replaceAll(/ href="\//g, ` href="${publicOrigin}/`)
  return {
    '@graph': [
      {
        '@type': 'FAQPage',
        mainEntity: [{ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text } }],
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(({ href, title }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: title,
          item: publicOrigin + href,
        })),
      },
    ],
  }
}

export const handle = { group: 'answer' }

export const headers = pageHeaders

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const page = helpPage(portal, url)
  const { frame, prefix, texts, to, language } = page
  const article = portal.help.article(params.id, language)
  if (article === undefined) return missingHelp(portal, page, params.id)
  const category = portal.help.category(article.category, language)
  const sub = category?.subCategories.find(({ id }) => id === article.subCategory)
  const votes = await portal.helpVotes.of(article.id)
  const mark = (await votesOn(portal, request)).get(article.id)
  const html = withPrefix(article.html, prefix)
  const crumbs = [
    ...frame.crumbs,
    ...(category
      ? [{ href: to.helpCategory(category.id), title: category.title, ...langOf(category.language, language) }]
      : []),
    ...(category && sub
      ? [{ href: to.helpQuestions(category.id, sub.id), title: sub.title, ...langOf(sub.language, language) }]
      : []),
  ]
  return data(
    {
      frame,
      question: article.question,
      description: beginningOf(article.html),
      html,
      ...langOf(article.language, language),
      crumbs,
      linkedData: answerData({ publicOrigin: portal.publicOrigin, question: article.question, html, crumbs }),
      action: actionOf(article.action, page, texts),
      related: article.related.map((link) => questionLink(link, to, language)),
      vote: voteView(votes, mark, texts),
    },
    { headers: mark === undefined ? { ...soonStaleHeaders, vary: 'cookie' } : privateHeaders },
  )
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const { language, to } = helpPage(portal, url)
  if (portal.help.article(params.id, language) === undefined) throw data('Not found', { status: 404 })
  const vote = readField(await request.formData(), 'vote')
  const pressed = { article: params.id, language, clientIp: context.get(clientIpContext), vote }
  const { outcome, marks } = await voteStep(portal, await votesOn(portal, request), pressed)
  if (outcome === 'too_many') return data({ isTooMany: true }, { status: 429, headers: privateHeaders })
  const headers = new Headers(privateHeaders)
  if (outcome === 'counted') headers.append('set-cookie', await votesCookie(portal, marks))
  return redirect(`${to.helpArticle(params.id)}#vote`, { status: 303, headers })
}

/** Stage four shows the answer, what to do with it, and whether it helped. */
export default function Answer({ loaderData, actionData }: Route.ComponentProps) {
  if ('missing' in loaderData) return <MissingPage missing={loaderData.missing} />
  const { frame, question, description, html, lang, crumbs, linkedData, action: next, related, vote } = loaderData
  const { texts } = frame
  return (
    <HelpFrame
      frame={frame}
      title={question}
      description={description}
      lang={lang}
      crumbs={crumbs}
      aside={<QuestionPart id="related" heading={texts.related} links={related} />}
    >
      <StructuredData data={linkedData} />
      <article>
        {lang !== undefined && <p className="hint">{texts.otherLanguage}</p>}
        <div className="answer" lang={lang}>
          <RichText html={html} />
        </div>
        {next !== undefined && (
          <p className="section">
            <ButtonLink href={next.href}>{next.text}</ButtonLink>
          </p>
        )}
      </article>
      <Vote texts={texts} vote={vote} isTooMany={actionData?.isTooMany ?? false} />
    </HelpFrame>
  )
}
