import type { DayClose } from '@nyanja/domain/finance/day-close'
import { entryKinds } from '@nyanja/domain/finance/journal'
import { isCurrency } from '@nyanja/domain/money/money'
import { Fee, Tax } from '@nyanja/server/common/rates'
import { z } from 'zod'

const Currency = z.string().transform((code, context) => {
  if (isCurrency(code)) return code
  context.addIssue(`${code} is not a currency`)
  return z.NEVER
})
const Counted = z.object({ payments: z.int(), minor: z.int() })
const group = { happenedOn: z.string(), gateway: z.string(), currency: Currency }

const Figures = z.object({
  ...group,
  captured: Counted,
  capturedLate: Counted,
  delivered: Counted,
  refunded: Counted,
  reversed: Counted,
  sentToReview: Counted,
  leftReview: Counted,
  feesMinor: z.int(),
  feeTaxMinor: z.int(),
  expectedPayoutMinor: z.int(),
  credited: Counted.optional(),
  takenBack: Counted.optional(),
})

const Accounts = z.object({
  clearing: z.record(z.string(), z.string()),
  otherClearing: z.string(),
  customerCredit: z.string(),
  // Days that were closed before several numbers could be paid together have none.
  products: z.object({
    airtime: z.string(),
    bundle: z.string(),
    bill: z.string(),
    invoice: z.string(),
    plan: z.string(),
    several: z.string().default(''),
  }),
  salesTax: z.string(),
  fees: z.string(),
  feeTax: z.string(),
  refunds: z.string(),
  reversals: z.string(),
  goodwill: z.string().optional(),
})

const Document = z.object({
  format: z.literal(1),
  day: z.string(),
  timeZone: z.string(),
  fromAt: z.int(),
  untilAt: z.int(),
  rules: z.object({
    fees: z.record(z.string(), z.union([Fee, z.array(Fee)])),
    accounts: Accounts,
    taxes: z.array(Tax),
  }),
  figures: z.array(Figures),
  journal: z.array(
    z.object({ ...group, entry: z.enum(entryKinds), debit: z.string(), credit: z.string(), minor: z.int() }),
  ),
})

/** The close that a stored document holds. */
export function readDocument({ document }: { readonly document: string }): DayClose {
  return Document.parse(JSON.parse(document))
}
