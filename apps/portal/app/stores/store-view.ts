import type { Point } from '@nyanja/domain/places/map-cell'
import { searchable } from '@nyanja/domain/places/name-search'
import { shopTitle } from '@nyanja/domain/places/shop'
import { fill } from '@nyanja/domain/texts/fill'
import { translate } from '@nyanja/domain/texts/language'
import type { FoundPlace } from '@nyanja/server/places/gazetteer'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import type { MapConfig } from '../map/map-config.ts'
import { type ShopCard, type StoreTexts, shopCard } from './shop-view.ts'
import { queryOf, radii, type StoreQuery } from './store-query.ts'

/** The limit of one page; a visitor who wants more names a nearer place. */
const mostShops = 20
const mostAlternatives = 3
const townsToChooseFrom = 8
/** The zoom where there is nothing else to show around it. */
const placeZoom = 13

type MapPlace = NonNullable<MapConfig['place']>

/** One of several ways to ask: a link, or a button where the visitor's position must stay out of addresses. */
export interface Choice {
  readonly label: string
  readonly value: string
  readonly isCurrent: boolean
  readonly href?: string
}

export interface PlaceLink {
  readonly href: string
  readonly text: string
}

export type StoreResult =
  | { readonly kind: 'start'; readonly towns: readonly PlaceLink[] }
  | {
      readonly kind: 'found'
      readonly count: string
      /** The text where the place itself is not on the map. */
      readonly roughly: string | undefined
      readonly likely: readonly PlaceLink[]
      readonly shops: readonly ShopCard[]
      /** The place that they are around. */
      readonly place: MapPlace
    }
  | {
      readonly kind: 'none'
      readonly text: string
      readonly roughly: string | undefined
      readonly likely: readonly PlaceLink[]
      readonly nextLinks: readonly PlaceLink[]
    }
  | { readonly kind: 'unknown'; readonly heading: string; readonly likely: readonly PlaceLink[] }
  | { readonly kind: 'failed'; readonly text: string; readonly retryHref?: string }

export interface StoreLabels {
  readonly texts: StoreTexts
  readonly to: Hrefs
  readonly language: string
}

export interface StoreService extends Pick<Portal, 'places' | 'market'> {
  /** Receives every error of a shop search. */
  readonly reportBug: (error: unknown) => void
}

/** Builds the result for a typed place. */
export async function resultFor(
  service: StoreService,
  question: StoreQuery,
  labels: StoreLabels & { readonly typed: string },
): Promise<StoreResult> {
  const { typed, to } = labels
  if (typed === '') return startOf(service, question, labels)
  return searched(service, question, labels).catch((error) => ({
    ...failed(service, labels, error),
    retryHref: to.shops(queryOf(question, typed)),
  }))
}

/** Builds the result around the visitor's position. */
export async function resultAround(
  service: StoreService,
  question: StoreQuery,
  labels: StoreLabels & { readonly point: Point },
): Promise<StoreResult> {
  const search = async () =>
    around(service, question, { ...labels, place: await placeNear(service, labels), likely: [] })
  return search().catch((error) => failed(service, labels, error))
}

async function placeNear({ places }: StoreService, { point, texts }: StoreLabels & { readonly point: Point }) {
  const near = await places.gazetteer.nearest({ lat: point.latitude, lng: point.longitude })
  return near === undefined ? texts.you : fill(texts.youNear, { place: near.town })
}

/** A list that cannot be read must not leave an empty page. */
function failed({ market, reportBug }: StoreService, { texts }: StoreLabels, error: unknown) {
  reportBug(error)
  return { kind: 'failed', text: fill(texts.failedText, { number: market.customerCareNumber }) } as const
}

function startOf({ places }: StoreService, question: StoreQuery, { to }: StoreLabels): StoreResult {
  const towns = places.largestTowns(townsToChooseFrom)
  return { kind: 'start', towns: towns.map((name) => ({ text: name, href: to.shops(queryOf(question, name)) })) }
}

async function searched(
  service: StoreService,
  question: StoreQuery,
  labels: StoreLabels & { readonly typed: string },
): Promise<StoreResult> {
  const { gazetteer, shops } = service.places
  const { typed, texts, to, language } = labels
  const found = await gazetteer.search(typed, { limit: mostAlternatives + 1, language })
  const links = (places: readonly FoundPlace[]): PlaceLink[] =>
    [...new Set(places.map(({ label }) => label))].map((label) => ({
      text: label,
      href: to.shops(queryOf(question, label)),
    }))
  const [first, ...others] = found
  if (first !== undefined) {
    const likely = isMeant(first, typed) ? [] : links(others.filter(({ label }) => label !== first.label))
    const point = { latitude: first.lat, longitude: first.lng }
    const own = first.partOf && (await shops.calledLike(first.partOf, question.kind))
    const roughly = own === undefined && first.partOf ? fill(texts.partOfTown, first.partOf) : undefined
    return around(service, question, { ...labels, point: own ?? point, place: first.label, roughly, likely })
  }
  const shop = await shops.named(typed, question.kind)
  if (shop !== undefined)
    return around(service, question, {
      ...labels,
      point: shop,
      place: shopTitle(translate(shop, language).name),
      likely: [],
    })
  const likely = links(await gazetteer.spelledLike(typed, { limit: mostAlternatives, language }))
  return { kind: 'unknown', heading: fill(texts.unknownPlace, { words: typed }), likely }
}

