// @ts-nocheck
import { z } from 'zod'
import { Decimal, Id, maybe, Price, Ref } from './wire.ts'

const Value = z.object({ value: z.unknown(), unitOfMeasure: maybe(z.string()) })
const Characteristic = z.object({ name: z.string(), productSpecCharacteristicValue: maybe(z.array(Value)) })
export type Characteristic = z.infer<typeof Characteristic>

/** Either inline with tax, or as the price resource has it. */
const AnyPrice = z.object({ taxIncludedAmount: maybe(Price), unit: maybe(z.string()), value: maybe(Decimal) })
export const OfferingPrice = z.object({ id: maybe(Id), priceType: maybe(z.string()), price: maybe(AnyPrice) })
export type OfferingPrice = z.infer<typeof OfferingPrice>

export const SpecificationResource = z.object({ productSpecCharacteristic: maybe(z.array(Characteristic)) })

export const Offering = z.object({
  id: Id,
  name: z.string(),
  description: maybe(z.string()),
  lifecycleStatus: maybe(z.string()),
  isSellable: maybe(z.boolean()),
  category: maybe(z.array(z.object({ id: maybe(Id), name: maybe(z.string()) }))),
  productSpecification: maybe(Ref),
  prodSpecCharValueUse: maybe(z.array(Characteristic)),
  productOfferingTerm: maybe(
    z.array(
      z.object({ name: maybe(z.string()), duration: maybe(z.object({ amount: z.number(), units: z.string() })) }),
    ),
  ),
  productOfferingPrice: maybe(z.array(OfferingPrice)),
})
export type Offering = z.infer<typeof Offering>

/** An offering with everything that it only referred to. */
export interface WholeOffering {
  readonly offering: Offering
  readonly characteristics: readonly Characteristic[]
  readonly prices: readonly OfferingPrice[]
}

export function priceIn({ price }: OfferingPrice): Price | undefined {
  if (price?.taxIncludedAmount !== undefined) return price.taxIncludedAmount
  if (price?.unit === undefined || price.value === undefined) return undefined
  return { unit: price.unit, value: price.value }
}
