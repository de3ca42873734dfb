import { data } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/help-home'
import { categoryIcon } from './category-icons.ts'
import { HelpFrame } from './help-frame.tsx'
import { HelpCards, QuestionPart } from './help-links.tsx'
import { subCategoryLinks } from './help-lists.ts'
import { helpPage, langOf, questionLink } from './help-page.ts'
import { QuestionForm } from './question-form.tsx'

export const handle = { group: 'help', module: '/files/help-search.js' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const page = helpPage(portal, url)
  const { frame, to, language } = page
  const categories = portal.help
    .categories(language)
    .filter((category) => subCategoryLinks(category, page).length > 0)
    .map(({ id, title, text, icon, language: its }) => ({
      ...{ href: to.helpCategory(id), title, text, icon: categoryIcon(icon) },
      ...langOf(its, language),
    }))
  const popular = portal.help.popular(language).map((article) => questionLink(article, to, language))
  return data({ frame, categories, popular }, { headers: publicHeaders })
}

/** Stage one: what a question may be about, and what most people ask. */
export default function HelpHome({ loaderData: { frame, categories, popular } }: Route.ComponentProps) {
  const { texts } = frame
  return (
    <HelpFrame frame={frame} title={texts.title} description={texts.description} lead={texts.lead}>
      <QuestionForm frame={frame} />
      {categories.length > 0 && (
        <section className="section" aria-labelledby="topics">
          <h2 id="topics">{texts.topics}</h2>
          <HelpCards links={categories} />
        </section>
      )}
      <QuestionPart id="popular" heading={texts.popular} links={popular} />
    </HelpFrame>
  )
}
