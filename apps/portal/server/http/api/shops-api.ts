import { international } from '@nyanja/domain/numbers/msisdn'
import { shopTitle } from '@nyanja/domain/places/shop'
import { translate } from '@nyanja/domain/texts/language'
import type { NearShop } from '@nyanja/server/places/shops'
import type { FastifyInstance } from 'fastify'
import { type ShopResponse, shopsByCoordinates } from '../../../contract/shops.ts'
import type { Portal } from '../../portal.ts'
import { serveCms } from './serve-cms.ts'

/** A map shows no more shops than a visitor looks at. */
const mostShops = 100

/**
 * Serves shops for other channels, in the spec's wire form. No cache stores an answer, since it reveals where the
 * visitor is.
 */
export function registerShopsApi(app: FastifyInstance, { places, market }: Pick<Portal, 'places' | 'market'>): void {
  const toResponse = (shop: NearShop): ShopResponse => ({
    shop: shop.name,
    title: shopTitle(shop.name),
    phyLocation: shop.address,
    phNumber: `+${international(shop.phone, market.numbers)}`,
    location: { latitue: shop.latitude, longitude: shop.longitude },
    distance: Math.round(shop.distanceKm * 10) / 10,
    selected: false,
    latitude: shop.latitude,
    longitude: shop.longitude,
  })

  serveCms(app, shopsByCoordinates, market, async ({ input, language }) => {
    const { latitude, longitude, distanceInKilometers } = input
    const point = { latitude, longitude }
    const shops = await places.shops.near({ point, kind: 'own', radiusKm: distanceInKilometers, limit: mostShops })
    return { json: JSON.stringify(shops.map((shop) => toResponse(translate(shop, language)))) }
  })
}
