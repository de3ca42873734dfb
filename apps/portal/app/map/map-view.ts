import type { Portal } from '../../server/portal.ts'
import { type MapGroup, mapPolicy } from '../document.ts'
import { hrefs } from '../hrefs.ts'
import { languagePrefixOf } from '../page-language.ts'
import { languageOf } from '../visitor-language.ts'
import type { MapConfig } from './map-config.ts'

/** What differs from one map to another. */
type Shown = Pick<MapConfig, 'pins' | 'place' | 'sites' | 'picker'> &
  Partial<Pick<MapConfig, 'centre' | 'zoom' | 'credit'>>

/** As the spec has it, around the market's centre. */
const firstZoom = 9

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
    words: {
      label: texts.label,
      zoomIn: texts.zoomIn,
      zoomOut: texts.zoomOut,
      metres: texts.metres,
      kilometres: texts.kilometres,
    },
    ...(basemap && { basemapHref: hrefs(languagePrefixOf(url.pathname)).basemap(basemap.version) }),
    ...(tiles && { tiles: { url: tiles.url, maxZoom: tiles.maxZoom } }),
    ...shown,
  }
  const { show, wait, failed, needs } = texts
  return { moduleHref: map.moduleHref, config, texts: { show, wait, failed, needs } }
}

/** Of pages with a map, whose pictures may come from somebody else's host. */
export function mapHeaders({ map: { tiles } }: Pick<Portal, 'map'>, group: MapGroup = 'map'): Record<string, string> {
  return tiles === undefined ? {} : { 'content-security-policy': mapPolicy(group, tilesOrigin(tiles.url)) }
}

/** `https://{s}.tiles.example` stands for several hosts. */
const tilesOrigin = (url: string) =>
  new URL(url.replace('{s}.', '')).origin.replace('://', url.includes('{s}.') ? '://*.' : '://')
