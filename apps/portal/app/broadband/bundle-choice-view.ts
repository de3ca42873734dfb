import { fill } from '@nyanja/domain/texts/fill'
import type { Order } from '@nyanja/server/payments/orders'
import { clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import type { BundleListing } from '../bundles/bundle-list.tsx'
import { type ListHrefOf, listByPeriod } from '../bundles/bundle-listing.ts'
import { type BundleRow, pickerTexts } from '../bundles/bundle-rows.ts'
import { translateBundles } from '../format/bundle-texts.ts'
import { pickTexts } from '../format/text.ts'
import type { Hrefs } from '../hrefs.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { isAccountContact, overlapping } from './balance-view.ts'
import { isRouterOrder, type RouterPage } from './router-step.ts'

interface ShownChoice {
  readonly order: Order
  readonly page: RouterPage
}

/** The bundles that a router can have, as one page shows them. */
export async function bundleChoice(portal: Portal, url: URL, { order, page }: ShownChoice) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('broadband-translation', language)
  const common = content.page('recharge-translation', language)
  const to = hrefsAt(url)
  const hrefOf: ListHrefOf = ({ period: filter, page: at }) => {
    const query = { order: order.id, ...(filter && { filter }), ...(at && { page: String(at) }) }
    return page === 'bundles' ? to.dataBundle(query) : to.dataBalance(query)
  }
  const line = { lineType: order.lineType, isBroadband: true }
  const bundles = await portal.bundles.forLine(line).catch(() => undefined)
  const moment = { now: portal.now(), clock: clockOf(market, language) }
  const listing = { query: url.searchParams, moment, hrefOf, texts, common }
  return {
    listing:
      bundles === undefined ? 'unavailable' : withoutBars(listByPeriod(translateBundles(bundles, language), listing)),
    retry: { href: hrefOf({}), text: texts.tryAgain },
    chosen: order.choice?.kind === 'bundle' ? order.choice.bundle.productCode : '',
    texts: {
      ...pickTexts(common, pickerTexts),
      ...pickTexts(texts, ['bundlesHeading', 'bundlesNone', 'filterLegend']),
      bundlesNoneText: fill(texts.bundlesNoneText, { number: market.customerCareNumber }),
      bundlesUnavailable: texts.bundlesSilent,
      validityUnlimited: texts.endsNever,
      afterEnd: `. ${texts.renewsNot}`,
      listNote: `${texts.listNote} ${common.gigabyteNote} ${common.orderTax}`,
    },
  } as const
}

export type BundleChoice = Awaited<ReturnType<typeof bundleChoice>>

/** A router's bundles are too similar for bars of their prices per MB. */
function withoutBars<Listing extends BundleListing<BundleRow>>({ chips, groups, pages }: Listing) {
  return {
    chips,
    groups: groups.map(({ heading, rows, more }) => ({ heading, more, rows: rows.map(({ bar, ...row }) => row) })),
    pages,
  }
}

export type ChoiceProblem = 'none_chosen' | 'product_gone' | 'bss_unavailable'
type ChoiceStep = { readonly to: string } | { readonly problem: ChoiceProblem }

interface Chosen {
  readonly order: Order
  /** The only field of the form that is trusted. */
  readonly code: string
}

/** Places the order, with a warning first when another bundle is active and the visitor may know it. */
export async function choiceStep(
  portal: Portal,
  { request, order, code }: Chosen & { readonly request: Request },
  to: Hrefs,
): Promise<ChoiceStep> {
  if (code === '') return { problem: 'none_chosen' }
  const bundle = await bundleFor(portal, order, code)
  if (bundle === null) return { problem: 'bss_unavailable' }
  if (bundle === undefined) return { problem: 'product_gone' }
  if (await isAccountContact(portal, request, order)) {
    // A failed balance check must not block the purchase.
    const entries = await portal.balances.of(order.msisdn).catch(() => [])
    if (overlapping(entries, bundle, portal.now()).length > 0)
      return { to: to.bundleOverlap({ order: order.id, bundle: code }) }
  }
  return place(portal, { order, code }, to)
}

export async function place(portal: Portal, { order, code }: Chosen, to: Hrefs): Promise<ChoiceStep> {
  const bundle = await bundleFor(portal, order, code)
  if (bundle === null) return { problem: 'bss_unavailable' }
  if (bundle === undefined) return { problem: 'product_gone' }
  const placed = await portal.orders.place(order, { kind: 'bundle', amount: bundle.price, bundle })
  return { to: to.paymentStart({ order: placed.id }) }
}

/** Null while it is unknown. No bundle of a router is for a phone, whose balance page has an order too. */
export async function bundleFor(portal: Pick<Portal, 'bundles' | 'lines'>, order: Order, code: string) {
  if (!(await isRouterOrder(portal, order))) return undefined
  return portal.bundles.bundle(code, { lineType: order.lineType, isBroadband: true }).catch(() => null)
}
