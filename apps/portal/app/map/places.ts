import { searchHeaders } from '../format/search-headers.ts'
import { portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/places'
import { typedPlace } from './typed-place.ts'

const mostPlaces = 5

/** Places by their names, for the search of a map. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { places, market } = context.get(portalContext)
  const typed = typedPlace(url.searchParams.get('q'))
  const found =
    typed === ''
      ? []
      : (await places.addresses.search(typed, { limit: mostPlaces, language: languageOf(url, market) })).places
  return Response.json(
    found.map(({ label, lat, lng }) => ({ label, lat, lng })),
    { headers: searchHeaders(typed) },
  )
}
