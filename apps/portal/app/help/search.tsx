import { fill } from '@nyanja/domain/texts/fill'
import { data, redirect } from 'react-router'
import { pageHeaders, searchHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import { Empty } from '../ui/notes.tsx'
import type { Route } from './+types/search'
import { HelpCards, HelpFrame, HelpLinks } from './help-frame.tsx'
import { categoryIcon } from './help-lists.ts'
import { helpPage, langOf, questionLink, readQuestion } from './help-page.ts'
import { QuestionForm } from './question-form.tsx'

export const handle = { group: 'help', module: 'answers' }

export const headers = pageHeaders

const mostShown = 20

export async function loader({ url, context }: Route.LoaderArgs) {
  const { help, missedSearches, ...portal } = context.get(portalContext)
  const { frame, to, texts, language } = helpPage(portal, url)
  const question = readQuestion(url)
  if (question === '') return redirect(to.help())
  const titles = new Map(help.categories(language).map(({ id, title }) => [id, title]))
  const found = help.search(question, language).slice(0, mostShown)
  if (found.length === 0) await missedSearches.note(question, language)
  const categories = help.categories(language).map(({ id, title, icon, language: its }) => ({
    ...{ href: to.helpCategory(id), title, icon: categoryIcon(icon) },
    ...langOf(its, language),
  }))
  return data(
    {
      frame,
      question,
      heading: fill(texts.found, { words: question }),
      found: found.map((article) => ({
        ...questionLink(article, to, language),
        text: titles.get(article.category) ?? '',
      })),
      categories: found.length === 0 ? categories : [],
    },
    { headers: searchHeaders(question) },
  )
}

export default function Search({ loaderData: { frame, question, heading, found, categories } }: Route.ComponentProps) {
  const { texts } = frame
  return (
    <HelpFrame frame={frame} title={texts.searchTitle} crumbs={frame.crumbs}>
      <meta name="robots" content="noindex" />
      <QuestionForm frame={frame} typed={question} />
      <section className="section" aria-labelledby="found">
        <h2 id="found">{heading}</h2>
        {found.length === 0 ? (
          <>
            <Empty heading={texts.noMatchHeading} text={texts.noMatchText} />
            <HelpCards links={categories} />
          </>
        ) : (
          <HelpLinks links={found} />
        )}
      </section>
    </HelpFrame>
  )
}
