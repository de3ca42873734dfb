import { privateHeaders } from '../format/headers.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/near'
import { nearWords } from './near-words.ts'
import { pointIn } from './point-in.ts'

/** By which name people would know a point of the map. Where somebody looks is kept by no cache. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { places, content, market } = context.get(portalContext)
  const point = pointIn(url.searchParams.get('at'))
  if (point === undefined) return Response.json({ address: '' }, { status: 400, headers: privateHeaders })
  const language = languageOf(url, market)
  const named = await places.addresses.nameOf(point, language, context.get(addressContext))
  const isOwnName = named !== undefined && named.precision !== 'town'
  const address = isOwnName
    ? named.label
    : await nearWords(point, places.gazetteer, content.page('map-translation', language))
  return Response.json({ address }, { headers: privateHeaders })
}
