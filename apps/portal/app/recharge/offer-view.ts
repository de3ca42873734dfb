import type { Portal } from '../../server/portal.ts'
import { openOnly, type ScreenName } from '../open-screens.ts'
import { languagePrefixOf } from '../page-language.ts'
import { languageOf } from '../visitor-language.ts'
import type { Offer } from './recharge-problems.ts'

/** Another page for the number, in words. Sent with the answer: most visitors never need it. */
export interface OfferView {
  readonly heading: string
  readonly text: string
  /** Posts the number on; none where that page does not exist. */
  readonly action?: { readonly href: string; readonly text: string }
}

const offers = {
  postpaid: { screen: 'bills', words: ['offerPostpaid', 'offerPostpaidText', 'offerPostpaidLink'] },
  hybrid: { screen: 'bills', words: ['offerHybrid', 'offerHybridText', 'offerHybridLink'] },
  broadband: { screen: 'dataBundle', words: ['offerBroadband', 'offerBroadbandText', 'offerBroadbandLink'] },
} as const satisfies Record<Offer, { readonly screen: ScreenName; readonly words: readonly string[] }>

export function offerView({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL, offer: Offer): OfferView {
  const texts = content.page('recharge-translation', languageOf(url, market))
  const [heading, text, link] = offers[offer].words
  const [screen] = openOnly([offers[offer]], languagePrefixOf(url.pathname))
  return {
    heading: texts[heading],
    text: texts[text],
    ...(screen !== undefined && { action: { href: screen.href, text: texts[link] } }),
  }
}
