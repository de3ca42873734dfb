import { z } from 'zod'

const longest = 200

const written = (most: number) =>
  z
    .union([z.string().max(most), z.number()])
    .nullish()
    .transform((value) => (value === null || value === undefined ? '' : textOf(value).trim()))
    .transform((text) => (text === '' ? undefined : text))

/** Channels send what they have: text or a number, amounts in major units, and null or nothing for what they have not. */
export const OptionalText = written(longest)

/** A text that means something when it is one of these; what else comes is refused where it is looked at. */
export const codeText = (codes: readonly string[]) => OptionalText.meta({ enum: [...codes, '', null] })

/** One, or many between commas. */
export const InvoiceNumbers = written(4000)

/** Clients send it, and nothing here depends on it. */
export const Ignored = OptionalText.describe('Accepted and ignored')

/** A phone number as people write it. */
export const MobileNumber = z
  .union([z.string().max(longest), z.number()], { error: 'Invalid Mobile No' })
  .transform(textOf)

export const Flag = z
  .union([z.boolean(), z.string().max(10)])
  .nullish()
  .transform((value) => value === true || value === 'true')

/** Ids that somebody may have cut or changed are refused before anybody looks for them. */
export const TransactionId = z.string().regex(/^[\w-]{1,64}$/)

// JSON numbers beyond 2^53 would read as `1e+21`.
function textOf(value: string | number): string {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : String(value)
}
