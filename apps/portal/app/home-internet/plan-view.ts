import { setTimeout as sleep } from 'node:timers/promises'
import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { firstPayment, getConnectionFee, homeLine, type OrderedPlan, planOffered } from '@nyanja/domain/leads/plan'
import { compareMoney, displayMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { Draft } from '@nyanja/server/leads/draft'
import { clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import { type ListHrefOf, listByPeriod } from '../bundles/bundle-listing.ts'
import type { LastingRow } from '../bundles/bundle-rows.ts'
import { translateBundles, validityOf } from '../format/bundle-texts.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { deviceOf, type InternetTexts, internetTexts } from './draft-step.ts'

/** Reads the plans; they are undefined while they are unknown. */
async function plansNow({ bundles }: Pick<Portal, 'bundles'>): Promise<readonly Bundle[] | undefined> {
  return bundles.forLine(homeLine).catch(() => undefined)
}

interface FeeTexts {
  /** A text with `{fee}`. */
  readonly offerFee: string
  readonly offerNoFee: string
}

function feeText({ market }: Pick<Portal, 'market'>, { offerFee, offerNoFee }: FeeTexts): string {
  const fee = getConnectionFee(market)
  return fee === undefined ? offerNoFee : fill(offerFee, { fee: displayMoney(fee) })
}

/** The first page waits no longer: a price that is unknown by then is left out. */
const timeoutsMs = 300

async function lowestPrice(portal: Pick<Portal, 'bundles'>): Promise<string | undefined> {
  const plans = await Promise.race([plansNow(portal), sleep(timeoutsMs, undefined, { ref: false })])
  const [cheapest] = (plans ?? []).map(({ price }) => price).toSorted(compareMoney)
  return cheapest && displayMoney(cheapest)
}

/** Lists every plan, as far as one page shows them. It is `silent` while they are unknown. */
export async function planChoice(portal: Portal, url: URL, draft: Draft) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = internetTexts(portal, url)
  const common = content.page('recharge-translation', language)
  const hrefOf: ListHrefOf = ({ period: filter, page }) =>
    hrefsAt(url).leadPlan({ draft: draft.id, ...(filter && { filter }), ...(page && { page: String(page) }) })
  const plans = await plansNow(portal)
  if (plans === undefined) return { kind: 'unavailable', retryHref: hrefOf({}) } as const

  const moment = { now: portal.now(), clock: clockOf(market, language) }
  const listing = { query: url.searchParams, moment, hrefOf, texts, common }
  const { chips, groups, pages, byCode } = listByPeriod(translateBundles(plans, language), listing)
  const rowOf = ({ code, gives, price }: LastingRow) => {
    const bundle = byCode.get(code)?.bundle
    if (bundle === undefined) return []
    const firstDay = firstDayText(portal, planOffered(bundle, market), texts)
    return [{ code, gives, price, name: bundle.name, lasts: validityOf(bundle, common), firstDay }]
  }
  return {
    kind: 'list',
    chips,
    groups: groups.map(({ heading, rows, more }) => ({ heading, more, rows: rows.flatMap(rowOf) })),
    pages,
    tax: `${texts.planTax} ${feeText(portal, texts)}`,
  } as const
}

export type PlanChoice = Awaited<ReturnType<typeof planChoice>>
export type PlanListing = Extract<PlanChoice, { kind: 'list' }>
export type PlanRow = PlanListing['groups'][number]['rows'][number]

/** The total on the first day. */
export function firstDayText(portal: Pick<Portal, 'market'>, ordered: OrderedPlan, texts: InternetTexts): string {
  const { amount } = ordered
  const fee = getConnectionFee(portal.market, ordered)
  return fee === undefined
    ? displayMoney(amount)
    : fill(texts.firstDay, { amount: displayMoney(firstPayment(amount, fee)) })
}

type PlanStep = 'chosen' | 'changed' | 'missing' | 'gone' | 'unavailable'

interface Chosen {
  readonly draft: Draft
  readonly seen: number
  /** The only field of the form that is trusted. */
  readonly code: string
}

export async function planStep(
  portal: Pick<Portal, 'bundles' | 'drafts' | 'market'>,
  { draft, seen, code }: Chosen,
): Promise<PlanStep> {
  if (code === '') return 'missing'
  const plans = await plansNow(portal)
  if (plans === undefined) return 'unavailable'
  const bundle = plans.find(({ productCode }) => productCode === code)
  if (bundle === undefined) return 'gone'
  const { outcome } = await portal.drafts.choosePlan(draft, seen, planOffered(bundle, portal.market))
  return outcome === 'changed' ? 'chosen' : 'changed'
}

/** The facts of a plan, as text. */
export interface PlanFacts {
  readonly name: string
  readonly price: string
  readonly fee?: string
  /** The amount that is due on the first day. */
  readonly due: string
}

export function planFacts(portal: Pick<Portal, 'market'>, ordered: OrderedPlan): PlanFacts {
  const { description, amount } = ordered
  const fee = getConnectionFee(portal.market, ordered)
  return {
    name: description,
    price: displayMoney(amount),
    ...(fee && { fee: displayMoney(fee) }),
    due: displayMoney(firstPayment(amount, fee)),
  }
}

/** The texts of the offer, on its own page and on the first one. */
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
