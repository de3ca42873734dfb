import type { Draft } from '@nyanja/server/leads/draft'
import type { Portal } from '../../server/portal.ts'
import { readField } from '../format/read-field.ts'
import { internetTexts } from './internet-texts.ts'
import { type PlaceReading, pinIn } from './pin-step.ts'

interface Asked {
  readonly draft: Draft
  readonly form: FormData
  readonly url: URL
}

/** Where to install it, by the way in which the visitor said so. */
export async function placeIn(
  portal: Pick<Portal, 'market' | 'places' | 'content'>,
  { draft, form, url }: Asked,
): Promise<PlaceReading> {
  const { places } = portal
  const { found, details } = draft.answers
  switch (readField(form, 'by')) {
    case 'found': {
      if (found === undefined) return { outcome: 'missing' }
      const { label, lat, lng } = found
      return { outcome: 'place', place: { label, at: { lat, lng, point: 'geocoded' } } }
    }
    case 'pin':
      return pinIn(portal, { form, url, city: details?.city ?? '' })
    case 'named': {
      const named = readField(form, 'named')
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

/** Parts of a town by their names, for whoever has no map. */
export function partsOf({ places }: Pick<Portal, 'places'>, city: string | undefined): readonly string[] {
  return places.towns().find(({ name }) => name === city)?.aliases ?? []
}
