import { data } from 'react-router'
import { hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/page-not-found'

export const handle = { group: 'content' }

export function loader({ url, context }: Route.LoaderArgs) {
  const { market, content } = context.get(portalContext)
  const texts = content.page('errors-translation', languageOf(url, market))
  const { pageNotFoundTitle: title, pageNotFoundText: text, goHome } = texts
  return data({ title, text, goHome, homeHref: hrefs(languagePrefixOf(url.pathname)).home() }, { status: 404 })
}

export default function PageNotFound({ loaderData: { title, text, goHome, homeHref } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={title} />
      <PageHero title={title} />
      <div className="wrap reading">
        <p className="lead">{text}</p>
        <ButtonLink href={homeHref}>{goHome}</ButtonLink>
      </div>
    </>
  )
}
