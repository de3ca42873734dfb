import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Portal } from '../../server/portal.ts'
import type { Seen } from './payment-view.ts'

export type SeenPayment = OrderedPayment & Seen

/** Undefined for a link that is cut off or wrong; anything else that goes wrong is a failure. */
export async function findPayment(
  { progress, plans }: Pick<Portal, 'progress' | 'plans'>,
  id: string | undefined,
): Promise<SeenPayment | undefined> {
  if (id === undefined || id === '') return undefined
  const payment = await progress.payment(id).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  return payment && { ...payment, isUndeliverable: await isUndeliverable(plans, payment) }
}

/** What was booked for an order that ended afterwards, and of which nobody has said yet what becomes of it. */
async function isUndeliverable(plans: Portal['plans'], { delivery, refund, order }: OrderedPayment): Promise<boolean> {
  if (order.choice.kind !== 'plan' || delivery?.state !== 'delivered' || refund !== undefined) return false
  const money = await plans.getUndeliverableMoney(order.choice.plan.leadReference)
  return money.some(({ is }) => is === 'looked_at')
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'not_found'
}
