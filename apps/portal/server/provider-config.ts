import { z } from 'zod'
import type { Environment } from './environment.ts'

const secret = z.string().min(1)
/** With the calling code. */
const fallbackMsisdn = z.string().regex(/^\d{8,15}$/, 'digits with the calling code')
const seconds = z.coerce.number().int().positive()
const flag = z.enum(['on', 'off']).transform((value) => value === 'on')

const Dpo = z
  .object({
    DPO_URL: z.url(),
    DPO_PAGE_URL: z.url(),
    DPO_COMPANY_TOKEN: secret,
    DPO_SERVICE_TYPE: secret,
    DPO_API_PATH: z.string().startsWith('/').optional(),
    DPO_VERIFY_PATH: z.string().startsWith('/').optional(),
  })
  .transform((env) => ({
    baseUrl: env.DPO_URL,
    pageUrl: env.DPO_PAGE_URL,
    companyToken: env.DPO_COMPANY_TOKEN,
    serviceType: env.DPO_SERVICE_TYPE,
    ...(env.DPO_API_PATH !== undefined && { apiPath: env.DPO_API_PATH }),
    ...(env.DPO_VERIFY_PATH !== undefined && { verifyPath: env.DPO_VERIFY_PATH }),
  }))

const Paystack = z
  .object({
    PAYSTACK_URL: z.url(),
    PAYSTACK_SECRET_KEY: secret,
    PAYSTACK_PREVIOUS_SECRET_KEY: secret.optional(),
    PAYSTACK_CURRENCIES: z.string().optional(),
  })
  .transform((env) => ({
    baseUrl: env.PAYSTACK_URL,
    secretKey: env.PAYSTACK_SECRET_KEY,
    ...(env.PAYSTACK_PREVIOUS_SECRET_KEY !== undefined && { previousSecretKey: env.PAYSTACK_PREVIOUS_SECRET_KEY }),
    ...(env.PAYSTACK_CURRENCIES !== undefined && { currencies: env.PAYSTACK_CURRENCIES.split(',') }),
  }))

/** Paystack's checkout over our own page; without it visitors go to Paystack's. */
const PaystackPopup = z
  .object({ PAYSTACK_SCRIPT_URL: z.url(), PAYSTACK_FRAME_URL: z.url(), PAYSTACK_PUBLIC_KEY: secret })
  .transform((env) => ({
    scriptUrl: env.PAYSTACK_SCRIPT_URL,
    frameOrigin: new URL(env.PAYSTACK_FRAME_URL).origin,
    publicKey: env.PAYSTACK_PUBLIC_KEY,
  }))

const Uba = z
  .object({
    UBA_URL: z.url(),
    UBA_PAGE_URL: z.url(),
    UBA_VERIFY_URL: z.url(),
    UBA_MERCHANT_ID: secret,
    UBA_SERVICE_KEY: secret,
    CARD_FALLBACK_MSISDN: fallbackMsisdn,
  })
  .transform((env) => ({
    baseUrl: env.UBA_URL,
    pageUrl: env.UBA_PAGE_URL,
    verifyUrl: env.UBA_VERIFY_URL,
    merchantId: env.UBA_MERCHANT_ID,
    serviceKey: env.UBA_SERVICE_KEY,
    fallbackMsisdn: env.CARD_FALLBACK_MSISDN,
  }))

const Tingg = z
  .object({
    TINGG_URL: z.url(),
    TINGG_API_KEY: secret,
    TINGG_CLIENT_ID: secret,
    TINGG_CLIENT_SECRET: secret,
    TINGG_SERVICE_CODE: secret,
    CARD_FALLBACK_MSISDN: fallbackMsisdn,
    TINGG_ACKNOWLEDGES: z.enum(['later', 'inline']).default('later'),
  })
  .transform((env) => ({
    baseUrl: env.TINGG_URL,
    apiKey: env.TINGG_API_KEY,
    clientId: env.TINGG_CLIENT_ID,
    clientSecret: env.TINGG_CLIENT_SECRET,
    serviceCode: env.TINGG_SERVICE_CODE,
    fallbackMsisdn: env.CARD_FALLBACK_MSISDN,
    acknowledges: env.TINGG_ACKNOWLEDGES,
  }))

const Paychangu = z
  .object({
    PAYCHANGU_URL: z.url(),
    PAYCHANGU_SECRET_KEY: secret,
    PAYCHANGU_WEBHOOK_SECRET: secret,
    PAYCHANGU_PREVIOUS_WEBHOOK_SECRET: secret.optional(),
  })
  .transform((env) => ({
    baseUrl: env.PAYCHANGU_URL,
    secretKey: env.PAYCHANGU_SECRET_KEY,
    webhookSecret: env.PAYCHANGU_WEBHOOK_SECRET,
    ...(env.PAYCHANGU_PREVIOUS_WEBHOOK_SECRET !== undefined && {
      previousWebhookSecret: env.PAYCHANGU_PREVIOUS_WEBHOOK_SECRET,
    }),
  }))

