import { type Money, majorText } from '@nyanja/domain/money/money'
import type { TaxedPrice } from '@nyanja/domain/money/taxes'
import { z } from 'zod'

/** The path at which the portal publishes the schema. Another version of the data has another file. */
export const receiptSchemaPath = '/files/receipt-1.schema.json'

const Amount = z
  .strictObject({ currency: z.string().length(3), value: z.string().regex(/^-?\d+(\.\d+)?$/) })
  .describe('A code of ISO 4217, and a sum in whole units: 2000 or 1716.74')
const Time = z.iso.datetime()

/** The receipt for programs, as it is in the PDF. Numbers are masked. */
export const ReceiptData = z
  .strictObject({
    $schema: z.url(),
    version: z.literal(1),
    reference: z.string(),
    transactionId: z.string(),
    status: z.enum(['delivered', 'refunded']),
    issuer: z.strictObject({
      name: z.string(),
      address: z.string(),
      country: z.string().length(2).describe('ISO 3166'),
      taxNumber: z.string().optional(),
    }),
    item: z.strictObject({
      kind: z.enum(['airtime', 'bundle', 'bill', 'invoice', 'plan']),
      description: z.string(),
      receiver: z.string().optional().describe('The line or account, masked'),
    }),
    amount: Amount,
    ordered: Amount.optional().describe('The price, where another currency was charged'),
    refunded: Amount.optional().describe('What went back of the amount, where that was a part of it'),
    goodwill: Amount.optional().describe('Airtime that was given beside the purchase'),
    method: z.string(),
    paidAt: Time,
    deliveredAt: Time.optional(),
    refundedAt: Time.optional(),
    timeZone: z.string().describe('Of the market; all times here are in UTC'),
    taxes: z
      .strictObject({
        net: Amount,
        lines: z.array(z.strictObject({ name: z.string(), basisPoints: z.int(), amount: Amount })),
        rounding: z.literal('each price before a tax half up to a minor unit; the tax is the rest'),
      })
      .optional()
      .describe('Each tax is on the price with those before it. Absent where none is stated'),
  })
  .describe('A receipt of a mobile operator, version 1')

type Data = z.infer<typeof ReceiptData>

/** A payment as its receipt states it. Times are epoch milliseconds. */
export interface ReceiptFacts
  extends Pick<Data, 'reference' | 'transactionId' | 'status' | 'issuer' | 'item' | 'method'> {
  readonly amount: Money
  readonly ordered?: Money
  /** The part of the amount that went back. */
  readonly refunded?: Money
  readonly goodwill?: Money
  readonly paidAt: number
  readonly deliveredAt?: number
  readonly refundedAt?: number
  readonly timeZone: string
  readonly taxes?: TaxedPrice
  /** The language of the names of taxes. */
  readonly language: string
}

const amountOf = (money: Money) => ({ currency: money.currency, value: majorText(money) })
const timeOf = (at: number) => new Date(at).toISOString()

export function writeReceiptData(facts: ReceiptFacts, origin: string): string {
  const { amount, ordered, refunded, goodwill, paidAt, deliveredAt, refundedAt, taxes, language, ...same } = facts
  const data: Data = {
    $schema: `${origin}${receiptSchemaPath}`,
    version: 1,
    ...same,
    amount: amountOf(amount),
    ...(ordered && { ordered: amountOf(ordered) }),
    ...(refunded && { refunded: amountOf(refunded) }),
    ...(goodwill && { goodwill: amountOf(goodwill) }),
    paidAt: timeOf(paidAt),
    ...(deliveredAt !== undefined && { deliveredAt: timeOf(deliveredAt) }),
    ...(refundedAt !== undefined && { refundedAt: timeOf(refundedAt) }),
    ...(taxes && { taxes: taxesOf(taxes, language) }),
  }
  return `${JSON.stringify(data, null, 2)}\n`
}

function taxesOf({ net, taxes }: TaxedPrice, language: string): Data['taxes'] {
  const lines = taxes.map(({ rate: { name, basisPoints }, tax }) => ({
    name: name[language] ?? '',
    basisPoints,
    amount: amountOf(tax),
  }))
  return {
    net: amountOf(net),
    lines,
    rounding: 'each price before a tax half up to a minor unit; the tax is the rest',
  }
}
