import { privateHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/near'
import { nearWords } from './near-words.ts'
import { pointIn } from './point-in.ts'

/** By which name people would know a point of the map. Where somebody looks is kept by no cache. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { places, content, market } = context.get(portalContext)
  const point = pointIn(url.searchParams.get('at'))
  if (point === undefined) return Response.json({ address: '' }, { status: 400, headers: privateHeaders })
  const texts = content.page('map-translation', languageOf(url, market))
  return Response.json({ address: await nearWords(point, places.gazetteer, texts) }, { headers: privateHeaders })
}
