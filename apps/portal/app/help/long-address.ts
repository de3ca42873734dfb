import { data, redirect } from 'react-router'
import { hrefs } from '../hrefs.ts'
import { languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/long-address'

/** An article under its categories: it may move, so its own address is the short one. */
export function loader({ url, params, context }: Route.LoaderArgs) {
  const { help, market } = context.get(portalContext)
  if (help.article(params.id, languageOf(url, market)) === undefined) throw data('Not found', { status: 404 })
  return redirect(hrefs(languagePrefixOf(url.pathname)).helpArticle(params.id), 308)
}
