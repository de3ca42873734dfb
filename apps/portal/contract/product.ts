import { z } from 'zod'
import { LineTypeCode } from './balance.ts'
import { type Operation, OptionalText, portalService, success } from './fields.ts'
import { cardChannels } from './otp.ts'

/** Volumes are 0 with an empty unit when there is none of a kind, and -1 when it is unlimited. */
const BundleResponse = z.object({
  name: z.string(),
  category: z.string(),
  description: z.string(),
  data: z.number(),
  dataUnit: z.string(),
  voice: z.number(),
  voiceUnit: z.string(),
  sms: z.number(),
  /** -1 means that it never ends. */
  validity: z.number(),
  validityUnit: z.string(),
  periodType: z.string(),
  amount: z.number(),
  currency: z.string(),
  productCode: z.string(),
  lineType: LineTypeCode,
  // The second spelling is the specification's; some channels read it.
  linetype: LineTypeCode,
})

export type BundleResponse = z.infer<typeof BundleResponse>

export const unlimitedBalance = -1
export const defaultPeriodType = 'Others'

export const bundles = {
  method: 'POST',
  path: `${portalService}/product/v1/bundle`,
  summary: 'Bundles that a line can buy, the shortest first',
  input: z.object({
    data: z.object({ msisdn: OptionalText, lineType: OptionalText, serviceType: OptionalText }),
  }),
  answer: success(z.array(BundleResponse)),
  failures: ['invalid_number', 'too_many_requests', 'provider_broke_contract', 'provider_unreachable'],
  isForClients: true,
  takesKey: false,
} satisfies Operation

/** Constants of the product that no market changes. */
export const constants = {
  channel: 'CWAAA',
  language: 'en-US',
  siteLanguage: 'EN',
  kpi: false,
  accountNumberLength: 10,
  otpLength: 6,
  pinLength: 4,
  otpAttempts: 5,
  pinAttempts: 5,
  otpResendSeconds: 60,
  statusPollSeconds: 10,
} as const

const ConfigData = z.object({
  preMinAmnt: z.int(),
  preMaxAmnt: z.int(),
  postMinAmnt: z.int(),
  postMaxAmnt: z.int(),
  /** The value is JSON as text, with a key where the market takes cards through Paystack. */
  payStackConfig: z.string(),
  beta: z.object({ amountToHigherValueFeature: z.boolean() }),
  postpaidHybridCheck: z.boolean(),
  enableAmPin: z.boolean(),
  enableDualCurrency: z.boolean(),
  customerCareNumber: z.string(),
  pinResetDial: z.string(),
  paymentMaxTry: z.int(),
  kpi: z.boolean(),
  channel: z.string(),
  product: z.string(),
  mode: z.string(),
  language: z.string(),
  siteLanguage: z.string(),
  country: z.string(),
  countryCode: z.string(),
  currency: z.string(),
  opco: z.string(),
  mobileNumberLength: z.int(),
  accountNumberLength: z.int(),
  otpLength: z.int(),
  pinLength: z.int(),
  otpAttempts: z.int(),
  pinAttempts: z.int(),
  otpResendSeconds: z.int(),
  statusPollSeconds: z.int(),
  /** Payment methods that a card gateway's page may offer. */
  cardChannels: z.array(z.enum(cardChannels)),
  /**
   * The key encrypts a typed code: RSA-OAEP with SHA-256 over `v1|{id of the code}|{otp}`, sent as base64 beside the
   * `keyId`.
   */
  encryptionKeyDetails: z.object({
    keyId: z.string(),
    algorithm: z.literal('RSA-OAEP-256'),
    /** The key is base64 of a DER SPKI. */
    key: z.string(),
  }),
})

export type ConfigData = z.infer<typeof ConfigData>

const common = { method: 'GET', failures: [], isForClients: true, takesKey: false } as const

export const productConfig = {
  ...common,
  path: `${portalService}/resource/v1/get-product-config`,
  summary: 'Limits, contact numbers and switches of the market',
  input: z.object({}),
  answer: success(z.object({ configData: ConfigData })),
} satisfies Operation

/** A town, and whether internet at home is sold there. */
const Town = z.object({ cityName: z.string(), hbbLeadFeasibility: z.boolean() })

/** The towns, in place of a page. */
export const cityConfig = 'city-config'

export const pageConfig = {
  ...common,
  path: `${portalService}/resource/v1/config`,
  summary: 'Configuration of one page: the texts of the content package of that name, or the towns (city-config)',
  input: z.object({ code: z.string().min(1).max(100) }),
  answer: success(z.object({ code: z.string(), config: z.union([z.array(Town), z.record(z.string(), z.string())]) })),
  failures: ['not_found'],
} satisfies Operation

export const exchangeRate = {
  method: 'POST',
  path: `${portalService}/transaction/get/exchange/rate`,
  summary: 'What an amount in the currency of prices comes to in the other one; initiate wants exactly this amount',
  input: z.object({ fromCurrency: OptionalText, toCurrency: OptionalText, amount: OptionalText }),
  answer: success(z.object({ convertedAmount: z.number() })),
  failures: ['currency_differs', 'invalid_amount', 'conversion_failed'],
  isForClients: true,
  takesKey: false,
} satisfies Operation
