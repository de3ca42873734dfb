import type { Order } from '@nyanja/server/payments/orders'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import { overlapping } from './active-bundles.ts'
import { isAccountContact } from './balance-owner.ts'

export type ChoiceProblem = 'none_chosen' | 'product_gone' | 'service_silent'
export type ChoiceStep = { readonly to: string } | { readonly problem: ChoiceProblem }

interface Chosen {
  readonly order: Order
  /** All that is believed of the form. */
  readonly code: string
}

/** Places the order, by way of the warning where another bundle runs and the visitor may know it. */
export async function choiceStep(
  portal: Portal,
  { request, order, code }: Chosen & { readonly request: Request },
  to: Hrefs,
): Promise<ChoiceStep> {
  if (code === '') return { problem: 'none_chosen' }
  const bundle = await bundleFor(portal, order, code)
  if (bundle === null) return { problem: 'service_silent' }
  if (bundle === undefined) return { problem: 'product_gone' }
  if (await isAccountContact(portal, request, order)) {
    // What cannot be read is no reason to hold anybody up.
    const entries = await portal.balances.of(order.msisdn).catch(() => [])
    if (overlapping(entries, bundle, portal.now()).length > 0)
      return { to: to.bundleOverlap({ order: order.id, bundle: code }) }
  }
  return place(portal, { order, code }, to)
}

export async function place(portal: Portal, { order, code }: Chosen, to: Hrefs): Promise<ChoiceStep> {
  const bundle = await bundleFor(portal, order, code)
  if (bundle === null) return { problem: 'service_silent' }
  if (bundle === undefined) return { problem: 'product_gone' }
  const placed = await portal.orders.place(order, { kind: 'bundle', amount: bundle.price, bundle })
  return { to: to.paymentStart({ order: placed.id }) }
}

/** Null while nobody knows. */
export function bundleFor({ bundles }: Pick<Portal, 'bundles'>, { lineType }: Order, code: string) {
  return bundles.bundle(code, { lineType, isBroadband: true }).catch(() => null)
}
