import { type Bundle, dataVolume, type Validity, type ValidityUnit, voiceVolume } from '@nyanja/domain/bundles/bundle'
import { type Currency, majorText, money, parseMoney } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { BalanceEntry, BalanceSource } from '../../subscriber/balances.ts'
import type { BundleSource } from '../../subscriber/bundles.ts'
import type { LineSource } from '../../subscriber/lines.ts'
import { broken } from '../contract-faults.ts'
import { type Bucket, type ChargingOptions, createChargingClient, Text } from './charging-client.ts'

/** Every line of a prepaid charging system is prepaid, and it does not tell routers from phones. */
export function createChargingLineSource(options: ChargingOptions): LineSource {
  const client = createChargingClient(options)
  return {
    async lineOf(msisdn) {
      const product = await client.productOf(msisdn)
      return product === undefined ? { found: false } : { found: true, lineType: 'PREPAID', isBroadband: false }
    },
  }
}

export function createChargingBalanceSource(options: ChargingOptions): BalanceSource {
  const client = createChargingClient(options)
  const { now = Date.now } = options

  return {
    async balancesOf(msisdn) {
      const product = await client.productOf(msisdn)
      if (product === undefined) return []
      const { rows, isComplete } = await client.bucketsOf(product)
      if (rows.length === 0 && !isComplete) throw broken('bucket: none can be read')
      const active = rows.filter((bucket) => (endOf(bucket) ?? Number.POSITIVE_INFINITY) > now())
      const others = active.filter((bucket) => !isMoney(bucket)).map(volumeEntry)
      // A sum of some of the buckets would be a wrong balance.
      return isComplete ? [airtimeEntry(active.filter(isMoney), options), ...others] : others
    },
  }
}

const isMoney = ({ remainedAmount }: Bucket) => remainedAmount?.units === 'cents'

type MoneyUnits = Pick<ChargingOptions, 'currency' | 'centsPerUnit'>

/** Each top-up is a bucket of its own, named after a transaction; the customer has one balance. */
function airtimeEntry(buckets: readonly Bucket[], { currency, centsPerUnit }: MoneyUnits): BalanceEntry {
  const cents = buckets.reduce((sum, { remainedAmount }) => sum + numberIn(remainedAmount?.amount), 0)
  const minor = Math.floor((cents * 100) / centsPerUnit)
  return { serviceType: 'AIRTIME', description: 'Airtime', unit: currency, balance: majorText(money(currency, minor)) }
}

const kinds: Readonly<Record<string, readonly [BalanceEntry['serviceType'], unit: string, units: number]>> = {
  octets: ['DATA', 'MB', 1e6],
  seconds: ['VOICE', 'MIN', 60],
  messages: ['SMS', 'SMS', 1],
}

/** Reads a volume; one without an amount is unlimited. */
function volumeEntry(bucket: Bucket): BalanceEntry {
  const { id, name, remainedAmount } = bucket
  const [serviceType, unit, units] = kinds[remainedAmount?.units ?? ''] ?? ['DATA', '', 1]
  const endsAt = endOf(bucket)
  return {
    ...{ serviceType, unit, description: name ?? id },
    ...(remainedAmount && { balance: String(Math.floor((numberIn(remainedAmount.amount) / units) * 100) / 100) }),
    ...(endsAt !== undefined && { endsAt }),
  }
}

const factors: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 }
const quantity = /^(-?\d+(?:\.\d+)?)(b|k|m|g|s|msg)?$/

/** Amounts are text: `1000000000b`, `1g`, `500s`, `3msg`, or cents with up to six decimals. */
function numberIn(text = ''): number {
  const [, number = '', suffix = ''] = quantity.exec(text) ?? []
  if (number === '') throw broken('bucket: an amount that is no number')
  return Number(number) * (factors[suffix] ?? 1)
}

