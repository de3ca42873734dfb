import {
  bestCoverage,
  type CoverageLevel,
  computeCoverage,
  computeCoverageLevel,
  coverageProblems,
  isTechnology,
  type Technology,
} from '@nyanja/domain/places/coverage'
import { type ShopKind, shopTitle } from '@nyanja/domain/places/shop'
import { fill } from '@nyanja/domain/texts/fill'
import { translate } from '@nyanja/domain/texts/language'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { FoundPlace } from '@nyanja/server/places/gazetteer'
import type { Shop } from '@nyanja/server/places/place-source'
import { clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import { distanceText } from '../format/distance.ts'
import type { Hrefs } from '../hrefs.ts'
import { pointIn, pointText, typedPlace } from '../map/map-view.ts'
import { nearText } from '../map/point-name.ts'
import { languageOf } from '../page-language.ts'
export type CoverageTexts = ContentPackages['network-translation']
type SiteMap = Portal['places']['sites']['map']

const technologyTexts = {
  '2g': 'two_g',
  '3g': 'three_g',
  '4g': 'four_g',
  '5g': 'five_g',
} as const satisfies Record<Technology, keyof CoverageTexts>

const answerTexts = {
  indoors: 'indoorsAnswer',
  outdoors: 'outdoorsAnswer',
  none: 'noneAnswer',
} as const satisfies Record<CoverageLevel, keyof CoverageTexts>

const defaultTechnology: Technology = '4g'
const nearSites = 8

export const nameOf = (technology: Technology) => technology.toUpperCase()
const pointOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }) => ({ latitude: lat, longitude: lng })

/** Finds the technology that the address names, if the network has it. */
export function technologyIn(query: URLSearchParams, { technologies }: Pick<SiteMap, 'technologies'>): Technology {
  const name = query.get('filter') ?? ''
  const known = isTechnology(name) && technologies.includes(name) ? name : undefined
  return (
    known ?? (technologies.includes(defaultTechnology) ? defaultTechnology : (technologies[0] ?? defaultTechnology))
  )
}

/** Builds a choice for each technology of a site. */
export function technologyChoices({ technologies }: Pick<SiteMap, 'technologies'>, texts: CoverageTexts) {
  return technologies.map((technology) => ({ value: technology, label: texts[technologyTexts[technology]] }))
}

export interface CoverageSources {
  readonly portal: Pick<Portal, 'market' | 'places'>
  readonly map: SiteMap
  readonly technology: Technology
  readonly texts: CoverageTexts
  readonly to: Hrefs
}

export type PlaceAnswer = ReturnType<typeof toPlaceAnswer>

/** Describes the coverage of a place as text. */
export function toPlaceAnswer(
  { place, others, credit }: Extract<PlaceSearch, { found: 'place' }>,
  sources: CoverageSources,
) {
  const { portal, map, technology, texts, to } = sources
  const { market } = portal
  const { reachKm } = market.coverage
  const awayText = (km: number) => distanceText(km, { texts, market })
  const coverage = computeCoverage(map.nearestKm(pointOf(place)), reachKm)
  const best = bestCoverage(coverage)
  const chosen = coverage.find((each) => each.technology === technology)
  return {
    label: place.label,
    credit,
    roughly: place.partOf && fill(texts.partOfTown, place.partOf),
    headline: fill(texts[answerTexts[best?.level ?? 'none']], { network: best ? nameOf(best.technology) : '' }),
    isCovered: best !== undefined,
    nearest: nearestText(best?.nearestKm ?? nearestOf(coverage), sources),
    // The headline already names the best one.
    chosen:
      best?.technology === technology
        ? undefined
        : fill(texts.chosenWord, { network: nameOf(technology), level: texts[chosen?.level ?? 'none'] }),
    rows: coverage.map(({ technology: each, level, nearestKm }) => ({
      network: nameOf(each),
      level,
      word: texts[level],
      nearest: nearestKm === undefined ? texts.noSite : awayText(nearestKm),
    })),
    others: others
      .filter(({ label }) => label !== place.label)
      .map(({ label }) => ({ label, href: to.coverage({ q: label, filter: technology }) })),
    sites: map.nearest(pointOf(place), technology, nearSites).map(({ title, distanceKm }) => ({
      title,
      away: fill(texts.away, { distance: awayText(distanceKm) }),
    })),
  }
}

function nearestOf(coverage: readonly { readonly nearestKm?: number }[]): number | undefined {
  const distances = coverage.flatMap(({ nearestKm }) => nearestKm ?? [])
  return distances.length === 0 ? undefined : Math.min(...distances)
}

function nearestText(km: number | undefined, { portal: { market }, texts }: CoverageSources): string {
  return km === undefined
    ? texts.nearestNone
    : fill(texts.nearestSite, { distance: distanceText(km, { texts, market }) })
}

