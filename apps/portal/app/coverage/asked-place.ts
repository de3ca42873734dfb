import type { ContentPackages } from '../../server/content/content-packages.ts'
import type { Portal } from '../../server/portal.ts'
import { nearWords } from '../map/near-words.ts'
import { pointIn } from '../map/point-in.ts'
import { languageOf } from '../visitor-language.ts'

export interface AskedPlace {
  readonly label: string
  readonly lat: number
  readonly lng: number
}

export type Asked =
  | { readonly found: 'nothing_asked' }
  | { readonly found: 'nothing'; readonly words: string }
  | { readonly found: 'place'; readonly place: AskedPlace; readonly others: readonly AskedPlace[] }

const longestWords = 60
const mostPlaces = 5

/** The place that the address names, by a name or by a point that was picked on the map. */
export async function askedPlace(
  { places: { gazetteer }, market }: Pick<Portal, 'places' | 'market'>,
  url: URL,
  texts: ContentPackages['map-translation'],
): Promise<Asked> {
  const point = pointIn(url.searchParams.get('at'))
  if (point !== undefined) {
    return { found: 'place', place: { label: await nearWords(point, gazetteer, texts), ...point }, others: [] }
  }
  const typed = (url.searchParams.get('q') ?? '').trim().slice(0, longestWords)
  if (typed === '') return { found: 'nothing_asked' }
  const [place, ...others] = await gazetteer.search(typed, { limit: mostPlaces, language: languageOf(url, market) })
  return place === undefined ? { found: 'nothing', words: typed } : { found: 'place', place, others }
}