/** Times without a zone are UTC. */
function endOf({ validFor }: Bucket): number | undefined {
  const text = validFor?.endDateTime
  if (text == null) return undefined
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** The volume that comes with a price, such as `1000000000b`. */
const Allowance = z.object({ unitOfMeasure: Text.nullish() })
const OfferingPrice = z.object({
  priceType: Text.nullish(),
  price: z.object({ taxIncludedAmount: Text.nullish(), currencyCode: z.string().nullish() }).nullish(),
  productOfferPriceAlteration: Allowance.nullish(),
  prodPriceAlteration: Allowance.nullish(),
})
type OfferingPrice = z.infer<typeof OfferingPrice>
const Term = z.object({ duration: z.object({ amount: z.coerce.number(), units: Text }).nullish() })

const Offering = z.object({
  id: Text,
  name: Text,
  description: Text.nullish(),
  lifecycleStatus: Text.nullish(),
  productOfferingTerm: z.array(Term).nullish(),
  productOfferingPrice: z.array(OfferingPrice).nullish(),
})
type Offering = z.infer<typeof Offering>

/** Lists the offerings that are paid once and have a volume. They cannot be ordered. */
export function createChargingBundleSource(options: ChargingOptions): BundleSource {
  const client = createChargingClient(options)
  return {
    async bundles() {
      const { rows, isComplete } = await client.offerings(Offering)
      if (rows.length === 0 && !isComplete) throw broken('productOffering: none can be read')
      return rows.flatMap((offering) => bundleOf(offering, options.currency) ?? [])
    },
  }
}

function bundleOf(offering: Offering, currency: Currency): Bundle | undefined {
  const { id, name, description, lifecycleStatus } = offering
  if ((lifecycleStatus ?? 'active').toLowerCase() !== 'active') return undefined
  const [offered] = (offering.productOfferingPrice ?? []).flatMap((price) => offerOf(price, currency) ?? [])
  const validity = validityOf(offering)
  if (offered === undefined || validity === undefined) return undefined
  return { ...offered, productCode: id, name, description: description ?? '', lineType: 'PREPAID', validity }
}

/** Reads a price that is paid once: a recurring one is no bundle, because bundles end. */
function offerOf({ priceType, price, ...rest }: OfferingPrice, currency: Currency) {
  const volume = volumeIn((rest.productOfferPriceAlteration ?? rest.prodPriceAlteration)?.unitOfMeasure)
  const amount = parseMoney(price?.taxIncludedAmount?.replace(/(\.\d\d)0+$/, '$1') ?? '', currency)
  if (volume === undefined || amount === undefined || (price?.currencyCode ?? currency) !== currency) return undefined
  return priceType?.replace(/[^a-z]/gi, '').toLowerCase() === 'onetime' ? { ...volume, price: amount } : undefined
}

const validityUnits: Readonly<Record<string, ValidityUnit>> = { hour: 'hour', day: 'day', week: 'week', month: 'month' }

/** Reads the validity: a volume without a term does not end. */
function validityOf({ productOfferingTerm }: Offering): Validity | undefined {
  const duration = productOfferingTerm?.find((term) => term.duration != null)?.duration
  if (duration == null) return 'unlimited'
  const unit = validityUnits[duration.units.toLowerCase().replace(/s$/, '')]
  return unit && { amount: duration.amount, unit }
}

function volumeIn(text: string | null | undefined) {
  const [, number = '', suffix = ''] = quantity.exec(text ?? '') ?? []
  const amount = Number(number) * (factors[suffix] ?? 1)
  if (!(amount > 0)) return undefined
  if (suffix === 's') return { category: 'voice', voice: voiceVolume(amount / 60, 'MIN') }
  if (suffix === 'msg') return { category: 'sms', sms: amount }
  const data = amount < 1e9 ? dataVolume(amount / 1e6, 'MB') : dataVolume(amount / 1e9, 'GB')
  return suffix === '' ? undefined : { category: 'data', data }
}
