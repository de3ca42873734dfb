import { privateHeaders, searchHeaders } from '../format/headers.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/places'
import { typedPlace } from './map-view.ts'

const mostPlaces = 5

/** Finds places by their names, for the search of a map. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { places, market } = context.get(portalContext)
  const typed = typedPlace(url.searchParams.get('q'))
  if (typed === '') return Response.json([], { headers: searchHeaders(typed) })
  const options = { limit: mostPlaces, language: languageOf(url, market) }
  const found = await places.addresses.search(typed, options, context.get(clientIpContext))
  return Response.json(
    found.places.map(({ label, lat, lng }) => ({ label, lat, lng })),
    { headers: found.isShort ? privateHeaders : searchHeaders(typed) },
  )
}
