import type { Order } from '@nyanja/server/payments/order'
import type { Portal } from '../../server/portal.ts'
import { groupBundles } from '../bundles/bundle-bundle-groups.ts'
import { windowOn } from '../bundles/bundle-window.ts'
import { chipsOf, type ListHrefOf, moreOf, outcomesOf } from '../bundles/list-links.ts'
import { clockOf } from '../format/clock.ts'
import { translateBundles } from '../format/translate-bundles.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { languageOf } from '../visitor-language.ts'
import type { RouterPage } from './router-order.ts'

const size = { perGroup: 20, most: 60 }

interface Asked {
  readonly order: Order
  readonly page: RouterPage
}

/** The bundles that a router can have, as far as one page shows them. `silent` while nobody knows them. */
export async function bundleChoice(portal: Portal, url: URL, { order, page }: Asked) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('broadband-translation', language)
  const common = content.page('recharge-translation', language)
  const to = hrefsAt(url)
  const hrefOf: ListHrefOf = (query) => {
    const asked = { order: order.id, ...query }
    return page === 'bundles' ? to.dataBundle(asked) : to.dataBalance(asked)
  }
  const line = { lineType: order.lineType, isBroadband: true }
  const bundles = await portal.bundles.forLine(line).catch(() => undefined)
  if (bundles === undefined) return { is: 'silent', retryHref: hrefOf({}) } as const

  const bundleGroups = groupBundles(translateBundles(bundles, language), common)
  const selection = {
    kind: 'all',
    period: url.searchParams.get('filter'),
    page: Number(url.searchParams.get('page') ?? 1) || 1,
  } as const
  const shown = windowOn(bundleGroups, selection, size, { now: portal.now(), clock: clockOf(market, language) })
  return {
    is: 'list',
    chosen: order.choice?.kind === 'bundle' ? order.choice.bundle.productCode : '',
    chips: chipsOf(bundleGroups.groups.get('all') ?? [], { shown, hrefOf, texts }),
    groups: shown.groups.map((group) => ({ ...group, more: moreOf(group, { shown, hrefOf, texts }) })),
    turns: outcomesOf(shown, { hrefOf, texts }),
    texts: {
      gives: common.columnGives,
      lasts: common.columnEnds,
      perMb: common.columnPerMb,
      price: common.columnPrice,
      ends: common.ends,
      cheapest: common.cheapest,
      tax: common.orderTax,
      note: `${texts.listNote} ${common.gigabyteNote}`,
    },
  } as const
}

export type BundleChoice = Awaited<ReturnType<typeof bundleChoice>>
export type BundleListing = Extract<BundleChoice, { is: 'list' }>
