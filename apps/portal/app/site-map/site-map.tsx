import { data } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { pageListOf } from '../page-list.ts'
import { portalContext } from '../portal-context.ts'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/site-map'

export const handle = { group: 'prose' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const { market, content } = context.get(portalContext)
  const language = languageOf(url, market)
  const { title, lead } = content.page('site-map-translation', language)
  const sections = pageListOf({ market, content, language, prefix: languagePrefixOf(url.pathname) })
  return data({ title, lead, sections }, { headers: publicHeaders })
}

export default function SiteMap({ loaderData: { title, lead, sections } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={title} />
      <PageHero title={title} />
      <div className="wrap reading">
        <p className="lead">{lead}</p>
        <div className="page-lists">
          {sections.map(({ heading, links }) => (
            <section key={heading}>
              <h2>{heading}</h2>
              <ul>
                {links.map(({ href, text }) => (
                  <li key={href}>
                    <a href={href}>{text}</a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
