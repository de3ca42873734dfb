import type { View } from '@nyanja/server/places/site-map'

const widestZoom = 19
/** Pixels of the widest map that anybody looks at, with what is drawn beyond its edges. */
const mostPixels = 4096
const tilePixels = 256

/** Undefined for what no map shows: whoever asks for a whole country street by street would keep others waiting. */
export function viewIn(query: URLSearchParams): View | undefined {
  const [west, south, east, north, ...more] = (query.get('view') ?? '').split(',').map(Number)
  const zoom = Number(query.get('zoom') || Number.NaN)
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined
  if (more.length > 0 || !Number.isInteger(zoom) || zoom < 0 || zoom > widestZoom) return undefined
  const mostDegrees = (360 * mostPixels) / (tilePixels * 2 ** zoom)
  const isSound = [east - west, north - south].every((degrees) => degrees > 0 && degrees <= mostDegrees)
  return isSound ? { west, south, east, north, zoom } : undefined
}
