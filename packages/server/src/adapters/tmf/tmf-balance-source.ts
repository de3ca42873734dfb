import { type Currency, type Money, majorText } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { BalanceEntry, BalanceSource } from '../../subscriber/balances.ts'
import { broken } from '../contract-faults.ts'
import { fold, meaningOf, type TmfProfile } from './profile.ts'
import { type CurrencyOptions, createTmfClient, type Found, type TmfClient } from './tmf-client.ts'
import { findLine } from './tmf-line-source.ts'
import {
  Decimal,
  decimalText,
  Id,
  isMoneyUnit,
  listOf,
  Moment,
  maybe,
  Ref,
  readMoney,
  spare,
  Text,
} from './tmf-values.ts'

/** Older systems call it `remainedAmount`, and its unit `unit`. */
const Remaining = maybe(z.object({ amount: maybe(Decimal), units: maybe(Text), unit: maybe(Text) }))

/** An amount that cannot be read is not an absent one, which means unlimited; a top-up needs neither. */
function readRemaining(sent: unknown) {
  const { success, data } = Remaining.safeParse(sent)
  if (!success) return { isReadable: false, amount: undefined, units: undefined }
  return { isReadable: true, amount: data?.amount, units: data?.units ?? data?.unit }
}

const Bucket = z
  .object({
    id: Id,
    name: spare(Text),
    usageType: spare(Text),
    status: spare(Text),
    remainingValue: z.unknown().optional(),
    remainedAmount: z.unknown().optional(),
    validFor: spare(z.object({ endDateTime: spare(Moment) })),
    partyAccount: spare(Ref),
    product: listOf(Ref),
    logicalResource: listOf(z.union([Ref, z.object({ value: Text }).transform(({ value }) => ({ id: value }))])),
  })
  .transform(({ remainedAmount, remainingValue, ...bucket }) => {
    const remaining = readRemaining(remainingValue ?? remainedAmount)
    // The remaining amount is left out, so that the fault is reported.
    return { ...bucket, remaining, ...(!remaining.isReadable && { remainingValue: undefined }) }
  })
type Bucket = z.infer<typeof Bucket>

export const monetary = 'monetary'

/** Finds the query for the buckets of a number. Undefined when the number is no line, so it has none. */
async function findBucketSearch(client: TmfClient, msisdn: string) {
  const { by } = client.profile.buckets
  if (by === 'logicalResource.id') {
    const isOfNumber = ({ logicalResource = [] }: Bucket) =>
      logicalResource.some(({ id }) => client.isNumber(id, msisdn))
    return { filter: { [by]: client.numberOf(msisdn) }, matches: isOfNumber }
  }
  const line = await findLine(client, msisdn)
  const id = by === 'product.id' ? line?.productId : line?.account
  if (id === undefined) return undefined
  const matches = ({ product = [], partyAccount }: Bucket) =>
    by === 'product.id' ? product.some((one) => one.id === id) : partyAccount?.id === id
  return { filter: { [by]: id }, matches }
}

/** Reads the buckets of a number in any state. */
export async function bucketsOf(client: TmfClient, msisdn: string): Promise<Found<Bucket>> {
  const search = await findBucketSearch(client, msisdn)
  if (search === undefined) return { rows: [], isComplete: true }
  return client.search({ api: 'balances', name: 'bucket' }, { ...search, row: Bucket })
}

export const activeIn =
  ({ buckets }: TmfProfile) =>
  ({ status }: Bucket): boolean =>
    status === undefined || buckets.activeStates.includes(fold(status))

interface MoneyIn {
  readonly currency: Currency
  readonly profile: TmfProfile
}

const serviceTypeOf = ({ usageType = '' }: Bucket, { buckets }: TmfProfile) =>
  meaningOf(buckets.usageTypes, usageType) ?? 'DATA'

/** Finds the bucket that top-ups go to and airtime is paid from: one with an account, where any has one. */
export function mainBucketIn(buckets: readonly Bucket[], { currency, profile }: MoneyIn): Bucket | undefined {
  const { name, idEndsWith = '' } = profile.buckets.main
  const fitting = buckets.filter(
    (bucket) =>
      serviceTypeOf(bucket, profile) === 'AIRTIME' &&
      (bucket.remaining.units === undefined || isMoneyUnit(bucket.remaining.units, { currency, profile })) &&
      (name === undefined || fold(bucket.name ?? '') === fold(name)) &&
      bucket.id.endsWith(idEndsWith),
  )
  return fitting.find(({ partyAccount }) => partyAccount !== undefined) ?? fitting[0]
}

