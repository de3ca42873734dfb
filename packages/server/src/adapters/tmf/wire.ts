import { type Currency, type Money, majorText, parseMoney } from '@nyanja/domain/money/money'
import { z } from 'zod'

/** Opaque; some servers number their rows. */
export const Id = z.union([z.string().min(1), z.number()]).transform(String)
export const Ref = z.object({ id: Id })
export const Decimal = z.union([z.string(), z.number()])
/** Servers that send null mean absent. */
export const maybe = <Value>(schema: z.ZodType<Value>) => schema.nullish().transform((value) => value ?? undefined)

export const Price = z.object({ unit: z.string(), value: Decimal })
export type Price = z.infer<typeof Price>

/** Whole major units go out as an integer. */
export function priceOf(amount: Money): { readonly unit: string; readonly value: number } {
  return { unit: amount.currency, value: Number(majorText(amount)) }
}

/** The decimal text of a wire number. Undefined when it is none, or too large to be exact. */
export function decimalText(value: string | number): string | undefined {
  // Binary leftovers such as 1e-9 are nothing.
  const text = typeof value === 'number' && Math.abs(value) < 1e-6 ? '0' : String(value)
  return /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined
}

/** Decimal text without a third decimal, for balances, which some servers keep in fractions of a cent. */
export function roundedDown(text: string): string {
  return text.replace(/(\.\d\d)\d+$/, '$1')
}

/** Undefined in another currency, and for what is no exact amount. */
export function moneyOf(
  { unit, value }: Price,
  currency: Currency,
  sign?: { readonly allowNegative: boolean },
): Money | undefined {
  const text = decimalText(value)
  return unit === currency && text !== undefined ? parseMoney(text, currency, sign) : undefined
}
