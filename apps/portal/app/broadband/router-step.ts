import type { LineType } from '@nyanja/domain/numbers/msisdn'
import type { Order } from '@nyanja/server/payments/orders'
import type { VisitorLineCheck, VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import type { NumberFault } from '../number/line-answer.ts'
import { findTypedLine, isNumberOf } from '../number/typed-line.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'

/** The pages that order for routers, as orders store them. */
const routerPages = { bundles: '/data-bundle', balance: '/broadband-recharge' } as const
export type RouterPage = keyof typeof routerPages

const paths: readonly string[] = Object.values(routerPages)

/** Finds the order that the address names, if it is for a router. */
export async function routerOrder({ orders }: Pick<Portal, 'orders'>, url: URL): Promise<Order | undefined> {
  return orders.ownOrder(url.searchParams.get('order') ?? '', paths)
}

/** Does the same for pages that need it. */
export async function neededOrder(portal: Pick<Portal, 'orders'>, url: URL): Promise<Order> {
  const order = await routerOrder(portal, url)
  if (order === undefined) throw redirect(hrefsAt(url).dataBalance(), { status: 303 })
  return order
}

/** A phone buys on another page. */
export type Offer = 'prepaid' | 'bill'

export type RouterStep =
  | { readonly outcome: 'order'; readonly order: Order }
  | { readonly outcome: 'offer'; readonly offer: Offer }
  | { readonly outcome: 'fault'; readonly fault: NumberFault }
  | Extract<VisitorLineCheck, { readonly outcome: 'challenge' }>

export type RouterLine =
  | { readonly outcome: 'line'; readonly msisdn: string; readonly lineType: LineType; readonly isBroadband: boolean }
  | Exclude<RouterStep, { outcome: 'order' }>

/** Tells whether the page is for this number: bundles are a router's, and every line has something left. */
export async function checkRouterLine(
  { lines }: { readonly lines: VisitorLines },
  typed: string,
  page: RouterPage,
): Promise<RouterLine> {
  const line = await findTypedLine(lines, typed)
  if (line.outcome !== 'line') return line
  const { lineType, isBroadband } = line
  if (page === 'bundles' && !isBroadband)
    return { outcome: 'offer', offer: lineType === 'PREPAID' ? 'prepaid' : 'bill' }
  return line
}

/** Tells whether the order of these pages is for a router. While the BSS is silent it counts as one. */
export async function isRouterOrder({ lines }: Pick<Portal, 'lines'>, { msisdn }: Order): Promise<boolean> {
  const line = await lines.check(msisdn).catch(() => undefined)
  return line?.outcome !== 'line' || line.isBroadband
}

interface TypedRouter {
  readonly typed: string
  readonly page: RouterPage
  readonly known?: Order
}

/** Finds or creates the order for a router; another number begins another order. */
export async function routerStep(
  portal: Pick<Portal, 'market' | 'orders'> & { readonly lines: VisitorLines },
  url: URL,
  { typed, page, known }: TypedRouter,
): Promise<RouterStep> {
  const { market, orders } = portal
  if (known !== undefined && isNumberOf(known, typed, market.numbers)) return { outcome: 'order', order: known }

  const line = await checkRouterLine(portal, typed, page)
  if (line.outcome !== 'line') return line
  const { msisdn, lineType } = line
  const language = languageOf(url, market)
  const order = await orders.open({ channel: 'web', language, msisdn, lineType, redirectPage: routerPages[page] })
  return { outcome: 'order', order }
}
