import { readFileSync } from 'node:fs'
import type { AmountLimits } from '@nyanja/domain/money/amount-limits'
import { type Currency, isCurrency, type Money, parseMoney } from '@nyanja/domain/money/money'
import { dollarsFor } from '@nyanja/domain/money/units'
import { type OrderKind, orderKinds } from '@nyanja/domain/payments/payment-options'
import { excessRules, shortfallRules } from '@nyanja/domain/payments/received-money'
import { technologies } from '@nyanja/domain/places/coverage'
import type { FillValues } from '@nyanja/domain/texts/fill'
import { languagePrefixOf } from '@nyanja/domain/texts/language'
import { z } from 'zod'
import { Tax } from '../common/rates.ts'
import { methods } from '../payments/attempt.ts'
import { Finance } from './finance-rules.ts'
import { gateways } from './gateways.ts'
import { Look } from './look.ts'

const Names = z.array(z.string().min(1))

const MainLanguage = z.object({
  /** A BCP 47 tag: the `lang` of its pages, and the name of the folder of its texts. */
  code: z.string().refine(isLanguageTag, 'is no language code such as en, bem or pt-BR'),
  /** The language's own name. */
  name: z.string().min(1),
  /** The locale that dates are formatted in; without it, that of the language. */
  dateLocale: z.string().refine(isLocale, 'is no locale such as en-GB').optional(),
  /** The names of days, from Sunday, and of months, where Node does not know those of the language. */
  dateNames: z
    .object({ weekdays: Names.length(7), months: Names.length(12), shortMonths: Names.length(12) })
    .optional(),
  /** False until a speaker has read its texts: `check-market` reports it. */
  reviewed: z.boolean().optional(),
})
/** The paths of its pages begin with a prefix, which is no page's name. */
const PrefixedLanguage = MainLanguage.extend({
  prefix: z.string().refine(isPrefix, 'is no prefix such as sw, bem or pt-br, or is the name of a page'),
})

function isPrefix(prefix: string): boolean {
  return languagePrefixOf(`/${prefix}`) === `/${prefix}`
}

/** Tells whether the code is written as in BCP 47, since the folder of its texts has the same name. */
function isLanguageTag(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code)[0] === code
  } catch {
    return false
  }
}

function isLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}

const isEachOnce = (names: readonly string[]) => new Set(names).size === names.length

const currencyCode = z.string().transform((code, context) => {
  if (isCurrency(code)) return code
  context.addIssue(`${code} is not a supported currency`)
  return z.NEVER
})
/** The currencies that the option can charge; without the list, the market's own. */
const currencies = z.array(currencyCode).min(1).optional()
/** Airtime is held in the market's own currency, so it is charged and refunded in no other. */
const airtime = 'airtime'
const Reach = z
  .object({ indoors: z.number().positive(), outdoors: z.number().positive() })
  .refine(({ indoors, outdoors }) => indoors <= outdoors, 'indoors reaches further than outdoors')
  .transform(({ indoors, outdoors }) => ({ indoorsKm: indoors, outdoorsKm: outdoors }))
const PaymentOption = z
  .object({ method: z.enum(methods), gateway: z.string(), currencies })
  .transform((option, context) => {
    const { method, displayName, labels } = gateways.get(option.gateway) ?? {}
    if (method === option.method) return { ...option, ...(displayName && { displayName }), ...(labels && { labels }) }
    const known = [...gateways.values()].flatMap((one) => (one.method === option.method ? [one.name] : []))
    context.addIssue({ code: 'custom', path: ['gateway'], message: `must be one of ${known.join(', ')}` })
    return z.NEVER
  })
/** The taxes in every price. Each is on the price with those before it. */
const Taxes = z.object({
  /** The operator's number with the tax authority. */
  number: z.string().min(1),
  rates: z.array(Tax),
})
const AmountRange = z.object({ min: z.int().positive(), max: z.int().positive(), quick: z.array(z.int()).default([]) })

/**
 * Everything that differs between markets. Amounts are whole units of the market's currency; recharges and the price of
 * a MB are in units of airtime where a second currency is in use.
 */
