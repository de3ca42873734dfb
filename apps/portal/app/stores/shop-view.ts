import { formatMsisdn, international } from '@nyanja/domain/numbers/msisdn'
import type { Point } from '@nyanja/domain/places/map-cell'
import { searchable } from '@nyanja/domain/places/name-search'
import { shopTitle } from '@nyanja/domain/places/shop'
import { translate } from '@nyanja/domain/texts/language'
import type { Shop } from '@nyanja/server/places/place-records'
import type { NearShop } from '@nyanja/server/places/shop-store'
import type { Shops } from '@nyanja/server/places/shops'
import type { Market } from '@nyanja/server/settings/market'
import { distanceText } from '../format/distance.ts'
import { unbroken } from '../format/unbroken.ts'
import type { Hrefs } from '../hrefs.ts'
import { type OpenWords, openWords, type StoreTexts, serviceText } from './shop-texts.ts'

export interface ShopWords {
  readonly texts: StoreTexts
  readonly language: string
  readonly to: Hrefs
  readonly market: Pick<Market, 'numbers' | 'currency'>
  readonly shops: Pick<Shops, 'openState'>
}

/** All of a shop as text. */
export interface ShopFacts {
  readonly id: string
  readonly title: string
  readonly href: string
  readonly address: string
  readonly phone: string
  readonly callHref: string
  readonly directionsHref: string
  readonly open?: OpenWords
  readonly latitude: number
  readonly longitude: number
}

export interface ShopCard extends ShopFacts {
  readonly number: number
  readonly distance: string
  readonly services: string
}

export function shopFacts(shop: Shop, { texts, language, to, market, shops }: ShopWords): ShopFacts {
  const { id, name, address, town, phone, latitude, longitude } = translate(shop, language)
  const open = openWords(shops.openState(shop), texts)
  return {
    ...{ id, latitude, longitude },
    title: shopTitle(name),
    href: to.shop(shopPage(shop)),
    address: address.includes(town) ? address : `${address}, ${town}`,
    phone: unbroken(formatMsisdn(phone, market.numbers.countryCode)),
    callHref: `tel:+${international(phone, market.numbers)}`,
    directionsHref: directionsTo(shop),
    ...(open && { open }),
  }
}

export function shopCard(shop: NearShop, number: number, words: ShopWords): ShopCard {
  return {
    ...shopFacts(shop, words),
    number,
    distance: distanceText(shop.distanceKm, words),
    services: servicesText(shop, words),
  }
}

const servicesText = ({ services }: Shop, { texts }: ShopWords) =>
  services.map((service) => serviceText(service, texts)).join(' · ')

/** The part of its address that is its own: the name is for people, the id finds it. One for all languages. */
export function shopPage({ id, name }: Pick<Shop, 'id' | 'name'>): string {
  const slug = searchable(name.replaceAll('-', ' ')).replaceAll(/[^a-z0-9]+/g, '-')
  return slug === '' ? id : `${id}-${slug}`
}

export const idOfPage = (page: string): string => page.split('-')[0] ?? ''

/** Opens in the maps of a phone, and in any browser. */
const directionsTo = ({ latitude, longitude }: Point) =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
