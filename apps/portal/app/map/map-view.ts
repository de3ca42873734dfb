import { readPoint } from '@nyanja/domain/places/typed-point'
import type { Portal } from '../../server/portal.ts'
import { documentFrames, type MapGroup } from '../document.ts'
import { hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import type { MapConfig, MapPoint } from './map-config.ts'

/** What differs from one map to another. */
type Shown = Pick<MapConfig, 'pins' | 'place' | 'sites' | 'picker'> &
  Partial<Pick<MapConfig, 'centre' | 'zoom' | 'credit'>>

/** The specification's zoom, around the market's centre. */
const firstZoom = 9

/** Pins on an empty map without a ground would say less than the page itself. */
export const hasGround = ({ basemap, tiles }: Pick<Portal['map'], 'basemap' | 'tiles'>): boolean =>
  basemap !== undefined || tiles !== undefined

export type MapView = ReturnType<typeof mapView>

export function mapView({ market, content, map }: Pick<Portal, 'market' | 'content' | 'map'>, url: URL, shown: Shown) {
  const language = languageOf(url, market)
  const texts = content.page('map-translation', language)
  const { basemap, tiles } = map
  const config: MapConfig = {
    language,
    bounds: market.map.bounds,
    centre: market.map.centre,
    zoom: firstZoom,
    credit: map.credit,
    labels: {
      label: texts.label,
      zoomIn: texts.zoomIn,
      zoomOut: texts.zoomOut,
      metres: texts.metres,
      kilometres: texts.kilometres,
    },
    ...(basemap && { basemapHref: hrefs(languagePrefixOf(url.pathname)).basemap(basemap.version) }),
    ...(tiles && { tiles }),
    ...shown,
  }
  const { show, wait, failed, needs, written, noGround } = texts
  const shownTexts = { show, wait, failed, needs, written, noGround }
  return { moduleHref: map.moduleHref, config, hasGround: hasGround(map), texts: shownTexts }
}

/** Returns the headers of pages with a map, which may load pictures from a third party. */
export function mapHeaders(
  { market, map: { tiles } }: Pick<Portal, 'map' | 'market'>,
  group: MapGroup = 'map',
): Record<string, string> {
  return tiles === undefined || tiles.url.startsWith('/')
    ? {}
    : { 'content-security-policy': documentFrames(market).mapPolicy(group, tilesOrigin(tiles.url)) }
}

/** `https://{s}.tiles.example` stands for several hosts. */
const tilesOrigin = (url: string) =>
  new URL(url.replace('{s}.', '')).origin.replace('://', url.includes('{s}.') ? '://*.' : '://')

/** Thousandths of a degree, about a hundred metres, are as exact as any answer to it. */
export function pointIn(text: string | null): MapPoint | undefined {
  const [lat = '', lng = '', ...more] = (text ?? '').split(',')
  const point = more.length === 0 ? pointFrom(lat, lng) : undefined
  return point && { lat: rounded(point.lat), lng: rounded(point.lng) }
}

/** Undefined for a point that is not on the map. */
export function pointFrom(lat: string, lng: string): MapPoint | undefined {
  const [north, east] = [degreesIn(lat, 90), degreesIn(lng, 180)]
  return north === undefined || east === undefined ? undefined : { lat: north, lng: east }
}

/** Writes the point as text in an address, which `pointIn` reads. */
export const pointText = ({ lat, lng }: MapPoint) => `${lat},${lng}`

const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000

function degreesIn(text: string, most: number): number | undefined {
  const degrees = /^-?\d{1,3}(\.\d{1,8})?$/.test(text) ? Number(text) : Number.NaN
  return Math.abs(degrees) <= most ? degrees : undefined
}

const maxTextLength = 60

/** The name of a place is never longer, so longer text is neither searched nor repeated. A link to a map may be. */
export function typedPlace(text: string | null): string {
  const typed = (text ?? '').trim()
  const point = typed.length > maxTextLength ? readPoint(typed) : undefined
  return point === undefined ? typed.slice(0, maxTextLength) : `${point.latitude}, ${point.longitude}`
}

/** A zoom close enough to set a pin, and far enough for names around it. */
const pinZoom = 12

/**
 * Builds a map to pick a place on, opened at a point if there is one already, with the source of the place names
 * credited.
 */
export function pickerView(
  portal: Pick<Portal, 'market' | 'content' | 'map' | 'places'>,
  url: URL,
  start?: MapPoint,
): MapView {
  const to = hrefs(languagePrefixOf(url.pathname))
  const texts = portal.content.page('map-translation', languageOf(url, portal.market))
  const picker = {
    searchHref: to.mapPlaces(),
    nearestHref: to.mapNear(),
    zoom: pinZoom,
    labels: {
      search: texts.search,
      placeholder: texts.searchPlaceholder,
      button: texts.searchButton,
      none: texts.noMatch,
      mine: texts.mine,
      locating: texts.locating,
      denied: texts.denied,
      abroad: texts.abroad,
    },
  }
  const credits = [portal.map.credit, portal.places.addresses.credit].filter((credit) => credit !== '')
  const credit = [...new Set(credits)].join(' · ')
  return mapView(portal, url, { picker, credit, ...(start && { centre: start, zoom: pinZoom }) })
}