/** Tells whether the words match exactly. */
const isMeant = ({ label }: FoundPlace, typed: string) => searchable(label) === searchable(typed)

interface Around extends StoreLabels {
  readonly point: Point
  /** The place as people call it. */
  readonly place: string
  readonly roughly?: string | undefined
  readonly likely: readonly PlaceLink[]
  /** The place as it was typed; empty where it must stay out of addresses. */
  readonly typed?: string
}

async function around(service: StoreService, question: StoreQuery, labels: Around): Promise<StoreResult> {
  const { places, market } = service
  const { point, place, roughly, likely, texts } = labels
  const found = await places.shops.near({ ...question, point, limit: mostShops })
  if (found.length === 0) return noneOf(question, labels)
  const shopTexts = { ...labels, market, shops: places.shops }
  return {
    kind: 'found',
    count: countText(found.length, { ...question, place }, texts),
    roughly,
    likely,
    shops: found.map((shop, at) => shopCard(shop, at + 1, shopTexts)),
    place: { lat: point.latitude, lng: point.longitude, label: place, zoom: placeZoom },
  }
}

function countText(count: number, { radiusKm, place }: StoreQuery & { readonly place: string }, texts: StoreTexts) {
  const values = { count, radius: radiusKm, place }
  if (count === 1) return fill(texts.foundOne, values)
  return fill(count < mostShops ? texts.found : texts.foundMost, values)
}

/** The links say what to do then: search further, or for the others. */
function noneOf(question: StoreQuery, { texts, to, place, typed, roughly, likely }: Around): StoreResult {
  const { kind, radiusKm } = question
  const isDealer = kind === 'dealer'
  const further = radii.find((radius) => radius > radiusKm)
  const text = fill(isDealer ? texts.noDealers : texts.noMatchingResult, { radius: radiusKm, place })
  // A button above searches further; a name is another way.
  if (typed === undefined)
    return {
      kind: 'none',
      text,
      roughly,
      likely,
      nextLinks: [{ text: texts.townsHeading, href: to.shops(queryOf(question)) }],
    }
  const other: StoreQuery = { ...question, kind: isDealer ? 'own' : 'dealer' }
  const nextLinks = [
    ...(further === undefined
      ? []
      : [
          {
            text: fill(texts.lookFurther, { radius: further }),
            href: to.shops(queryOf({ ...question, radiusKm: further }, typed)),
          },
        ]),
    { text: isDealer ? texts.lookOwn : texts.lookDealers, href: to.shops(queryOf(other, typed)) },
  ]
  return { kind: 'none', text, roughly, likely, nextLinks }
}

/** Lists the kinds of shops. They are links only where a place was typed or none is known. */
export function kindChoices(question: StoreQuery, { texts, to }: StoreLabels, typed: string | undefined): Choice[] {
  const choice = (kind: StoreQuery['kind'], value: string, label: string): Choice => ({
    label,
    value,
    isCurrent: question.kind === kind,
    ...(typed !== undefined && { href: to.shops(queryOf({ ...question, kind }, typed)) }),
  })
  return [choice('own', 'own', texts.ownShops), choice('dealer', 'dealers', texts.dealers)]
}

export function radiusChoices(question: StoreQuery, { texts, to }: StoreLabels, typed: string | undefined): Choice[] {
  return radii.map((radiusKm) => ({
    label: fill(texts.km, { km: radiusKm }),
    value: String(radiusKm),
    isCurrent: question.radiusKm === radiusKm,
    ...(typed !== undefined && { href: to.shops(queryOf({ ...question, radiusKm }, typed)) }),
  }))
}

/** Describes what was found, in the fewest words: it leads the title of the page. It is undefined before a search. */
export function headingOf(result: StoreResult): string | undefined {
  if (result.kind === 'found') return result.count
  if (result.kind === 'none' || result.kind === 'failed') return result.text
  return result.kind === 'unknown' ? result.heading : undefined
}

/** The pins of the results, numbered as in the list. */
export function pinsOf(result: StoreResult): Pick<MapConfig, 'pins' | 'place'> | undefined {
  if (result.kind !== 'found') return undefined
  const pins = result.shops.map(({ id, latitude: lat, longitude: lng, title, number }) => ({
    ...{ id, lat, lng },
    label: `${number}. ${title}`,
    mark: String(number),
  }))
  return { pins, place: result.place }
}
