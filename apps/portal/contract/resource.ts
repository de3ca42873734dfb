import { z } from 'zod'
import { type Operation, portalService, success } from './operation.ts'
import { cardChannels } from './payment-codes.ts'

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
  /** JSON as text, with a key where the market takes cards through Paystack. */
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
  /** Ways to pay that a card gateway's page may offer. */
  cardChannels: z.array(z.enum(cardChannels)),
  /** Seals a typed code: RSA-OAEP with SHA-256 over `v1|{id of the code}|{otp}`, sent as base64 beside the `keyId`. */
  encryptionKeyDetails: z.object({
    keyId: z.string(),
    algorithm: z.literal('RSA-OAEP-256'),
    /** Base64 of a DER SPKI. */
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

/** Of a town: whether internet at home is sold there. */
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
