import {
  bestCoverage,
  type CoverageLevel,
  coverageAt,
  coverageProblems,
  isTechnology,
  levelAt,
  type Technology,
} from '@nyanja/domain/places/coverage'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Portal } from '../../server/portal.ts'
import { clockOf } from '../format/clock.ts'
import { distanceText } from '../format/distance.ts'
import type { Hrefs } from '../hrefs.ts'
import { pointText } from '../map/point-in.ts'
import { languageOf } from '../visitor-language.ts'
import type { Asked, AskedPlace } from './asked-place.ts'

export type CoverageTexts = ContentPackages['network-translation']
type SiteMap = Portal['places']['sites']['map']

const radioTexts = {
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

const usual: Technology = '4g'
const nearSites = 8

export const nameOf = (technology: Technology) => technology.toUpperCase()
const pointOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }) => ({ latitude: lat, longitude: lng })

/** The one that the address names, if the network has it. */
export function technologyIn(query: URLSearchParams, { technologies }: Pick<SiteMap, 'technologies'>): Technology {
  const asked = query.get('filter') ?? ''
  const known = isTechnology(asked) && technologies.includes(asked) ? asked : undefined
  return known ?? (technologies.includes(usual) ? usual : (technologies[0] ?? usual))
}

/** One for each technology that a site has. */
export function radiosOf({ technologies }: Pick<SiteMap, 'technologies'>, texts: CoverageTexts) {
  return technologies.map((technology) => ({ value: technology, label: texts[radioTexts[technology]] }))
}

export interface Saying {
  readonly portal: Pick<Portal, 'market' | 'places'>
  readonly map: SiteMap
  readonly technology: Technology
  readonly texts: CoverageTexts
  readonly to: Hrefs
}

export type PlaceAnswer = ReturnType<typeof answerAt>

/** What works at a place, in words. */
export function answerAt({ place, others, credit }: Extract<Asked, { found: 'place' }>, saying: Saying) {
  const { portal, map, technology, texts, to } = saying
  const { market } = portal
  const { reachKm } = market.coverage
  const awayText = (km: number) => distanceText(km, { texts, market })
  const coverage = coverageAt(map.nearestKm(pointOf(place)), reachKm)
  const best = bestCoverage(coverage)
  const chosen = coverage.find((each) => each.technology === technology)
  return {
    label: place.label,
    credit,
    roughly: place.partOf && { text: fill(texts.partOfTown, place.partOf), spotHref: to.coverageSpot() },
    headline: fill(texts[answerTexts[best?.level ?? 'none']], { network: best ? nameOf(best.technology) : '' }),
    isCovered: best !== undefined,
    nearest: nearestText(best?.nearestKm ?? nearestOf(coverage), saying),
    // The headline speaks of the best one already.
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

function nearestText(km: number | undefined, { portal: { market }, texts }: Saying): string {
  return km === undefined
    ? texts.nearestNone
    : fill(texts.nearestSite, { distance: distanceText(km, { texts, market }) })
}

/** Towns that have the technology, by name: the map in words for whoever names no place. */
export function townsWith({ portal, map, technology, texts, to }: Saying) {
  const reach = portal.market.coverage.reachKm[technology]
  return portal.places.towns().flatMap((town) => {
    const level = levelAt(map.nearest(town, technology, 1)[0]?.distanceKm, reach)
    const href = to.coverage({ q: town.name, filter: technology })
    return level === 'none' ? [] : [{ name: town.name, word: texts[level], href }]
  })
}

/** What stands where no place was named. */
export function summaryOf(towns: readonly unknown[], { portal, map, technology, texts }: Saying): string | undefined {
  if (map.sites.length === 0) return undefined
  const all = portal.places.towns().length
  return fill(texts.summary, { network: nameOf(technology), count: towns.length, all })
}

/** What the words above are reckoned from. */
export function meaningOf({ portal: { market }, map, texts }: Saying): string[] {
  const { reachKm } = market.coverage
  return map.technologies.map((technology) =>
    fill(texts.meaningRow, {
      network: nameOf(technology),
      indoors: distanceText(reachKm[technology].indoorsKm, { texts, market }),
      outdoors: distanceText(reachKm[technology].outdoorsKm, { texts, market }),
    }),
  )
}

export function reportForm(place: AskedPlace, { map, texts }: Saying) {
  return {
    text: fill(texts.reportText, { place: place.label }),
    place: place.label,
    at: pointText(place),
    networks: map.technologies.map((technology) => ({ value: technology, label: nameOf(technology) })),
    problems: coverageProblems.map((problem) => ({ value: problem, label: texts[problem] })),
  }
}

/** When somebody last looked at what stands here. */
export function asOfText({ portal: { market }, map: { checkedOn }, texts }: Saying, url: URL): string {
  if (checkedOn === '') return ''
  return fill(texts.asOf, { date: clockOf(market, languageOf(url, market)).longDay(Date.parse(`${checkedOn}T12:00Z`)) })
}
