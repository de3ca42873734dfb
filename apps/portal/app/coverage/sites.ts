import type { DrawnSites } from '@nyanja/server/places/site-map'
import { publicHeaders } from '../format/headers.ts'
import type { DrawnSite } from '../map/map-config.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/sites'
import { technologyIn } from './coverage-view.ts'
import { viewIn } from './view-asked.ts'

/** More would be too heavy for a slow link, and none could be told from another. */
const mostDrawn = 300

/** What a map shows of the network in one view: sites that would lie on each other come as one. */
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
