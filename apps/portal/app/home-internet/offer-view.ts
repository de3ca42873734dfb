import { fill } from '@nyanja/domain/texts/fill'
import type { Portal } from '../../server/portal.ts'
import { languageOf } from '../page-language.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { deviceOf } from './device.ts'
import { internetTexts } from './internet-texts.ts'
import { feeText, lowestPrice } from './plans.ts'

/** What the offer says, on its own page and on the first one. */
export async function offerView(portal: Pick<Portal, 'market' | 'content' | 'bundles'>, url: URL) {
  const { market, content } = portal
  const texts = internetTexts(portal, url)
  const price = await lowestPrice(portal)
  return {
    device: deviceOf(content.page('website-homepage-config', languageOf(url, market))),
    from: price === undefined ? undefined : fill(texts.offerFrom, { price }),
    fee: feeText(portal, texts),
    action: hrefsAt(url).internet(),
  }
}
