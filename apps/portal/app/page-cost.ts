import { displayMoney, money } from '@nyanja/domain/money/money'
import { costOfBytes, kilobytesText } from '@nyanja/domain/money/units'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Market } from '@nyanja/server/settings/market'
import type { PageWeight } from './portal-context.ts'

type CostTexts = Pick<ContentPackages['footer-translation'], 'pagePrice' | 'islandPrice' | 'kilobytes' | 'lessThan'>

/** Describes what a page weighed and cost a visitor who loaded it for the first time, and what its islands add. */
export function formatPageCost(
  weight: PageWeight,
  texts: CostTexts,
  market: Pick<Market, 'ratePerMb' | 'currency' | 'secondCurrency'>,
): string {
  function fillCost(text: string, bytes: number): string {
    const cost = costOfBytes(bytes, market)
    const price =
      cost.minor === 0 ? fill(texts.lessThan, { price: displayMoney(money(cost.currency, 1)) }) : displayMoney(cost)
    return fill(text, { size: fill(texts.kilobytes, { count: kilobytesText(bytes) }), price })
  }
  const page = fillCost(texts.pagePrice, weight.page)
  return weight.islands === 0 ? page : `${page} ${fillCost(texts.islandPrice, weight.islands)}`
}