/** Lists towns with the technology, by name: the map as text for a visitor who names no place. */
export function listTownsWith({ portal, map, technology, texts, to }: CoverageSources) {
  const reach = portal.market.coverage.reachKm[technology]
  return portal.places.towns().flatMap((town) => {
    const level = computeCoverageLevel(map.nearest(town, technology, 1)[0]?.distanceKm, reach)
    const href = to.coverage({ q: town.name, filter: technology })
    return level === 'none' ? [] : [{ name: town.name, word: texts[level], href }]
  })
}

/** The summary where no place was named. */
export function summaryOf(
  towns: readonly unknown[],
  { portal, map, technology, texts }: CoverageSources,
): string | undefined {
  if (map.sites.length === 0) return undefined
  const all = portal.places.towns().length
  return fill(texts.summary, { network: nameOf(technology), count: towns.length, all })
}

/** What the texts above are computed from. */
export function describeLevels({ portal: { market }, map, texts }: CoverageSources): string[] {
  const { reachKm } = market.coverage
  return map.technologies.map((technology) =>
    fill(texts.meaningRow, {
      network: nameOf(technology),
      indoors: distanceText(reachKm[technology].indoorsKm, { texts, market }),
      outdoors: distanceText(reachKm[technology].outdoorsKm, { texts, market }),
    }),
  )
}

export function reportForm(place: SearchedPlace, { map, texts }: CoverageSources) {
  return {
    text: fill(texts.reportText, { place: place.label }),
    place: place.label,
    at: pointText(place),
    networks: map.technologies.map((technology) => ({ value: technology, label: nameOf(technology) })),
    problems: coverageProblems.map((problem) => ({ value: problem, label: texts[problem] })),
  }
}

/** Says when the operator last checked the data. */
export function checkedOnText({ portal: { market }, map: { checkedOn }, texts }: CoverageSources, url: URL): string {
  if (checkedOn === '') return ''
  return fill(texts.asOf, { date: clockOf(market, languageOf(url, market)).longDay(Date.parse(`${checkedOn}T12:00Z`)) })
}

export interface SearchedPlace {
  readonly label: string
  readonly lat: number
  readonly lng: number
  readonly partOf?: FoundPlace['partOf']
}

type PlaceSearch =
  | { readonly found: 'no_query' }
  | {
      readonly found: 'nothing'
      readonly words: string
      readonly isShort: boolean
    }
  | {
      readonly found: 'place'
      readonly place: SearchedPlace
      readonly others: readonly SearchedPlace[]
      /** The map service that knows the place; empty for the portal's own tables. */
      readonly credit: string
    }

/** Tells whether another visitor could see more in the answer. */
export const mayFindMore = (search: PlaceSearch) => search.found === 'nothing' && search.isShort

const mostPlaces = 5

/** Reads what the address asks for, as far as it is understood. */
export const readSearch = (query: URLSearchParams) => ({
  point: pointIn(query.get('at')),
  typed: typedPlace(query.get('q')),
})

/** Builds the query that repeats the search. */
export function queryOf({ point, typed }: ReturnType<typeof readSearch>) {
  return { q: typed === '' ? undefined : typed, at: point && pointText(point) }
}

/** Finds the place that the address names, by a name or by a point that was picked on the map. */
export async function searchPlace(
  { places: { gazetteer, addresses, shops }, market }: Pick<Portal, 'places' | 'market'>,
  {
    url,
    texts,
    clientIp,
  }: { readonly url: URL; readonly texts: ContentPackages['map-translation']; readonly clientIp: string },
): Promise<PlaceSearch> {
  const { point, typed } = readSearch(url.searchParams)
  if (point !== undefined) {
    return {
      found: 'place',
      place: { label: await nearText(point, gazetteer, texts), ...point },
      others: [],
      credit: '',
    }
  }
  if (typed === '') return { found: 'no_query' }
  const options = { limit: mostPlaces, language: languageOf(url, market) }
  const { places, credit, isShort } = await addresses.search(typed, options, clientIp)
  const [place, ...others] = places
  if (place !== undefined) return { found: 'place', place: await placedByShop(shops, place), others, credit }
  const shop = await anyKind((kind) => shops.named(typed, kind))
  return shop === undefined
    ? { found: 'nothing', words: typed, isShort }
    : {
        found: 'place',
        place: { label: `${shopTitle(translate(shop, options.language).name)}, ${shop.town}`, ...pointOfShop(shop) },
        others: [],
        credit: '',
      }
}

/** A part of a town may have only the town's point; a shop of that name is more exact. */
async function placedByShop(shops: Portal['places']['shops'], place: SearchedPlace): Promise<SearchedPlace> {
  const { partOf, ...rest } = place
  const shop = partOf && (await anyKind((kind) => shops.calledLike(partOf, kind)))
  return shop === undefined ? place : { ...rest, ...pointOfShop(shop) }
}

const pointOfShop = ({ latitude, longitude }: Shop) => ({ lat: latitude, lng: longitude })

async function anyKind(find: (kind: ShopKind) => Promise<Shop | undefined>): Promise<Shop | undefined> {
  return (await find('own')) ?? find('dealer')
}
