import { orderKinds } from '@nyanja/domain/payments/payment-options'
import { z } from 'zod'

/** The part of each capture that a provider keeps. */
export const Fee = z.object({
  basisPoints: z.int().min(0).max(10_000),
  flatMinor: z.record(z.string(), z.int().nonnegative()).default({}),
  taxBasisPoints: z.int().min(0).max(10_000).default(0),
  rounding: z.enum(['half_up', 'up', 'down']).default('half_up'),
  /** The first day on which the fee holds. */
  from: z.iso.date().exactOptional(),
})

/** A tax that prices include. */
export const Tax = z.object({
  /** The name in each language of the market. */
  name: z.record(z.string(), z.string().min(1)),
  /** The rate in hundredths of a percent of the price before it. */
  basisPoints: z.int().positive().max(10_000),
  /** The kinds of order that are taxed; without the list, all. */
  on: z.array(z.enum(orderKinds)).min(1).optional(),
  /** The first day of a changed rate, and the first day of the next one. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
})
