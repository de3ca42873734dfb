import { international } from '@nyanja/domain/numbers/msisdn'
import { clockText } from '@nyanja/domain/places/shop'
import type { Shop } from '@nyanja/server/places/place-records'
import type { Market } from '@nyanja/server/settings/market'

interface ShopPlace {
  readonly url: string
  readonly brand: string
  readonly market: Pick<Market, 'numbers' | 'country'>
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** As search engines read it: schema.org's LocalBusiness. */
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
        dayOfWeek: days[day],
        opens: clockText(from),
        closes: clockText(Math.min(to, 24 * 60 - 1)),
      })),
    ),
  }
}
