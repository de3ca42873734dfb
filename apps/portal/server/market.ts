import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Language = z.enum(['en', 'sw', 'fr'])
const AmountRange = z.object({ min: z.int().positive(), max: z.int().positive(), quick: z.array(z.int()).default([]) })

/** Everything that differs between markets. Amounts are whole units of the market's currency. */
const MarketFile = z
  .object({
    code: z.string().min(2),
    country: z.string().length(2),
    country3: z.string().length(3),
    opco: z.string().min(2),
    brand: z.string().min(1),
    languages: z.object({ unprefixed: Language, prefixed: Language }),
    languageNames: z.partialRecord(Language, z.string()),
    timeZone: z.string(),
    dateLocales: z.partialRecord(Language, z.string()),
    currency: z.enum(['MWK', 'USD', 'CDF']),
    numbers: z.object({
      countryCode: z.string().regex(/^\d{1,3}$/),
      length: z.int().positive(),
      trunk: z.string(),
      example: z.string(),
    }),
    trunkInPaymentPayloads: z.boolean(),
    amounts: z.object({ prepaid: AmountRange, postpaid: AmountRange }),
    ratePerMb: z.number().positive(),
    paymentOptions: z.array(
      z.discriminatedUnion('method', [
        z.object({ method: z.literal('card'), gateway: z.enum(['dpo', 'paystack', 'cellulant', 'uba', 'paychangu']) }),
        z.object({ method: z.literal('nyanja_money'), gateway: z.enum(['open-api-money']) }),
        z.object({ method: z.literal('nyanja_money_pin'), gateway: z.enum(['nyanja-money-pin']) }),
        z.object({ method: z.literal('smartcash'), gateway: z.enum(['smartcash']) }),
        z.object({ method: z.literal('airtime'), gateway: z.enum(['airtime']) }),
        z.object({ method: z.literal('mpesa'), gateway: z.enum(['mpesa']) }),
      ]),
    ),
    enableAmPin: z.boolean(),
    postpaidHybridCheck: z.boolean(),
    hidePostpaidBundles: z.boolean(),
    roundUpPostpaidAmounts: z.boolean(),
    paymentMaxTry: z.int().positive(),
    customerCareNumber: z.string(),
    pinResetDial: z.string(),
    /** Whether visitors may see how each way to pay fares. */
    publicServiceStatus: z.boolean().default(false),
    map: z.object({
      centre: z.object({ lat: z.number(), lng: z.number() }),
      bounds: z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }),
    }),
  })
  .refine(({ amounts }) => amounts.prepaid.min <= amounts.prepaid.max, 'amounts.prepaid: min is above max')
  .refine(({ amounts }) => amounts.postpaid.min <= amounts.postpaid.max, 'amounts.postpaid: min is above max')
  .refine(
    ({ enableAmPin, paymentOptions }) =>
      enableAmPin === paymentOptions.some(({ method }) => method === 'nyanja_money_pin'),
    'enableAmPin: on where nyanja_money_pin is among the paymentOptions, and nowhere else',
  )

export type Market = z.infer<typeof MarketFile>
export type Language = z.infer<typeof Language>

/** The market with only these of its ways to pay, each named by its method or by its gateway. */
export function offering(market: Market, names: readonly string[]): Market {
  const paymentOptions = market.paymentOptions.filter(
    ({ method, gateway }) => names.includes(method) || names.includes(gateway),
  )
  return { ...market, paymentOptions, enableAmPin: paymentOptions.some(({ method }) => method === 'nyanja_money_pin') }
}

/** Names every fault of the file at once. */
export function readMarket(file: string): Market {
  const parsed = MarketFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`Bad market file ${file}\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
