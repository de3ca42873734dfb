import { fill } from '@nyanja/domain/texts/fill'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { pageHeaders, privateHeaders, searchHeaders } from '../format/headers.ts'
import { type Hrefs, hrefs } from '../hrefs.ts'
import type { MapPoint } from '../map/map-config.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { hasGround, mapHeaders, mapView } from '../map/map-view.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { Button } from '../ui/button.tsx'
import { RadioChips } from '../ui/chips.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/notes.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/coverage'
import {
  type CoverageTexts,
  checkedOnText,
  describeLevels,
  listTownsWith,
  mayFindMore,
  nameOf,
  queryOf,
  readSearch,
  reportForm,
  searchPlace,
  summaryOf,
  technologyChoices,
  technologyIn,
  toPlaceAnswer,
} from './coverage-view.ts'
import { InternetHere, internetHere, PlaceAnswer } from './place-answer.tsx'
import { ReportForm, reportIn } from './report-form.tsx'

interface NearSitesProps {
  readonly title: string
  readonly none: string
  readonly sites: readonly { readonly title: string; readonly away: string }[]
}

/** Shows the map as text, around a place. */
export function NearSites({ title, none, sites }: NearSitesProps) {
  return (
    <>
      <h2>{title}</h2>
      {sites.length === 0 && <p>{none}</p>}
      <ul className="near-sites">
        {sites.map((site) => (
          <li key={site.title}>
            <span>{site.title}</span> <span className="quiet">{site.away}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface TownsProps {
  readonly title: string
  readonly none: string
  readonly towns: readonly { readonly name: string; readonly word: string; readonly href: string }[]
}

/** Shows the map as text, where no place was named. */
export function Towns({ title, none, towns }: TownsProps) {
  return (
    <>
      <h2>{title}</h2>
      {towns.length === 0 && <p>{none}</p>}
      <ul className="towns-with">
        {towns.map(({ name, word, href }) => (
          <li key={name}>
            <a href={href}>{name}</a> <span className="quiet">{word}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface CoverageFormProps {
  readonly view: {
    readonly texts: CoverageTexts
    readonly action: string
    readonly typed: string
    readonly technology: string
    readonly radios: readonly { readonly value: string; readonly label: string }[]
    /** The suggestions of the browser during typing. */
    readonly towns: readonly string[]
  }
}

/** Submits by the address, so that an answer can be cached and shared. */
export function CoverageForm({ view: { texts, action, typed, technology, radios, towns } }: CoverageFormProps) {
  return (
    <search>
      <form action={action} className="coverage-form" data-live-form="">
        <Field
          id="q"
          label={texts.placeLabel}
          type="search"
          autoComplete="off"
          placeholder={texts.placePlaceholder}
          list="towns"
          defaultValue={typed}
        />
        <datalist id="towns">
          {towns.map((town) => (
            <option value={town} key={town} />
          ))}
        </datalist>
        {radios.length > 0 && (
          <RadioChips legend={texts.technologyLegend} name="filter" options={radios} defaultValue={technology} />
        )}
        <Button>{texts.show}</Button>
      </form>
    </search>
  )
}

export const handle = { group: 'map', module: 'map' }

export const headers = pageHeaders

/** The zoom of the specification after a search, or one that shows a lake or a border where no streets are known. */
const zoomOf = ({ map }: Pick<Portal, 'map'>) => (map.tiles === undefined ? 10 : 15)

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const prefix = languagePrefixOf(url.pathname)
  const to = hrefs(prefix)
  const texts = portal.content.page('network-translation', languageOf(url, portal.market))
  const mapTexts = portal.content.page('map-translation', languageOf(url, portal.market))
  const map = portal.places.sites.map
  const technology = technologyIn(url.searchParams, map)
  const sources = { portal, map, technology, texts, to }
  const words = readSearch(url.searchParams)
  const search = await searchPlace(portal, { url, texts: mapTexts, clientIp: context.get(clientIpContext) })
  const place = search.found === 'place' ? search.place : undefined
  const isOurs = (spot: MapPoint) => portal.coverageReports.isOurs(spot)
  const done = url.searchParams.get('done')
  const network = nameOf(technology)
  const towns = place === undefined ? listTownsWith(sources) : []
  const view = {
    texts,
    action: to.coverage(),
    spotHref: spotHrefAt(portal, to),
    // The language and the choice are kept in the address that a report returns to.
    here: to.coverage({ ...queryOf(words), filter: technology }),
    typed: words.typed === '' ? (place?.label ?? '') : words.typed,
    technology,
    radios: technologyChoices(map, texts),
    towns: portal.places.towns().map(({ name }) => name),
    answer: search.found === 'place' ? toPlaceAnswer(search, sources) : undefined,
    internet: place && isOurs(place) ? internetHere(place, sources, prefix) : undefined,
    unknown: search.found === 'nothing' ? fill(texts.noMatchText, { place: search.words }) : undefined,
    asOf: checkedOnText(sources, url),
    meaning: describeLevels(sources),
    around: {
      sitesTitle: fill(texts.sitesTitle, { network }),
      townsTitle: fill(texts.townsTitle, { network }),
      noSites: fill(texts.noSites, { network }),
    },
    summary: search.found === 'no_query' ? summaryOf(towns, sources) : undefined,
    townsWith: towns,
    report: place && isOurs(place) ? reportForm(place, sources) : undefined,
    shown: place && reportNote(done, fill(texts.reportDone, { place: place.label }), texts.reportBad),
    map: mapView(portal, url, {
      sites: { href: to.coverageSites({ filter: technology }), mark: network, several: mapTexts.several },
      ...(place && { place: { label: place.label, lat: place.lat, lng: place.lng, zoom: zoomOf(portal) } }),
    }),
  }
  // A spot on the map may be where the visitor lives or is.
  const isOwn = done !== null || words.point !== undefined || mayFindMore(search)
  return data(view, { headers: { ...(isOwn ? privateHeaders : searchHeaders(words.typed)), ...mapHeaders(portal) } })
}

/** A spot is picked on a map, where one can be drawn. */
const spotHrefAt = ({ map }: Pick<Portal, 'map'>, to: Hrefs) => hasGround(map) && to.coverageSpot()

function reportNote(done: string | null, thanks: string, bad: string) {
  if (done === 'report') return { tone: 'ok' as const, text: thanks }
  return done === 'unclear' ? { tone: 'bad' as const, text: bad } : undefined
}

/** Reports to the operator that the coverage there is different. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { places, coverageReports } = context.get(portalContext)
  const report = reportIn(await request.formData())
  if (report !== undefined) {
    const near = await places.gazetteer.nearest(report)
    const names = near === undefined ? [] : [...new Set([near.town, near.district])]
    await coverageReports.report({ ...report, place: names.join(', ') }, context.get(clientIpContext))
  }
  const filter = technologyIn(url.searchParams, places.sites.map)
  const done = report === undefined ? 'unclear' : 'report'
  const href = hrefs(languagePrefixOf(url.pathname)).coverage({
    ...queryOf(readSearch(url.searchParams)),
    filter,
    done,
  })
  return redirect(`${href}#report`, { status: 303, headers: privateHeaders })
}

export default function Coverage({ loaderData: view }: Route.ComponentProps) {
  const { texts, answer, report } = view
  const outcome = answer?.label ?? (view.unknown && texts.noMatch)
  return (
    <>
      <PageTitle title={texts.title} outcome={outcome} description={texts.description} />
      <PageHero title={texts.title} meta={<p>{texts.lead}</p>} />
      <div className="wrap">
        <CoverageForm view={view} />
        {view.spotHref && (
          <p>
            <a className="link" href={view.spotHref}>
              <Icon name="pin" />
              {texts.spotLink}
            </a>
          </p>
        )}
        <div className="coverage">
          <section className="section answer" id="answer" data-live="" aria-live="polite" tabIndex={-1}>
            {answer !== undefined && <PlaceAnswer answer={answer} texts={texts} spotHref={view.spotHref} />}
            {view.internet !== undefined && <InternetHere view={view.internet} />}
            {view.unknown !== undefined && (
              <>
                <h2>{texts.noMatch}</h2>
                <p>{view.unknown}</p>
              </>
            )}
            {view.radios.length === 0 && <Note tone="wait">{texts.noData}</Note>}
            {view.summary !== undefined && (
              <>
                <p className="headline">{view.summary}</p>
                <p>{texts.meaningText}</p>
              </>
            )}
            <p className="hint">{view.asOf}</p>
          </section>
          <section className="section shown" aria-labelledby="map-title">
            <h2 className="unseen" id="map-title">
              {texts.mapTitle}
            </h2>
            <MapFrame map={view.map} />
          </section>
          <section className="section around" id="around" data-live="" tabIndex={-1}>
            {answer === undefined ? (
              <Towns title={view.around.townsTitle} none={texts.townsNone} towns={view.townsWith} />
            ) : (
              <NearSites title={view.around.sitesTitle} none={view.around.noSites} sites={answer.sites} />
            )}
            <details className="fold">
              <summary>{texts.meaningTitle}</summary>
              <p>{texts.meaningText}</p>
              <ul>
                {view.meaning.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </details>
            {report !== undefined && (
              <div id="report">
                <ReportForm form={report} here={view.here} shown={view.shown} texts={texts} />
              </div>
            )}
          </section>
        </div>
      </div>
    </>
  )
}
