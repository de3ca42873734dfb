import { findOtherTown } from '@nyanja/domain/places/home-internet'
import type { DraftPlace } from '@nyanja/server/leads/draft'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../../server/portal.ts'
import type { MapBounds, MapPoint } from '../map/map-config.ts'
import { pointFrom } from '../map/map-view.ts'
import { nearText } from '../map/point-name.ts'
import { languageOf } from '../page-language.ts'

/** The pin as it was set, to be sent again as confirmation. */
export interface Pin extends MapPoint {
  /** The map's name for it; may be empty. */
  readonly address: string
}

/** The place of the installation, as far as a form says it. */
export type PlaceReading =
  | { readonly outcome: 'place'; readonly place: DraftPlace }
  /** The pin is in another town than the typed one: it counts once the visitor has confirmed it. */
  | { readonly outcome: 'elsewhere'; readonly pin: Pin; readonly town: string }
  /** The pin is where the map began: it counts once the visitor has moved it, or has confirmed it. */
  | { readonly outcome: 'unmoved'; readonly pin: Pin; readonly label: string }
  | { readonly outcome: 'missing' | 'abroad' }

interface PinForm {
  readonly form: FormData
  readonly url: URL
  readonly city: string
  /** The point where the map shows the pin first. */
  readonly start: MapPoint
}

/** The field that confirms the pin, and its value. */
export const confirmedField = { name: 'seen', value: 'yes' } as const

/** A distance of about ten metres: less than a hand moves a map. */
const leastMove = 0.0001

/** A map service's names are shorter; a longer text was written by hand. */
const mostLetters = 120

export async function pinIn(
  { market, places, content }: Pick<Portal, 'market' | 'places' | 'content'>,
  { form, url, city, start }: PinForm,
): Promise<PlaceReading> {
  const point = pointFrom(readField(form, 'lat'), readField(form, 'lng'))
  if (point === undefined) return { outcome: 'missing' }
  if (!isWithin(point, market.map.bounds)) return { outcome: 'abroad' }
  const address = readField(form, 'address').trim().slice(0, mostLetters)
  const town = findOtherTown({ latitude: point.lat, longitude: point.lng }, city, places.towns())
  const namesTown = town !== undefined && readField(form, 'town') === town
  const label =
    address || (await nearText(point, places.gazetteer, content.page('map-translation', languageOf(url, market))))
  const isConfirmed = namesTown || readField(form, confirmedField.name) === confirmedField.value
  if (!isConfirmed && isAt(point, start)) return { outcome: 'unmoved', pin: { ...point, address }, label }
  if (town !== undefined && !namesTown) return { outcome: 'elsewhere', pin: { ...point, address }, town }
  return { outcome: 'place', place: { label, at: { ...point, point: 'by_hand' }, ...(town !== undefined && { town }) } }
}

const isAt = (point: MapPoint, start: MapPoint) =>
  Math.abs(point.lat - start.lat) < leastMove && Math.abs(point.lng - start.lng) < leastMove

const isWithin = ({ lat, lng }: MapPoint, { south, west, north, east }: MapBounds) =>
  lat >= south && lat <= north && lng >= west && lng <= east
