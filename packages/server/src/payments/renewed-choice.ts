import { type Bill, type Invoice, isCovered, roundedCharge, totalOf } from '@nyanja/domain/bills/bill'
import { type Bundle, isForBroadband } from '@nyanja/domain/bundles/bundle'
import type { Money } from '@nyanja/domain/money/money'
import type { LineType } from '@nyanja/domain/numbers/line'
import type { Choice } from './order.ts'
import type { Plans } from './plans.ts'

type BillChoice = Extract<Choice, { readonly bill: Bill }>

export interface RenewalSources {
  readonly bundle: (
    productCode: string,
    line: { readonly lineType: LineType; readonly isBroadband: boolean },
  ) => Promise<Bundle | undefined>
  /** As billing has them this moment. */
  readonly openInvoices: (account: string) => Promise<readonly Invoice[]>
  readonly billOf: (msisdn: string) => Promise<{ readonly account: string; readonly left: Money } | undefined>
  readonly plans: Pick<Plans, 'choice' | 'standing'>
  readonly roundUp: boolean
}

interface RenewedLink {
  readonly choice: Choice
  readonly lineType: LineType
  readonly msisdn: string
}

/**
 * The same product at the price of today, or of the order that it is for; undefined when it is sold no more, or when
 * nothing of it is left to pay. `ended`: it was ordered, and nobody will bring it.
 */
export async function renewedChoice(
  { choice, lineType, msisdn }: RenewedLink,
  sources: RenewalSources,
): Promise<Choice | 'ended' | undefined> {
  switch (choice.kind) {
    case 'airtime':
      return choice
    case 'bill':
      return leftOf(choice, msisdn, sources)
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
  const { amount, ...rounded } = roundedCharge(total, { roundUp })
  return { kind: 'invoice', amount, bill: { account, invoices: open, ...rounded } } satisfies Choice
}

/** No more than what is left of it today, unless more was agreed to. */
async function leftOf(choice: BillChoice, msisdn: string, { billOf, roundUp }: RenewalSources) {
  const { amount, bill } = choice
  const found = bill.credit === 'any' ? undefined : await billOf(msisdn)
  if (found === undefined || isCovered(amount, bill, { left: found.left, roundUp })) return choice
  if (found.left.minor <= 0) return undefined
  const { amount: left, ...rounded } = roundedCharge(found.left, { roundUp })
  return { kind: 'bill', amount: left, bill: { account: found.account, invoices: [], ...rounded } } satisfies Choice
}
