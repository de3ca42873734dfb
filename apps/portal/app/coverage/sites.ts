import type { DrawnSites, View } from '@nyanja/server/places/site-map'
import { publicHeaders } from '../format/headers.ts'
import type { DrawnSite } from '../map/map-config.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/sites'
import { technologyIn } from './coverage-view.ts'

const widestZoom = 19
/** The pixels of the widest map, including what is drawn beyond its edges. */
const mostPixels = 4096
const tilePixels = 256

/**
 * Undefined for a view that no map shows: requesting a whole country street by street would delay other visitors.
 */
export function viewIn(query: URLSearchParams): View | undefined {
  const [west, south, east, north, ...more] = (query.get('view') ?? '').split(',').map(Number)
  const zoom = Number(query.get('zoom') || Number.NaN)
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined
  if (more.length > 0 || !Number.isInteger(zoom) || zoom < 0 || zoom > widestZoom) return undefined
  const mostDegrees = (360 * mostPixels) / (tilePixels * 2 ** zoom)
  const isSound = [east - west, north - south].every((degrees) => degrees > 0 && degrees <= mostDegrees)
  return isSound ? { west, south, east, north, zoom } : undefined
}

/** More would be too heavy for a slow link, and could not be told apart. */
const mostDrawn = 300

/** Returns the network in one view of a map: sites that would overlap are one cluster. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { map } = context.get(portalContext).places.sites
  const view = viewIn(url.searchParams)
  if (view === undefined) return Response.json([], { status: 400, headers: publicHeaders })
  const drawn = map.drawn(technologyIn(url.searchParams, map), view, mostDrawn)
  return Response.json(drawn.map(serialize), { headers: publicHeaders })
}

const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000

function serialize({ lat, lng, count, hasFifth, title }: DrawnSites): DrawnSite {
  const site = [rounded(lat), rounded(lng), count, hasFifth ? 1 : 0] as const
  return title === undefined ? site : [...site, title]
}
