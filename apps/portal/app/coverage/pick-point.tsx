import { data, redirect } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { hasGround, mapHeaders, pickerView } from '../map/map-view.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { Button } from '../ui/button.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/pick-point'

export const handle = { group: 'map', module: 'map' }

export const headers = pageHeaders

/** The visitor sets a pin for a place without a known name. */
export function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const to = hrefs(languagePrefixOf(url.pathname))
  if (!hasGround(portal.map)) throw redirect(to.coverage())
  const language = languageOf(url, portal.market)
  return data(
    {
      texts: portal.content.page('network-translation', language),
      coverageHref: to.coverage(),
      map: pickerView(portal, url),
    },
    { headers: { ...publicHeaders, ...mapHeaders(portal) } },
  )
}

export default function Spot({ loaderData: { texts, coverageHref, map } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.spotTitle} />
      <PageHero title={texts.spotTitle} meta={<a href={coverageHref}>{texts.backToPlace}</a>} />
      <div className="wrap">
        <p className="section">{texts.spotText}</p>
        <div className="section">
          <MapFrame map={map} withoutScript={texts.spotNone} />
        </div>
        <form className="by-script" action={coverageHref} data-picked="">
          <input type="hidden" name="at" />
          <Button>{texts.spotShow}</Button>
        </form>
      </div>
    </>
  )
}
