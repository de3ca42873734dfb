import { searchHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/suggestions'
import { helpPage, questionLink, readQuestion } from './help-page.ts'

const mostSuggested = 5

/**
 * Answers a question while it is typed. `last` means that nothing more was typed, so a search without answers is
 * counted as missed.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { help, missedSearches, ...portal } = context.get(portalContext)
  const { to, language } = helpPage(portal, url)
  const question = readQuestion(url)
  const found = help.search(question, language).slice(0, mostSuggested)
  if (found.length === 0 && url.searchParams.has('last')) await missedSearches.note(question, language)
  return Response.json(
    found.map((article) => questionLink(article, to, language)),
    { headers: searchHeaders(question) },
  )
}