const Mpesa = z
  .object({
    MPESA_URL: z.url(),
    MPESA_API_KEY: secret,
    MPESA_PUBLIC_KEY: secret,
    MPESA_SERVICE_PROVIDER_CODE: secret,
    MPESA_ORIGIN: z.string().optional(),
  })
  .transform((env) => ({
    baseUrl: env.MPESA_URL,
    apiKey: env.MPESA_API_KEY,
    publicKey: env.MPESA_PUBLIC_KEY,
    serviceProviderCode: env.MPESA_SERVICE_PROVIDER_CODE,
    ...(env.MPESA_ORIGIN !== undefined && { origin: env.MPESA_ORIGIN }),
  }))

const Money = z
  .object({
    MONEY_URL: z.url(),
    MONEY_CLIENT_ID: secret,
    MONEY_CLIENT_SECRET: secret,
    MONEY_CALLBACK_KEY: secret.optional(),
    MONEY_PREVIOUS_CALLBACK_KEY: secret.optional(),
    MONEY_SIGNING: flag.default(false),
    MONEY_FIRST_ENQUIRY_SECONDS: seconds.default(180),
  })
  .transform((env) => ({
    baseUrl: env.MONEY_URL,
    clientId: env.MONEY_CLIENT_ID,
    clientSecret: env.MONEY_CLIENT_SECRET,
    callbacks: {
      ...(env.MONEY_CALLBACK_KEY !== undefined && { key: env.MONEY_CALLBACK_KEY }),
      ...(env.MONEY_PREVIOUS_CALLBACK_KEY !== undefined && { previousKey: env.MONEY_PREVIOUS_CALLBACK_KEY }),
    },
    signing: env.MONEY_SIGNING,
    firstEnquiryAfterMs: env.MONEY_FIRST_ENQUIRY_SECONDS * 1000,
  }))

/** The operator's own service that knows the rate of the day. */
const Rates = z
  .object({ RATES_URL: z.url(), RATES_API_KEY: secret })
  .transform((env) => ({ baseUrl: env.RATES_URL, apiKey: env.RATES_API_KEY }))

/** The operator's own content management. */
const Cms = z
  .object({ CMS_URL: z.url(), CMS_API_KEY: secret })
  .transform((env) => ({ baseUrl: env.CMS_URL, apiKey: env.CMS_API_KEY }))

const Wallet = z
  .object({
    WALLET_URL: z.url(),
    WALLET_CLIENT_ID: secret,
    WALLET_CLIENT_SECRET: secret,
    WALLET_CALLBACK_SECRET: secret,
    WALLET_PREVIOUS_CALLBACK_SECRET: secret.optional(),
  })
  .transform((env) => ({
    baseUrl: env.WALLET_URL,
    clientId: env.WALLET_CLIENT_ID,
    clientSecret: env.WALLET_CLIENT_SECRET,
    callbackSecrets: [env.WALLET_CALLBACK_SECRET, env.WALLET_PREVIOUS_CALLBACK_SECRET].filter(
      (one) => one !== undefined,
    ),
  }))

const schemas = [Dpo, Paystack, PaystackPopup, Uba, Tingg, Paychangu, Mpesa, Money, Rates, Cms, Wallet]

/** The names of all settings of providers. */
export const providerSettings: readonly string[] = schemas.flatMap((schema) => Object.keys(schema.in.shape))

/** A provider is set up when one of its addresses is; none of them may be of this machine in production. */
const addresses = {
  dpo: ['DPO_URL', 'DPO_PAGE_URL'],
  paychangu: ['PAYCHANGU_URL'],
  paystack: ['PAYSTACK_URL'],
  'paystack-popup': ['PAYSTACK_SCRIPT_URL', 'PAYSTACK_FRAME_URL'],
  cellulant: ['TINGG_URL'],
  uba: ['UBA_URL', 'UBA_PAGE_URL', 'UBA_VERIFY_URL'],
  'open-api-money': ['MONEY_URL'],
  mpesa: ['MPESA_URL'],
  'nyanja-money-pin': ['WALLET_URL'],
  smartcash: ['WALLET_URL'],
  rates: ['RATES_URL'],
  cms: ['CMS_URL'],
} as const satisfies Record<string, readonly string[]>

/** Those of the market are wanted; others may be set up for payments that were begun with them. */
export function readProviders(env: Environment, wanted: readonly string[]) {
  const faults: string[] = []

  function read<Settings>(name: keyof typeof addresses, schema: z.ZodType<Settings>): Settings | undefined {
    const isSetUp = addresses[name].some((address) => env[address] !== undefined)
    if (!isSetUp && !wanted.includes(name)) return undefined
    const { error, data } = schema.safeParse(env)
    const fault = error && z.prettifyError(error)
    // Two of them may need the same settings.
    if (fault !== undefined && !faults.includes(fault)) faults.push(fault)
    return data
  }

  const providers = {
    dpo: read('dpo', Dpo),
    paychangu: read('paychangu', Paychangu),
    paystack: read('paystack', Paystack),
    'paystack-popup': read('paystack-popup', PaystackPopup),
    cellulant: read('cellulant', Tingg),
    uba: read('uba', Uba),
    'open-api-money': read('open-api-money', Money),
    mpesa: read('mpesa', Mpesa),
    'nyanja-money-pin': read('nyanja-money-pin', Wallet),
    smartcash: read('smartcash', Wallet),
    rates: read('rates', Rates),
    cms: read('cms', Cms),
  } as const
  return { providers, faults }
}

export const providerAddresses: readonly string[] = [...new Set(Object.values(addresses).flat())]
