import { fill } from '@nyanja/domain/texts/fill'
import { data } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/category'
import { HelpCards, HelpFrame, QuestionPart } from './help-frame.tsx'
import { popularHere, questionLinks, subCategoryLinks } from './help-lists.ts'
import { helpPage, langOf } from './help-page.ts'
import { MissingPage, missingHelp } from './missing-page.tsx'
import { QuestionForm } from './question-form.tsx'

export const handle = { group: 'help', module: 'answers' }

export const headers = pageHeaders

export function loader({ url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const page = helpPage(portal, url)
  const { frame, texts, language } = page
  const category = portal.help.category(params.category, language)
  if (category === undefined) return missingHelp(portal, page, params.category)
  const subCategories = subCategoryLinks(category, page)
  // A single category is no choice.
  const [only] = subCategories.length === 1 ? category.subCategories.filter(({ goesTo }) => goesTo === undefined) : []
  const questions = only === undefined ? [] : questionLinks(only, page)
  return data(
    {
      frame,
      title: category.title,
      text: category.text,
      ...langOf(category.language, language),
      cards: only === undefined ? subCategories : [],
      questions,
      questionsHeading: fill(texts.relatedWith, { title: category.title }),
      popular: popularHere(portal.help, { category: category.id, besides: questions }, page),
    },
    { headers: publicHeaders },
  )
}

/** Stage two shows the parts of a category, or its questions where it has no parts. */
export default function Category({ loaderData }: Route.ComponentProps) {
  if ('missing' in loaderData) return <MissingPage missing={loaderData.missing} />
  const { frame, title, text, lang, cards, questions, questionsHeading, popular } = loaderData
  return (
    <HelpFrame frame={frame} title={title} description={text} lang={lang} crumbs={frame.crumbs}>
      {cards.length > 0 && (
        <section aria-label={title}>
          <HelpCards links={cards} />
        </section>
      )}
      <QuestionPart id="questions" heading={questionsHeading} links={questions} />
      <QuestionPart id="popular" heading={frame.texts.popularHere} links={popular} />
      <div className="section">
        <QuestionForm frame={frame} />
      </div>
    </HelpFrame>
  )
}
