import type { Shops } from '@nyanja/server/places/shops'
import { hrefs } from '../hrefs.ts'
import { shopPage } from './shop-view.ts'

/** Each shop may be found by searching for it. */
export async function shopPaths(shops: Pick<Shops, 'names'>): Promise<string[]> {
  return (await shops.names()).map((shop) => hrefs('').shop(shopPage(shop)))
}