function airtimeOf({ remaining }: Bucket, { currency, profile }: MoneyIn): Money | undefined {
  const { amount, units = profile.money.unit ?? currency } = remaining
  const rules = { currency, profile, allowNegative: true, isRoundedDown: true }
  return amount === undefined ? undefined : readMoney({ unit: units, value: amount }, rules)
}

/** The remaining amount of a money bucket, rounded down. Without a figure no line may be debited. */
export function airtimeIn(bucket: Bucket, where: MoneyIn): Money {
  const airtime = airtimeOf(bucket, where)
  if (airtime === undefined) throw broken('bucket: airtime without an amount')
  return airtime
}

interface TmfBalanceOptions extends CurrencyOptions {
  readonly now?: () => number
}

export function createTmfBalanceSource(options: TmfBalanceOptions): BalanceSource {
  const client = createTmfClient(options)
  const { currency, now = Date.now } = options
  const { profile } = client

  return {
    async balancesOf(msisdn) {
      const { rows, isComplete } = await bucketsOf(client, msisdn)
      const active = rows.filter(activeIn(profile))
      const entries = active.flatMap((bucket) => entryOf(bucket, { client, currency }) ?? [])
      // A line whose balances cannot be read must not look like one without any.
      if (entries.length === 0 && (active.length > 0 || !isComplete)) throw broken('bucket: none can be read')
      return entries.filter(({ endsAt }) => endsAt === undefined || endsAt > now())
    },
  }
}

/** Reads an entry: undefined for a bucket whose amount cannot be read. */
function entryOf(
  bucket: Bucket,
  { client, currency }: { readonly client: TmfClient; readonly currency: Currency },
): BalanceEntry | undefined {
  const { profile } = client
  const { id, name = id, remaining, validFor } = bucket
  const serviceType = serviceTypeOf(bucket, profile)
  if (!remaining.isReadable) return undefined
  const balance = serviceType === 'AIRTIME' ? moneyBalance(bucket, { currency, profile }) : volumeBalance(remaining)
  if (balance === undefined) return undefined
  const endsAt = client.momentOf(validFor?.endDateTime)
  return { serviceType, description: name, ...balance, ...(endsAt !== undefined && { endsAt }) }
}

type Amount = Pick<BalanceEntry, 'unit' | 'balance'>

/** A money balance may really be -1. */
function moneyBalance(bucket: Bucket, { currency, profile }: MoneyIn): Amount | undefined {
  const { amount, units } = bucket.remaining
  const isOurs = units === undefined || isMoneyUnit(units, { currency, profile })
  if (amount === undefined) return isOurs ? { unit: currency } : undefined
  const airtime = airtimeOf(bucket, { currency, profile })
  return airtime && { unit: currency, balance: decimalText(majorText(airtime)) ?? '' }
}

/** The suffixes of older charging systems, each with its factor to the smallest unit, and the unit it is shown in. */
const suffixes: Readonly<Record<string, readonly [factor: number, unit: string]>> = {
  b: [1, 'B'],
  k: [1e3, 'B'],
  m: [1e6, 'B'],
  g: [1e9, 'B'],
  s: [1, 'SEC'],
  msg: [1, 'SMS'],
}
const sizes: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  SEC: 1,
  MIN: 60,
  HOUR: 3600,
  SMS: 1,
}

/** Reads a volume; one without an amount is unlimited, which some servers write as -1. */
function volumeBalance(remaining: Bucket['remaining']): Amount | undefined {
  const { amount, units = '' } = remaining
  if (amount === undefined) return { unit: units }
  const [, number = '', suffix = ''] = /^(.*?)(b|k|m|g|s|msg)?$/i.exec(String(amount).trim()) ?? []
  const text = decimalText(suffix === '' && typeof amount === 'number' ? amount : number)
  if (text === undefined) return undefined
  if (text === '-1') return { unit: units }
  const [factor, smallest = units] = suffixes[suffix.toLowerCase()] ?? []
  if (factor === undefined) return { unit: units, balance: text }
  const volume = Number(text) * factor
  const unit = Object.hasOwn(sizes, units.toUpperCase()) ? units : selectByteUnit(volume, smallest)
  const inUnit = volume / (sizes[unit.toUpperCase()] ?? 1)
  return { unit, balance: String(Math.floor(inUnit * 100) / 100) }
}

/** Bytes are shown in the largest unit of which there is one. */
function selectByteUnit(bytes: number, smallest: string): string {
  if (smallest !== 'B') return smallest
  return ['GB', 'MB', 'KB'].find((unit) => bytes >= (sizes[unit] ?? 1)) ?? 'B'
}
