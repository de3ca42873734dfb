import { redirect } from 'react-router'
import { hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/article-redirect'

/**
 * An article under its categories: it may move, so its own address is the short one, and an unknown one gets a message.
 */
export function loader({ url, params, context }: Route.LoaderArgs) {
  const { help, market } = context.get(portalContext)
  const isThere = help.article(params.id, languageOf(url, market)) !== undefined
  return redirect(hrefs(languagePrefixOf(url.pathname)).helpArticle(params.id), isThere ? 308 : 302)
}
