import { formatMsisdn, international } from '@nyanja/domain/numbers/msisdn'
import type { Point } from '@nyanja/domain/places/map-cell'
import { searchable } from '@nyanja/domain/places/name-search'
import {
  clockText,
  daysAlike,
  hoursText,
  type OpenState,
  type ShopService,
  shopTitle,
  type WeekHours,
} from '@nyanja/domain/places/shop'
import { fill } from '@nyanja/domain/texts/fill'
import { translate } from '@nyanja/domain/texts/language'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Shop } from '@nyanja/server/places/place-source'
import type { NearShop, Shops } from '@nyanja/server/places/shops'
import type { Market } from '@nyanja/server/settings/market'
import { distanceText } from '../format/distance.ts'
import { unbroken } from '../format/text.ts'
import type { Hrefs } from '../hrefs.ts'

export type StoreTexts = ContentPackages['storeLocator-translation']

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const services = {
  'sim-swap': 'simSwap',
  'bill-payment': 'billPayment',
  'mobile-money': 'mobileMoney',
  devices: 'devices',
  'home-internet': 'homeInternet',
} as const satisfies Record<ShopService, keyof StoreTexts>

export const serviceText = (service: ShopService, texts: StoreTexts) => texts[services[service]]

/** A shop that closes within the hour may close before the visitor arrives. */
const soonMinutes = 60

export interface OpeningTexts {
  readonly text: string
  readonly tone: 'ok' | 'wait' | 'bad'
}

/** Undefined where it is unknown. */
export function openingTexts(opening: OpenState, texts: StoreTexts): OpeningTexts | undefined {
  if (opening.state === 'unknown') return undefined
  if (opening.state === 'always') return { text: texts.openAlways, tone: 'ok' }
  if (opening.state === 'open') {
    const time = clockText(opening.until)
    return opening.minutesLeft > soonMinutes
      ? { text: fill(texts.openUntil, { time }), tone: 'ok' }
      : { text: fill(texts.closesSoon, { time }), tone: 'wait' }
  }
  const time = clockText(opening.opens.minute)
  const text = [texts.opensToday, texts.opensTomorrow][opening.daysAhead] ?? texts.opensLater
  return { text: fill(text, { time, day: dayName(opening.opens.day, texts) }), tone: 'bad' }
}

function dayName(day: number, texts: StoreTexts): string {
  const name = days[day]
  return name === undefined ? '' : texts[name]
}

export interface HoursRow {
  readonly days: string
  readonly hours: string
}

/** The row reads like `Monday to Friday`, `08:00–17:00`. */
export function hoursRows(week: WeekHours, texts: StoreTexts): HoursRow[] {
  return daysAlike(week).map(({ first, last, openings }) => ({
    days:
      first === last
        ? dayName(first, texts)
        : fill(texts.daysRange, { first: dayName(first, texts), last: dayName(last, texts) }),
    hours: openings.length === 0 ? texts.closed : hoursText(openings),
  }))
}

interface ShopTexts {
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
  readonly open?: OpeningTexts
  readonly latitude: number
  readonly longitude: number
}

export interface ShopCard extends ShopFacts {
  readonly number: number
  readonly distance: string
  readonly services: string
}

export function shopFacts(shop: Shop, { texts, language, to, market, shops }: ShopTexts): ShopFacts {
  const { id, name, address, town, phone, latitude, longitude } = translate(shop, language)
  const open = openingTexts(shops.openState(shop), texts)
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

export function shopCard(shop: NearShop, number: number, words: ShopTexts): ShopCard {
  return {
    ...shopFacts(shop, words),
    number,
    distance: distanceText(shop.distanceKm, words),
    services: servicesText(shop, words),
  }
}

const servicesText = ({ services }: Shop, { texts }: ShopTexts) =>
  services.map((service) => serviceText(service, texts)).join(' · ')

/** The part of its address that is its own: the name is for people, the id finds it. One for all languages. */
export function shopPage({ id, name }: Pick<Shop, 'id' | 'name'>): string {
  const slug = searchable(name.replaceAll('-', ' ')).replaceAll(/[^a-z0-9]+/g, '-')
  return slug === '' ? id : `${id}-${slug}`
}

export const idOfPage = (page: string): string => page.split('-')[0] ?? ''

/** Builds a link that opens in the maps of a phone, and in any browser. */
const directionsTo = ({ latitude, longitude }: Point) =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`

interface ShopPlace {
  readonly url: string
  readonly brand: string
  readonly market: Pick<Market, 'numbers' | 'country'>
}

const schemaDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Describes the shop for search engines as schema.org's LocalBusiness. */
export function shopInData(shop: Shop, { url, brand, market }: ShopPlace) {
  const { name, address, town, district, phone, latitude, longitude, hours } = shop
  return {
    '@type': 'LocalBusiness',
    '@id': url,
    url,
    name,
    telephone: `+${international(phone, market.numbers)}`,
    ...(shop.kind === 'own' && { brand: { '@type': 'Brand', name: brand } }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: address,
      addressLocality: town,
      addressRegion: district,
      addressCountry: market.country,
    },
    geo: { '@type': 'GeoCoordinates', latitude, longitude },
    openingHoursSpecification: hours.flatMap((openings, day) =>
      openings.map(({ from, to }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: schemaDays[day],
        opens: clockText(from),
        closes: clockText(Math.min(to, 24 * 60 - 1)),
      })),
    ),
  }
}
