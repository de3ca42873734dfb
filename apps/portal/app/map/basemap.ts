import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/basemap'

/** Serves the data of the embedded map. Another map has another address. */
export function loader({ params, context }: Route.LoaderArgs) {
  const { basemap } = context.get(portalContext).map
  if (basemap === undefined || basemap.version !== params.version) return new Response('', { status: 404 })
  const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=31536000, immutable' }
  return new Response(basemap.text, { headers })
}