const MarketFile = z
  .object({
    code: z.string().min(2),
    country: z.string().length(2),
    country3: z.string().length(3),
    opco: z.string().min(2),
    brand: z.string().min(1),
    /** Pages in the first one have no prefix. It is used where a translation is missing. */
    languages: z.tuple([MainLanguage], PrefixedLanguage),
    /** The brand's colours and its logo; without it those of the product are used. */
    look: Look.optional(),
    timeZone: z.string(),
    /** The name that is shown after a time where the country has several zones. */
    timeZoneName: z.string().optional(),
    currency: currencyCode,
    /** A further currency that customers may pay in, at the exchange rate of the day. */
    secondCurrency: currencyCode.optional(),
    numbers: z.object({
      countryCode: z.string().regex(/^\d{1,3}$/),
      length: z.int().positive(),
      trunk: z.string(),
      example: z.string(),
      /** The beginnings of national numbers, which tell a number from a country code that was typed before it. */
      prefixes: z.array(z.string().regex(/^\d+$/)).optional(),
    }),
    trunkInPaymentPayloads: z.boolean(),
    amounts: z.object({ prepaid: AmountRange, postpaid: AmountRange }),
    /** The kinds that can be ordered here. Pages that need anything else are not offered. */
    sells: z.array(z.enum(orderKinds)).min(1).readonly().default(orderKinds),
    ratePerMb: z.number().positive(),
    /** The fee that is paid once with the first month of home internet, in minor units. */
    connectionFee: z.int().nonnegative().default(0),
    /** The taxes on receipts; without them receipts show none. */
    taxes: Taxes.optional(),
    paymentOptions: z.array(PaymentOption),
    /** M-Pesa's names of the market and the country, where M-Pesa is a payment option. */
    mpesa: z.object({ market: z.string().min(1), country: z.string().min(1) }).optional(),
    enableAmPin: z.boolean(),
    postpaidHybridCheck: z.boolean(),
    hidePostpaidBundles: z.boolean(),
    roundUpPostpaidAmounts: z.boolean(),
    paymentMaxTry: z.int().positive(),
    /** The rules for money that is not what was asked for. */
    differences: z
      .object({ shortfall: z.enum(shortfallRules), excess: z.enum(excessRules) })
      .default({ shortfall: 'refund', excess: 'refund' }),
    /** The rules for reminders that customers ask for. Hours are those of the market's clocks. */
    reminders: z
      .object({
        hours: z.object({ from: z.int().min(0).max(22), to: z.int().min(2).max(24) }),
        hoursBeforeEnd: z.int().min(1).max(72),
        daysBeforeDue: z.int().min(2).max(14),
        payDay: z.int().min(1).max(31),
      })
      .refine(({ hours }) => hours.to - hours.from >= 2, 'hours: between from and to are fewer than two')
      .default({ hours: { from: 8, to: 20 }, hoursBeforeEnd: 24, daysBeforeDue: 3, payDay: 25 }),
    customerCareNumber: z.string(),
    pinResetDial: z.string(),
    contact: z.object({
      /** The number of customer care for callers from other networks and from abroad. */
      elsewhereNumber: z.string(),
      email: z.email(),
      /** A postal address in one line. */
      address: z.string(),
      /** The authority that takes complaints about the operator. */
      regulator: z.string(),
      /** The code that opens the menu of the operator's mobile money. */
      moneyDial: z.string(),
    }),
    /** The rules for closing days: when, and by which fees and accounts. */
    finance: Finance,
    /** Whether visitors may see how each payment method performs. */
    publicServiceStatus: z.boolean().default(false),
    /** The distance from a site within which a phone works, by technology. */
    coverage: z.object({ reachKm: z.record(z.enum(technologies), Reach) }),
    map: z.object({
      centre: z.object({ lat: z.number(), lng: z.number() }),
      bounds: z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }),
      /** The attribution of a map with streets, and the largest zoom at which it is shown. */
      tiles: z
        .object({ credit: z.string().min(1), maxZoom: z.int().min(1).max(22) })
        .partial()
        .optional(),
      /** The attribution of an external geocoder, and the languages in which Photon has names. */
      geocoder: z
        .object({ credit: z.string().min(1), languages: Names.min(1) })
        .partial()
        .optional(),
    }),
  })
  .refine(({ languages }) => isEachOnce(languages.map(({ code }) => code)), 'languages: one stands there twice')
  .refine(
    ({ languages }) => languages.every(({ code, dateLocale }) => isLocale(dateLocale ?? code)),
    'languages: a language whose dates Node cannot write needs a dateLocale',
  )
  .refine(
    ({ languages: [, ...others] }) => isEachOnce(others.map(({ prefix }) => prefix)),
    'languages: two have the same prefix',
  )
  .refine(
    ({ languages, taxes }) =>
      taxes === undefined || taxes.rates.every(({ name }) => languages.every(({ code }) => name[code] !== undefined)),
    'taxes: a rate has no name in one of the languages',
  )
  .refine(({ amounts }) => amounts.prepaid.min <= amounts.prepaid.max, 'amounts.prepaid: min is above max')
  .refine(({ amounts }) => amounts.postpaid.min <= amounts.postpaid.max, 'amounts.postpaid: min is above max')
  .refine(
    ({ enableAmPin, paymentOptions }) =>
      enableAmPin === paymentOptions.some(({ method }) => method === 'nyanja_money_pin'),
    'enableAmPin: on where nyanja_money_pin is among the paymentOptions, and nowhere else',
  )
  .refine(
    ({ mpesa, paymentOptions }) => mpesa !== undefined || paymentOptions.every(({ method }) => method !== 'mpesa'),
    'mpesa: missing, and M-Pesa is among the paymentOptions',
  )
  .refine(
    ({ currency, secondCurrency }) => secondCurrency === undefined || (currency === 'USD' && secondCurrency !== 'USD'),
    'secondCurrency: only beside USD, in which units of airtime have their price',
  )
  .refine(
    ({ currency, secondCurrency, paymentOptions }) =>
      paymentOptions.every(
        (option) => option.currencies?.every((one) => [currency, secondCurrency].includes(one)) ?? true,
      ),
    'paymentOptions: currencies that are not in use in this market',
  )
  .refine(
    ({ currency, paymentOptions }) =>
      paymentOptions.every(
        (option) => option.method !== airtime || (option.currencies?.every((one) => one === currency) ?? true),
      ),
    `paymentOptions: ${airtime} can be charged in the market's own currency only`,
  )

