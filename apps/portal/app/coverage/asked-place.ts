import { type ShopKind, shopTitle } from '@nyanja/domain/places/shop'
import { translate } from '@nyanja/domain/texts/language'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { FoundPlace } from '@nyanja/server/places/gazetteer'
import type { Shop } from '@nyanja/server/places/place-records'
import type { Portal } from '../../server/portal.ts'
import { nearWords } from '../map/near-words.ts'
import { pointIn, pointText } from '../map/point-in.ts'
import { typedPlace } from '../map/typed-place.ts'
import { languageOf } from '../visitor-language.ts'

export interface AskedPlace {
  readonly label: string
  readonly lat: number
  readonly lng: number
  readonly partOf?: FoundPlace['partOf']
}

export type Asked =
  | { readonly found: 'nothing_asked' }
  | {
      readonly found: 'nothing'
      readonly words: string
      readonly isShort: boolean
    }
  | {
      readonly found: 'place'
      readonly place: AskedPlace
      readonly others: readonly AskedPlace[]
      /** Whose map knows the place; empty for our own tables. */
      readonly credit: string
    }

/** Whether somebody else would be answered more. */
export const mayKnowMore = (asked: Asked) => asked.found === 'nothing' && asked.isShort

const mostPlaces = 5

/** What the address asks for, as far as anything is made of it. */
export const readWords = (query: URLSearchParams) => ({
  point: pointIn(query.get('at')),
  typed: typedPlace(query.get('q')),
})

/** What an address asks with for the same again. */
export function queryOf({ point, typed }: ReturnType<typeof readWords>) {
  return { q: typed === '' ? undefined : typed, at: point && pointText(point) }
}

/** The place that the address names, by a name or by a point that was picked on the map. */
export async function askedPlace(
  { places: { gazetteer, addresses, shops }, market }: Pick<Portal, 'places' | 'market'>,
  {
    url,
    texts,
    from,
  }: { readonly url: URL; readonly texts: ContentPackages['map-translation']; readonly from: string },
): Promise<Asked> {
  const { point, typed } = readWords(url.searchParams)
  if (point !== undefined) {
    return {
      found: 'place',
      place: { label: await nearWords(point, gazetteer, texts), ...point },
      others: [],
      credit: '',
    }
  }
  if (typed === '') return { found: 'nothing_asked' }
  const options = { limit: mostPlaces, language: languageOf(url, market) }
  const { places, credit, isShort } = await addresses.search(typed, options, from)
  const [place, ...others] = places
  if (place !== undefined) return { found: 'place', place: await placedByShop(shops, place), others, credit }
  const shop = await anyKind((kind) => shops.named(typed, kind))
  return shop === undefined
    ? { found: 'nothing', words: typed, isShort }
    : {
        found: 'place',
        place: { label: `${shopTitle(translate(shop, options.language).name)}, ${shop.town}`, ...pointOfShop(shop) },
        others: [],
        credit: '',
      }
}

/** Of a part of a town only the town may have a point; a shop of that name knows better. */
async function placedByShop(shops: Portal['places']['shops'], place: AskedPlace): Promise<AskedPlace> {
  const { partOf, ...rest } = place
  const shop = partOf && (await anyKind((kind) => shops.calledLike(partOf, kind)))
  return shop === undefined ? place : { ...rest, ...pointOfShop(shop) }
}

const pointOfShop = ({ latitude, longitude }: Shop) => ({ lat: latitude, lng: longitude })

async function anyKind(find: (kind: ShopKind) => Promise<Shop | undefined>): Promise<Shop | undefined> {
  return (await find('own')) ?? find('dealer')
}
