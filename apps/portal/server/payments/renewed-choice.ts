import { type Bill, chargeFor, type Invoice, totalOf } from '@nyanja/domain/bill'
import { type Bundle, isForBroadband } from '@nyanja/domain/bundle'
import type { LineType } from '@nyanja/domain/line'
import type { Choice } from './order.ts'
import type { Plans } from './plans.ts'

export interface RenewalSources {
  readonly bundle: (
    productCode: string,
    line: { readonly lineType: LineType; readonly isBroadband: boolean },
  ) => Promise<Bundle | undefined>
  /** As billing has them this moment. */
  readonly openInvoices: (account: string) => Promise<readonly Invoice[]>
  readonly plans: Pick<Plans, 'choice' | 'standing'>
  readonly roundUp: boolean
}

/**
 * The same product at the price of today, or of the order that it is for; undefined when it is sold no more, or when
 * nothing of it is left to pay. `ended`: it was ordered, and nobody will bring it.
 */
export async function renewedChoice(
  { choice, lineType }: { readonly choice: Choice; readonly lineType: LineType },
  sources: RenewalSources,
): Promise<Choice | 'ended' | undefined> {
  switch (choice.kind) {
    case 'airtime':
    case 'bill':
      return choice
    case 'bundle': {
      const line = { lineType, isBroadband: isForBroadband(choice.bundle) }
      const bundle = await sources.bundle(choice.bundle.productCode, line)
      return bundle && { kind: 'bundle', amount: bundle.price, bundle }
    }
    case 'invoice':
      return openPartOf(choice.bill, sources)
    case 'plan': {
      const { is } = await sources.plans.standing(choice.plan.leadReference)
      if (is === 'not_payable') return 'ended'
      return is === 'paid' ? undefined : sources.plans.choice(choice.plan)
    }
  }
}

async function openPartOf({ account, invoices }: Bill, { openInvoices, roundUp }: RenewalSources) {
  const chosen = new Set(invoices.map(({ billId }) => billId))
  const open = (await openInvoices(account)).filter(({ billId }) => chosen.has(billId))
  const total = totalOf(open)
  if (total === undefined) return undefined
  return { kind: 'invoice', amount: chargeFor(total, { roundUp }), bill: { account, invoices: open } } satisfies Choice
}