export type Market = z.infer<typeof MarketFile>
/** A language code of the market. */
export type Language = string

/** Tells whether a message such as `ny/help lacks …` is about a language whose texts no speaker has reviewed. */
export function isOfUnreviewed({ languages }: Pick<Market, 'languages'>, message: string): boolean {
  return languages.some(({ code, reviewed }) => reviewed === false && /^[^ /]+/.exec(message)?.[0] === code)
}

/** Returns the market with only the named payment options, each named by its method or by its gateway. */
export function limitToOptions(market: Market, names: readonly string[]): Market {
  const paymentOptions = market.paymentOptions.filter(
    ({ method, gateway }) => names.includes(method) || names.includes(gateway),
  )
  return { ...market, paymentOptions, enableAmPin: paymentOptions.some(({ method }) => method === 'nyanja_money_pin') }
}

/** Returns the market with only what the BSS serves. */
export function limitToServices(market: Market, services: BssServices): Market {
  // Several numbers get what each of them could have alone.
  const sells = market.sells.filter((kind) => services.sells.includes(kind === 'several' ? 'airtime' : kind))
  const paymentOptions = market.paymentOptions.filter(({ method }) => method !== airtime || services.chargesAirtime)
  return { ...market, sells, paymentOptions }
}

interface BssServices {
  readonly sells: readonly OrderKind[]
  readonly chargesAirtime: boolean
}

/** Reads a market file. Throws an error that lists all its faults. */
export function readMarket(file: string): Market {
  const parsed = MarketFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`Bad market file ${file}\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

type Sums = Pick<Market, 'amounts' | 'currency' | 'secondCurrency'>

/** The smallest and largest recharge of a prepaid line. */
export function rechargeLimits({ amounts: { prepaid }, currency, secondCurrency }: Sums): AmountLimits {
  if (secondCurrency === undefined) return limitsOf(prepaid, currency)
  return { min: dollarsFor(prepaid.min), max: dollarsFor(prepaid.max), inUnits: true }
}

/** The smallest and largest payment of a bill. */
export function billLimits({ amounts: { postpaid }, currency }: Sums): AmountLimits {
  return limitsOf(postpaid, currency)
}

function limitsOf({ min, max }: Sums['amounts']['prepaid'], currency: Currency): AmountLimits {
  const limit = (units: number): Money => {
    const read = parseMoney(String(units), currency)
    if (read === undefined) throw new Error(`${units} is no amount of ${currency}`)
    return read
  }
  return { min: limit(min), max: limit(max) }
}

/** The values that every text may hold in braces. */
export function contentConstants({ brand, currency, numbers, contact, ...market }: Market): FillValues {
  const { elsewhereNumber, email, address, regulator, moneyDial } = contact
  return {
    brand,
    currency,
    countryCode: numbers.countryCode,
    numberLength: numbers.length,
    careNumber: market.customerCareNumber,
    elsewhereNumber,
    careEmail: email,
    address,
    regulator,
    pinResetDial: market.pinResetDial,
    moneyDial,
  }
}
