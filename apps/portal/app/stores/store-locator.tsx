import type { Point } from '@nyanja/domain/places/map-cell'
import { data } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { pageHeaders, privateHeaders, searchHeaders, soonStaleHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { mapHeaders, mapView } from '../map/map-view.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { bugContext, portalContext } from '../portal-context.ts'
import { Button, ButtonRoom } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/store-locator'
import type { StoreTexts } from './shop-view.ts'
import { queryOf, readPlace, readPosition, readStoreQuery, type StoreQuery } from './store-query.ts'
import { Choices, StoreResult } from './store-result.tsx'
import {
  type Choice,
  headingOf,
  kindChoices,
  pinsOf,
  radiusChoices,
  resultAround,
  resultFor,
  type StoreLabels,
  type StoreResult as StoreResultView,
  type StoreService,
} from './store-view.ts'

export interface StoreSearchProps {
  readonly texts: StoreTexts
  readonly action: string
  readonly label: string
  readonly typed: string
  readonly names: readonly string[]
  /** Radius and kind stay as they are. */
  readonly kept: Readonly<Record<string, string | undefined>>
  readonly kinds: readonly Choice[]
  /** There are none before a position is known. */
  readonly radii: readonly Choice[]
  /** The visitor's position, after permission. */
  readonly here?: Point
}

export function StoreSearch(props: StoreSearchProps) {
  const { texts, action, label, typed, names, kept, here } = props
  return (
    <div className="choice">
      <search>
        <form action={action} className="search">
          <Field id="place" label={label} hint={texts.cityPincode} type="search" list="names" defaultValue={typed} />
          <datalist id="names">
            {names.map((name) => (
              <option value={name} key={name} />
            ))}
          </datalist>
          <Kept values={kept} />
          <Button>{texts.search}</Button>
        </form>
      </search>
      <form action={action} method="post" className="here" data-busy={texts.locating}>
        <input type="hidden" name="lat" defaultValue={here?.latitude} />
        <input type="hidden" name="lng" defaultValue={here?.longitude} />
        <p className="row by-script">
          <span className="quiet" data-room={texts.or} />
          <ButtonRoom icon="here" text={texts.useCurrentLocation} data-locate="" />
        </p>
        <StoreSearchForm {...props} />
      </form>
    </div>
  )
}

function StoreSearchForm({ texts, kinds, radii, kept }: StoreSearchProps) {
  return (
    <>
      <Choices label={texts.kindLegend} name="kind" choices={kinds} />
      {radii.length > 0 && <Choices label={texts.radiusLegend} name="radius" choices={radii} />}
      {/* The field comes after the buttons: of two values with one name the first counts. */}
      <Kept values={kept} />
    </>
  )
}

function Kept({ values }: { readonly values: Readonly<Record<string, string | undefined>> }) {
  return Object.entries(values).map(
    ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} key={name} />,
  )
}

export const handle = { group: 'stores', module: ['geolocation', 'map'] }

export const headers = pageHeaders

/** The result is public where a place was typed: its name is no secret. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const [question, typed] = [readStoreQuery(url.searchParams), readPlace(url.searchParams)]
  const labels = readTextsAt(portal, url)
  const result = await resultFor(serviceOf(context), question, { ...labels, typed })
  const view = viewOf(portal, url, { frame: frameOf(portal, question, { ...labels, typed }), result })
  const headers = mapHeaders(portal, 'stores')
  return result.kind === 'failed'
    ? data(view, { status: 503, headers: { ...privateHeaders, ...headers } })
    : data(view, { headers: { ...searchHeaders(typed, soonStaleHeaders), ...headers } })
}

/** A visitor's position is private, so it is in no address and in no cache. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const form = await request.formData()
  const [question, here] = [readStoreQuery(form), readPosition(form)]
  const labels = readTextsAt(portal, url)
  const result =
    here === undefined
      ? await resultFor(serviceOf(context), question, { ...labels, typed: '' })
      : await resultAround(serviceOf(context), question, { ...labels, point: here })
  const entered = here === undefined ? { typed: '' } : { here }
  const view = viewOf(portal, url, { frame: frameOf(portal, question, { ...labels, ...entered }), result })
  const status = result.kind === 'failed' ? 503 : 200
  return data(view, { status, headers: { ...privateHeaders, ...mapHeaders(portal, 'stores') } })
}

interface Answer {
  readonly frame: ReturnType<typeof frameOf>
  readonly result: StoreResultView
}

function viewOf(portal: Portal, url: URL, { frame, result }: Answer) {
  const pins = pinsOf(result)
  return { ...frame, result, ...(pins && { map: mapView(portal, url, pins) }) }
}

function serviceOf(context: Route.LoaderArgs['context']): StoreService {
  const { places, market } = context.get(portalContext)
  return { places, market, reportBug: context.get(bugContext) }
}

function readTextsAt({ market, content }: Portal, url: URL): StoreLabels {
  const language = languageOf(url, market)
  const to = hrefs(languagePrefixOf(url.pathname))
  return { language, to, texts: content.page('storeLocator-translation', language) }
}

type Frame = StoreLabels & { readonly typed?: string; readonly here?: Point }

function frameOf({ places }: Portal, question: StoreQuery, { typed, here, ...labels }: Frame) {
  const { texts, to } = labels
  const isOwn = question.kind === 'own'
  return {
    texts,
    title: isOwn ? texts.title : texts.titleDealers,
    search: {
      action: to.shops(),
      label: isOwn ? texts.findNyanjaIn : texts.findDealerIn,
      typed: typed ?? '',
      names: places.names(),
      kept: queryOf(question),
      kinds: kindChoices(question, labels, typed),
      radii: typed === '' ? [] : radiusChoices(question, labels, typed),
      ...(here && { here }),
    },
  }
}

export default function StoreLocator({ loaderData, actionData }: Route.ComponentProps) {
  const { title, texts, search, result, map } = actionData ?? loaderData
  return (
    <>
      <PageTitle title={title} outcome={headingOf(result)} description={texts.description} />
      <PageHero title={title} />
      <div className="wrap stores">
        <StoreSearch texts={texts} {...search} />
        <div
          className="note bad"
          id="denied"
          role="alert"
          data-title={`${texts.noResults}.`}
          data-text={texts.denied}
          hidden
        />
        <StoreResult result={result} texts={texts} {...(map && { map })} />
      </div>
    </>
  )
}
