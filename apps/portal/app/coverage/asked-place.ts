import type { ContentPackages } from '../../server/content/content-packages.ts'
import type { FoundPlace } from '../../server/places/gazetteer.ts'
import type { Portal } from '../../server/portal.ts'
import { nearWords } from '../map/near-words.ts'
import { pointIn, pointText } from '../map/point-in.ts'
import { typedPlace } from '../map/typed-place.ts'
import { languageOf } from '../visitor-language.ts'

export interface AskedPlace {
  readonly label: string
  readonly lat: number
  readonly lng: number
  readonly partOf?: FoundPlace['partOf']
}

export type Asked =
  | { readonly found: 'nothing_asked' }
  | {
      readonly found: 'nothing'
      readonly words: string
      readonly isShort: boolean
    }
  | {
      readonly found: 'place'
      readonly place: AskedPlace
      readonly others: readonly AskedPlace[]
      /** Whose map knows the place; empty for our own tables. */
      readonly credit: string
    }

/** Whether somebody else would be answered more. */
export const mayKnowMore = (asked: Asked) => asked.found === 'nothing' && asked.isShort

const mostPlaces = 5

/** What the address asks for, as far as anything is made of it. */
export const wordsIn = (query: URLSearchParams) => ({
  point: pointIn(query.get('at')),
  typed: typedPlace(query.get('q')),
})

/** What an address asks with for the same again. */
export function queryOf({ point, typed }: ReturnType<typeof wordsIn>) {
  return { q: typed === '' ? undefined : typed, at: point && pointText(point) }
}

/** The place that the address names, by a name or by a point that was picked on the map. */
export async function askedPlace(
  { places: { gazetteer, addresses }, market }: Pick<Portal, 'places' | 'market'>,
  {
    url,
    texts,
    from,
  }: { readonly url: URL; readonly texts: ContentPackages['map-translation']; readonly from: string },
): Promise<Asked> {
  const { point, typed } = wordsIn(url.searchParams)
  if (point !== undefined) {
    return {
      found: 'place',
      place: { label: await nearWords(point, gazetteer, texts), ...point },
      others: [],
      credit: '',
    }
  }
  if (typed === '') return { found: 'nothing_asked' }
  const options = { limit: mostPlaces, language: languageOf(url, market) }
  const { places, credit, isShort } = await addresses.search(typed, options, from)
  const [place, ...others] = places
  return place === undefined ? { found: 'nothing', words: typed, isShort } : { found: 'place', place, others, credit }
}
