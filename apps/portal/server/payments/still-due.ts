import type { Invoice } from '@nyanja/domain/bill'
import { isSameMoney } from '@nyanja/domain/money'
import type { PlacedOrder } from './order.ts'
import type { PayLinks } from './pay-links.ts'
import type { PlanStanding, Plans } from './plans.ts'

/** `paid_by_link`: somebody else was asked, or has asked, and one of them has paid. */
export type Dueness = 'due' | 'paid_by_link' | 'bill_changed' | 'plan_paid' | 'plan_ended'

export interface StillDueOptions {
  readonly payLinks: Pick<PayLinks, 'of' | 'standing'>
  readonly plans: Pick<Plans, 'standing'>
  /** As billing has them this moment. */
  readonly openInvoices: (account: string) => Promise<readonly Invoice[] | undefined>
}

const duenessOfPlan = {
  open: 'due',
  being_paid: 'due',
  paid: 'plan_paid',
  not_payable: 'plan_ended',
} as const satisfies Record<PlanStanding['is'], Dueness>

/** Whether an order that nobody has paid should still be paid: others may have paid the same by an order of their own, and there may be nothing left to pay for. */
export class StillDue {
  readonly #options: StillDueOptions

  constructor(options: StillDueOptions) {
    this.#options = options
  }

  async of(order: PlacedOrder): Promise<Dueness> {
    if (await this.#isPaidByLink(order)) return 'paid_by_link'
    const plan = await this.#duenessOfPlan(order)
    if (plan !== 'due') return plan
    return (await this.#isBillChanged(order)) ? 'bill_changed' : 'due'
  }

  async #isPaidByLink(order: PlacedOrder): Promise<boolean> {
    const { payLinks } = this.#options
    const link = await payLinks.of(order)
    return link !== undefined && (await payLinks.standing(link)).is === 'paid'
  }

  async #duenessOfPlan({ choice }: PlacedOrder): Promise<Dueness> {
    if (choice.kind !== 'plan') return 'due'
    const { is } = await this.#options.plans.standing(choice.plan.leadReference)
    return duenessOfPlan[is]
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
