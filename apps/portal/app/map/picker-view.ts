import type { Portal } from '../../server/portal.ts'
import { hrefs } from '../hrefs.ts'
import { languagePrefixOf } from '../page-language.ts'
import { languageOf } from '../visitor-language.ts'
import type { MapPoint } from './map-config.ts'
import { type MapView, mapView } from './map-view.ts'

/** Close enough to set a pin by, and far enough for names around it. */
const pinZoom = 12

/** A map to pick a place on, opened at a point if there is one already, with whoever names places named on it. */
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
    words: {
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
