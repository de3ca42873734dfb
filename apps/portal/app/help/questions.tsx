import { fill } from '@nyanja/domain/texts/fill'
import { data, redirect } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/questions'
import { HelpCards, HelpFrame, HelpLinks, QuestionPart } from './help-frame.tsx'
import { popularHere, questionLinks, subCategoryLinks } from './help-lists.ts'
import { helpPage, langOf, screenHref } from './help-page.ts'
import { MissingPage, missingHelp } from './missing-page.tsx'
import { QuestionForm } from './question-form.tsx'

export const handle = { group: 'help', module: 'answers' }

export const headers = pageHeaders

export function loader({ url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const page = helpPage(portal, url)
  const { frame, texts, to, language } = page
  const category = portal.help.category(params.category, language)
  const sub = category?.subCategories.find(({ id }) => id === params.sub)
  if (category === undefined || sub === undefined) return missingHelp(portal, page, `${params.category} ${params.sub}`)
  const elsewhere = sub.goesTo && screenHref(sub.goesTo, page)
  if (elsewhere !== undefined) return redirect(elsewhere, { headers: publicHeaders })
  const questions = questionLinks(sub, page)
  const ownHref = to.helpQuestions(category.id, sub.id)
  const above = { href: to.helpCategory(category.id), title: category.title, ...langOf(category.language, language) }
  return data(
    {
      frame,
      title: sub.title,
      text: sub.text,
      ...langOf(sub.language, language),
      crumbs: [...frame.crumbs, above],
      questions,
      related: subCategoryLinks(category, page).filter(({ href }) => href !== ownHref),
      relatedHeading: fill(texts.relatedWith, { title: category.title }),
      popular: popularHere(portal.help, { category: category.id, besides: questions }, page),
    },
    { headers: publicHeaders },
  )
}

/** Stage three shows the questions of one part. */
export default function Questions({ loaderData }: Route.ComponentProps) {
  if ('missing' in loaderData) return <MissingPage missing={loaderData.missing} />
  const { frame, title, text, lang, crumbs, questions, related, relatedHeading, popular } = loaderData
  const { texts } = frame
  return (
    <HelpFrame frame={frame} title={title} description={text} lang={lang} crumbs={crumbs}>
      {questions.length === 0 ? (
        <>
          <h2>{texts.nothingHeading}</h2>
          <p>{texts.nothingText}</p>
        </>
      ) : (
        <section aria-label={title}>
          <HelpLinks links={questions} />
        </section>
      )}
      {related.length > 0 && (
        <section className="section" aria-labelledby="related">
          <h2 id="related">{relatedHeading}</h2>
          <HelpCards links={related} />
        </section>
      )}
      <QuestionPart id="popular" heading={texts.popularHere} links={popular} />
      <div className="section">
        <QuestionForm frame={frame} />
      </div>
    </HelpFrame>
  )
}
