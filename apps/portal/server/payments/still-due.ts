import type { Invoice } from '@nyanja/domain/bill'
import { isSameMoney } from '@nyanja/domain/money'
import type { PlacedOrder } from './order.ts'
import type { PayLinks } from './pay-links.ts'
import type { Plans } from './plans.ts'

/** `paid_by_link`: somebody else was asked, or has asked, and one of them has paid. */
export type Dueness = 'due' | 'paid_by_link' | 'bill_changed' | 'plan_paid'

export interface StillDueOptions {
  readonly payLinks: Pick<PayLinks, 'of' | 'standing'>
  readonly plans: Pick<Plans, 'standing'>
  /** As billing has them this moment. */
  readonly openInvoices: (account: string) => Promise<readonly Invoice[] | undefined>
}

/** Whether an order that nobody has paid should still be paid: others may have paid the same by an order of their own. */
export class StillDue {
  readonly #options: StillDueOptions

  constructor(options: StillDueOptions) {
    this.#options = options
  }

  async of(order: PlacedOrder): Promise<Dueness> {
    if (await this.#isPaidByLink(order)) return 'paid_by_link'
    if (await this.#isPlanPaid(order)) return 'plan_paid'
    return (await this.#isBillChanged(order)) ? 'bill_changed' : 'due'
  }

  async #isPaidByLink(order: PlacedOrder): Promise<boolean> {
    const { payLinks } = this.#options
    const link = await payLinks.of(order)
    return link !== undefined && (await payLinks.standing(link)).is === 'paid'
  }

  async #isPlanPaid({ choice }: PlacedOrder): Promise<boolean> {
    if (choice.kind !== 'plan') return false
    return (await this.#options.plans.standing(choice.plan.leadReference)).is === 'paid'
  }

  /** A billing system that is silent keeps nobody from paying: what it takes too much it books on the account. */
  async #isBillChanged({ choice }: PlacedOrder): Promise<boolean> {
    if (choice.kind !== 'invoice') return false
    const { account, invoices } = choice.bill
    const open = await this.#options.openInvoices(account).catch(() => null)
    if (open === null) return false
    const isOpen = (chosen: Invoice) =>
      open?.some((one) => one.billId === chosen.billId && isSameMoney(one.outstanding, chosen.outstanding))
    return !invoices.every(isOpen)
  }
}
