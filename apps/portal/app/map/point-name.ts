import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Portal } from '../../server/portal.ts'
import { privateHeaders } from '../format/headers.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/point-name'
import type { MapPoint } from './map-config.ts'
import { pointIn } from './map-view.ts'

/** Names a point as `Near Hilltown, Lake District`. */
export async function nearText(
  point: MapPoint,
  gazetteer: Portal['places']['gazetteer'],
  { near, nearTown, nowhere }: Pick<ContentPackages['map-translation'], 'near' | 'nearTown' | 'nowhere'>,
): Promise<string> {
  const found = await gazetteer.nearest(point)
  if (found === undefined) return nowhere
  const { town, district } = found
  return town === district ? fill(nearTown, { town }) : fill(near, { town, district })
}

/** Finds the name by which people would know a point of the map. No cache stores it, since it reveals a position. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { places, content, market } = context.get(portalContext)
  const point = pointIn(url.searchParams.get('at'))
  if (point === undefined) return Response.json({ address: '' }, { status: 400, headers: privateHeaders })
  const language = languageOf(url, market)
  const named = await places.addresses.nameOf(point, language, context.get(clientIpContext))
  const isOwnName = named !== undefined && named.precision !== 'town'
  const address = isOwnName
    ? named.label
    : await nearText(point, places.gazetteer, content.page('map-translation', language))
  return Response.json({ address }, { headers: privateHeaders })
}
