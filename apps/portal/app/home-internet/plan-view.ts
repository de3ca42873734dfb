import { connectionFeeOf, firstPayment, type OrderedPlan, planOffered } from '@nyanja/domain/leads/plan'
import { displayMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { Draft } from '@nyanja/server/leads/draft'
import type { Portal } from '../../server/portal.ts'
import { groupBundles } from '../bundles/bundle-bundle-groups.ts'
import type { LastingRow } from '../bundles/bundle-rows.ts'
import { windowOn } from '../bundles/bundle-window.ts'
import { chipsOf, type ListHrefOf, moreOf, outcomesOf } from '../bundles/list-links.ts'
import { validityOf } from '../format/bundle-texts.ts'
import { clockOf } from '../format/clock.ts'
import { translateBundles } from '../format/translate-bundles.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { languageOf } from '../visitor-language.ts'
import { type InternetTexts, internetTexts } from './internet-texts.ts'
import { feeText, plansNow } from './plans.ts'

const size = { perGroup: 20, most: 60 }

/** Every plan, as far as one page shows them. `silent` while nobody knows them. */
export async function planChoice(portal: Portal, url: URL, draft: Draft) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = internetTexts(portal, url)
  const common = content.page('recharge-translation', language)
  const hrefOf: ListHrefOf = (query) => hrefsAt(url).leadPlan({ draft: draft.id, ...query })
  const plans = await plansNow(portal)
  if (plans === undefined) return { is: 'silent', retryHref: hrefOf({}) } as const

  const bundleGroups = groupBundles(translateBundles(plans, language), common)
  const selection = {
    kind: 'all',
    period: url.searchParams.get('filter'),
    page: Number(url.searchParams.get('page') ?? 1) || 1,
  } as const
  const shown = windowOn(bundleGroups, selection, size, { now: portal.now(), clock: clockOf(market, language) })
  const rowOf = ({ code, gives, price }: LastingRow) => {
    const bundle = bundleGroups.byCode.get(code)?.bundle
    if (bundle === undefined) return []
    const firstDay = firstDayText(portal, planOffered(bundle, market), texts)
    return [{ code, gives, price, name: bundle.name, lasts: validityOf(bundle, common), firstDay }]
  }
  return {
    is: 'list',
    chips: chipsOf(bundleGroups.groups.get('all') ?? [], { shown, hrefOf, texts }),
    groups: shown.groups.map((group) => ({
      ...group,
      rows: group.rows.flatMap(rowOf),
      more: moreOf(group, { shown, hrefOf, texts }),
    })),
    turns: outcomesOf(shown, { hrefOf, texts }),
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
