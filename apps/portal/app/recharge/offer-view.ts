import type { Portal } from '../../server/portal.ts'
import type { OfferView } from '../number/line-answer.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'

/** A line that is not prepaid belongs on another page. */
export type Offer = 'postpaid' | 'hybrid' | 'broadband'

const offers = {
  postpaid: { screen: 'bills', copy: ['offerPostpaid', 'offerPostpaidText', 'offerPostpaidLink'] },
  hybrid: { screen: 'bills', copy: ['offerHybrid', 'offerHybridText', 'offerHybridLink'] },
  broadband: { screen: 'dataBundle', copy: ['offerBroadband', 'offerBroadbandText', 'offerBroadbandLink'] },
} as const satisfies Record<Offer, { readonly screen: 'bills' | 'dataBundle'; readonly copy: readonly string[] }>

/** Sent with the answer: most visitors never need it. */
export function offerView({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL, offer: Offer): OfferView {
  const texts = content.page('recharge-translation', languageOf(url, market))
  const { screen, copy } = offers[offer]
  const [heading, text, link] = copy
  return {
    heading: texts[heading],
    text: texts[text],
    action: { href: hrefsAt(url)[screen](), text: texts[link] },
  }
}
