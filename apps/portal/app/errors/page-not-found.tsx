import { data } from 'react-router'
import { hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/page-not-found'

export const handle = { group: 'content' }

/** The notice is shown at the address of a page that does not exist, or that the market does not offer. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { market, content } = context.get(portalContext)
  const texts = content.page('errors-translation', languageOf(url, market))
  const [title, text] =
    url.searchParams.get('why') === 'not-offered'
      ? [texts.notOfferedTitle, texts.notOfferedText]
      : [texts.pageNotFoundTitle, texts.pageNotFoundText]
  const homeHref = hrefs(languagePrefixOf(url.pathname)).home()
  return data({ title, text, goHome: texts.goHome, homeHref }, { status: 404 })
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
