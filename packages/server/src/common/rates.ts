import { orderKinds } from '@nyanja/domain/payments/payment-options'
import { z } from 'zod'

/** A provider keeps this of each capture. */
export const Fee = z.object({
  basisPoints: z.int().min(0).max(10_000),
  flatMinor: z.record(z.string(), z.int().nonnegative()).default({}),
  taxBasisPoints: z.int().min(0).max(10_000).default(0),
  rounding: z.enum(['half_up', 'up', 'down']).default('half_up'),
  /** The fee holds from this day on. */
  from: z.iso.date().exactOptional(),
})

/** A tax that prices include. */
export const Tax = z.object({
  /** The name is in each language of the market. */
  name: z.record(z.string(), z.string().min(1)),
  /** The rate is in hundredths of a percent of the price before it. */
  basisPoints: z.int().positive().max(10_000),
  /** The tax is due on everything without this list. */
  on: z.array(z.enum(orderKinds)).min(1).optional(),
  /** A changed rate has its first day, and the first day of the next rate. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
})
