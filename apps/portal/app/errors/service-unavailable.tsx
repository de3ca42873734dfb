import { fill } from '@nyanja/domain/texts/fill'
import type { Language } from '@nyanja/server/settings/market'
import { data } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/service-unavailable'

export const handle = { group: 'content' }

const titles = { busy: 'serverBusy', away: 'serviceAway' } as const
const advice = { page: 'serverBusyText', form: 'sendAgainText', payment: 'paymentGoesOn' } as const

const isIn = <Name extends string>(table: Readonly<Record<Name, unknown>>, name: string | null): name is Name =>
  name !== null && Object.hasOwn(table, name)

function textsOf({ content }: Portal, language: Language, query: URLSearchParams) {
  const texts = content.page('errors-translation', language)
  const [why, step, seconds] = [query.get('why'), query.get('step'), query.get('seconds') ?? '30']
  return {
    title: texts[titles[isIn(titles, why) ? why : 'away']],
    text: fill(texts[advice[isIn(advice, step) ? step : 'page']], { seconds }),
    goHome: texts.goHome,
    tryAgain: texts.tryAgain,
  }
}

/** The notice is shown at the address of what is unavailable right now, with `seconds` in the query. */
export function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { goHome, tryAgain, ...labels } = textsOf(portal, languageOf(url, portal.market), url.searchParams)
  const home = { href: hrefs(languagePrefixOf(url.pathname)).home(), text: goHome }
  // An empty reference is the address that the visitor sees, where a form would be empty again.
  const retry = url.searchParams.get('step') === 'form' ? undefined : { href: '', text: tryAgain }
  const next = url.searchParams.has('seconds') ? retry : home
  return data({ ...labels, next }, { status: 503, headers: privateHeaders })
}

export const headers = pageHeaders

export default function ServiceUnavailable({ loaderData: { title, text, next } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={title} />
      <PageHero title={title} />
      <div className="wrap reading">
        <p className="lead">{text}</p>
        {next !== undefined && <ButtonLink href={next.href}>{next.text}</ButtonLink>}
      </div>
    </>
  )
}
