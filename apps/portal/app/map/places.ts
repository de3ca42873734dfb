import { publicHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/places'

const longestWords = 60
const mostPlaces = 5

/** Places by their names, for the search of a map. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { places, market } = context.get(portalContext)
  const typed = (url.searchParams.get('q') ?? '').trim().slice(0, longestWords)
  const found =
    typed === '' ? [] : await places.gazetteer.search(typed, { limit: mostPlaces, language: languageOf(url, market) })
  return Response.json(
    found.map(({ label, lat, lng }) => ({ label, lat, lng })),
    { headers: publicHeaders },
  )
}
