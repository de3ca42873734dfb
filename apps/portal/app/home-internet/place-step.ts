import type { Draft, DraftPlace } from '../../server/leads/draft.ts'
import type { Portal } from '../../server/portal.ts'
import type { MapBounds, MapPoint } from '../map/map-config.ts'
import { nearWords } from '../map/near-words.ts'
import { pointFrom } from '../map/point-in.ts'
import { languageOf } from '../visitor-language.ts'
import { internetTexts } from './internet-texts.ts'

export type PlaceReading =
  | { readonly outcome: 'place'; readonly place: DraftPlace }
  | { readonly outcome: 'missing' | 'abroad' }

interface Asked {
  readonly draft: Draft
  readonly form: FormData
  readonly url: URL
}

const said = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Where to install it, by the way in which the visitor said so. */
export async function placeIn(
  portal: Pick<Portal, 'market' | 'places' | 'content'>,
  { draft, form, url }: Asked,
): Promise<PlaceReading> {
  const { market, places, content } = portal
  const { found, details } = draft.answers
  switch (said(form, 'by')) {
    case 'found': {
      if (found === undefined) return { outcome: 'missing' }
      const { label, lat, lng } = found
      return { outcome: 'place', place: { label, at: { lat, lng, point: 'geocoded' } } }
    }
    case 'pin': {
      const point = pointFrom(said(form, 'lat'), said(form, 'lng'))
      if (point === undefined) return { outcome: 'missing' }
      if (!isWithin(point, market.map.bounds)) return { outcome: 'abroad' }
      const named = said(form, 'address').trim().slice(0, mostLetters)
      const mapTexts = content.page('map-translation', languageOf(url, market))
      const label = named || (await nearWords(point, places.gazetteer, mapTexts))
      return { outcome: 'place', place: { label, at: { ...point, point: 'by_hand' } } }
    }
    case 'named': {
      const named = said(form, 'named')
      const isKnown = partsOf({ places }, details?.city).includes(named)
      return isKnown
        ? { outcome: 'place', place: { label: `${named}, ${details?.city}`, area: named } }
        : { outcome: 'missing' }
    }
    case 'call':
      return { outcome: 'place', place: { label: internetTexts(portal, url).placeByCall } }
    default:
      return { outcome: 'missing' }
  }
}

/** What a map service calls a point, and not what somebody writes in its place. */
const mostLetters = 120

const isWithin = ({ lat, lng }: MapPoint, { south, west, north, east }: MapBounds) =>
  lat >= south && lat <= north && lng >= west && lng <= east

/** Parts of a town by their names, for whoever has no map. */
export function partsOf({ places }: Pick<Portal, 'places'>, city: string | undefined): readonly string[] {
  return places.towns().find(({ name }) => name === city)?.aliases ?? []
}
