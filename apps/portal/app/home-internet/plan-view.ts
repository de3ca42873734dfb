import { connectionFeeOf, firstPayment, type OrderedPlan, planOffered } from '@nyanja/domain/leads/plan'
import { displayMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { Draft } from '@nyanja/server/leads/draft'
import type { Portal } from '../../server/portal.ts'
import { type ListHrefOf, listByPeriod } from '../bundles/bundle-listing.ts'
import type { LastingRow } from '../bundles/bundle-rows.ts'
import { translateBundles, validityOf } from '../format/bundle-texts.ts'
import { clockOf } from '../format/clock.ts'
import { languageOf } from '../page-language.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { type InternetTexts, internetTexts } from './internet-texts.ts'
import { feeText, plansNow } from './plans.ts'

/** Every plan, as far as one page shows them. `silent` while nobody knows them. */
export async function planChoice(portal: Portal, url: URL, draft: Draft) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = internetTexts(portal, url)
  const common = content.page('recharge-translation', language)
  const hrefOf: ListHrefOf = ({ period: filter, page }) =>
    hrefsAt(url).leadPlan({ draft: draft.id, ...(filter && { filter }), ...(page && { page: String(page) }) })
  const plans = await plansNow(portal)
  if (plans === undefined) return { is: 'silent', retryHref: hrefOf({}) } as const

  const moment = { now: portal.now(), clock: clockOf(market, language) }
  const asked = { query: url.searchParams, moment, hrefOf, texts, common }
  const { chips, groups, pages, byCode } = listByPeriod(translateBundles(plans, language), asked)
  const rowOf = ({ code, gives, price }: LastingRow) => {
    const bundle = byCode.get(code)?.bundle
    if (bundle === undefined) return []
    const firstDay = firstDayText(portal, planOffered(bundle, market), texts)
    return [{ code, gives, price, name: bundle.name, lasts: validityOf(bundle, common), firstDay }]
  }
  return {
    is: 'list',
    chips,
    groups: groups.map(({ heading, rows, more }) => ({ heading, more, rows: rows.flatMap(rowOf) })),
    pages,
    tax: `${texts.planTax} ${feeText(portal, texts)}`,
  } as const
}

export type PlanChoice = Awaited<ReturnType<typeof planChoice>>
export type PlanListing = Extract<PlanChoice, { is: 'list' }>
export type PlanRow = PlanListing['groups'][number]['rows'][number]

/** What it comes to on the day on which it begins. */
export function firstDayText(portal: Pick<Portal, 'market'>, ordered: OrderedPlan, texts: InternetTexts): string {
  const { amount } = ordered
  const fee = connectionFeeOf(portal.market, ordered)
  return fee === undefined
    ? displayMoney(amount)
    : fill(texts.firstDay, { amount: displayMoney(firstPayment(amount, fee)) })
}
