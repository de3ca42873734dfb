import { redirect } from 'react-router'
import { hrefs } from '../hrefs.ts'
import { inLanguage, languagePrefixOf } from '../page-language.ts'
import type { Route } from './+types/shops-redirect'

/** Addresses of the same pages that are on paper, and in other people's links. */
export function loader({ url, params }: Route.LoaderArgs) {
  const prefix = languagePrefixOf(url.pathname)
  const to = hrefs(prefix)
  const pages = new Map([
    ['nyanja_shop', to.shops()],
    ['dealers', to.dealers()],
  ])
  const { kind } = params
  const href = kind === undefined ? to.shops() : pages.get(kind)
  return href === undefined ? redirect(inLanguage('/page-not-found', prefix)) : redirect(href, 308)
}
