import { displayMoney, money } from '@nyanja/domain/money/money'
import { costOfBytes, kilobytesText } from '@nyanja/domain/money/units'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '../server/content/content-packages.ts'
import type { Market } from '../server/market.ts'

type CostTexts = Pick<ContentPackages['footer-translation'], 'pagePrice' | 'kilobytes' | 'lessThan'>

/** What a page weighed and cost whoever loaded it for the first time. */
export function costSentence(
  bytes: number,
  texts: CostTexts,
  market: Pick<Market, 'ratePerMb' | 'currency' | 'secondCurrency'>,
): string {
  const cost = costOfBytes(bytes, market)
  const price =
    cost.minor === 0 ? fill(texts.lessThan, { price: displayMoney(money(cost.currency, 1)) }) : displayMoney(cost)
  return fill(texts.pagePrice, { size: fill(texts.kilobytes, { count: kilobytesText(bytes) }), price })
}
