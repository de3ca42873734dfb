import type { DayClose } from '@nyanja/domain/finance/day-close'
import { entryKinds } from '@nyanja/domain/finance/journal'
import { isCurrency } from '@nyanja/domain/money/money'
import { orderKinds } from '@nyanja/domain/payments/payment-options'
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
})

/** What a provider keeps of each capture. */
export const Fee = z.object({
  basisPoints: z.int().min(0).max(10_000),
  flatMinor: z.record(z.string(), z.int().nonnegative()).default({}),
  taxBasisPoints: z.int().min(0).max(10_000).default(0),
  rounding: z.enum(['half_up', 'up', 'down']).default('half_up'),
  /** The first day on which it holds. */
  from: z.iso.date().exactOptional(),
})

const Accounts = z.object({
  clearing: z.record(z.string(), z.string()),
  otherClearing: z.string(),
  customerCredit: z.string(),
  products: z.record(z.enum(orderKinds), z.string()),
  salesTax: z.string(),
  fees: z.string(),
  feeTax: z.string(),
  refunds: z.string(),
  reversals: z.string(),
  goodwill: z.string().optional(),
})

/** A tax that prices include. */
export const Tax = z.object({
  /** In each language of the market. */
  name: z.record(z.string(), z.string().min(1)),
  /** Hundredths of a percent of the price before it. */
  basisPoints: z.int().positive().max(10_000),
  /** Without it: on everything. */
  on: z.array(z.enum(orderKinds)).min(1).optional(),
  /** When the rate changed: the first day, and the first day of the next rate. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
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
