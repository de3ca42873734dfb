import { displayMoney } from '@nyanja/domain/money/money'
import { type SavedNumber, shortName } from '@nyanja/domain/numbers/saved-numbers'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/text.ts'
import { describeChoice } from '../order/order-facts.ts'
import { findPayment, hrefsAt } from '../order/order-page.ts'
import type { Task } from '../ui/step-timeline.tsx'

/** Lists what was bought last for the saved numbers, each with the link that buys it again. */
export async function keptPurchases(portal: Portal, url: URL, numbers: readonly SavedNumber[]): Promise<Task[]> {
  const tasks = await Promise.all(
    numbers.map(async (number): Promise<Task | undefined> => {
      if (number.payment === undefined) return undefined
      const payment = await findPayment(portal, number.payment)
      if (payment === undefined || !(await portal.repurchases.isOffered(payment))) return undefined
      const price = unbroken(displayMoney(payment.order.choice.amount))
      return {
        href: hrefsAt(url).again(payment.attempt.id),
        icon: 'return',
        title: shortName(number),
        text: `${describeChoice(portal, url, payment.order)} · ${price}`,
      }
    }),
  )
  return tasks.filter((task) => task !== undefined)
}
