import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Repurchases } from '@nyanja/server/payments/repurchases'
import type { Portal } from '../../server/portal.ts'
import { addressOf, hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { findSameWay, type ReadPress } from './again-view.ts'
import { nextAfter } from './pay-action.ts'

interface PressOnPage {
  readonly press: ReadPress
  readonly clientIp: string
  /** The page of the button, which says itself what is in the way. */
  readonly repeated: string
  /** Finds what is sold, where that is not simply the same. */
  readonly offerOf?: Parameters<Repurchases['take']>[2]
}

/**
 * Opens the order of this press, and pays it as the last one was paid, where that takes nothing more. Returns the
 * address of the next page.
 */
export async function payAgain(
  portal: Portal,
  url: URL,
  payment: OrderedPayment,
  { press, clientIp, repeated, offerOf }: PressOnPage,
): Promise<string> {
  const to = hrefsAt(url)
  const language = languageOf(url, portal.market)
  const taken = await portal.repurchases.take(payment, { ...press, language }, offerOf).catch(() => undefined)
  if (taken?.outcome !== 'order') return repeated
  const { order } = taken
  const at = await portal.progress.pageOf(order, 'choose')
  if (at.page !== 'choose') return addressOf(at, order, url)
  const way = await findSameWay(portal, payment, order.choice.amount)
  if (press.isOtherWay) return to.paymentStart({ order: order.id })
  const choosing = to.paymentStart({ order: order.id, ...(way && { method: way.option.segment }) })
  if (way?.payer === undefined) return choosing
  const next = nextAfter(await portal.payments.pay(order, way.payer, { clientIp }), order, to)
  return 'to' in next ? next.to : choosing
}
