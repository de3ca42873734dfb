import { type Currency, type Money, parseMoney } from '@nyanja/domain/money/money'
import { z } from 'zod'
import { PortalError } from '../../common/errors.ts'
import type { BalanceEntry, BalanceSource } from '../../subscriber/balances.ts'
import {
  createTmfClient,
  Decimal,
  decimalText,
  Id,
  maybe,
  Ref,
  roundedDown,
  type TmfClient,
  type TmfOptions,
} from './tmf-client.ts'

const Bucket = z.object({
  id: Id,
  name: maybe(z.string()),
  usageType: maybe(z.string()),
  status: maybe(z.string()),
  remainingValue: maybe(z.object({ amount: maybe(Decimal), units: maybe(z.string()) })),
  validFor: maybe(z.object({ endDateTime: maybe(z.iso.datetime({ offset: true })) })),
  partyAccount: maybe(Ref),
  logicalResource: maybe(z.array(Ref)),
})
type Bucket = z.infer<typeof Bucket>

export const monetary = 'monetary'

/** The buckets of a number in any state. */
export async function allBucketsOf(client: TmfClient, msisdn: string): Promise<Bucket[]> {
  const number = client.numberOf(msisdn)
  const buckets = await client.list({ api: 'balances', name: 'bucket' }, { 'logicalResource.id': number }, Bucket)
  return buckets.filter(({ logicalResource = [] }) => logicalResource.some(({ id }) => id === number))
}

export function isActive({ status = 'active' }: Bucket): boolean {
  return status === 'active'
}

/** The active buckets of a number. */
export async function bucketsOf(client: TmfClient, msisdn: string): Promise<Bucket[]> {
  return (await allBucketsOf(client, msisdn)).filter(isActive)
}

type MainBucket = Bucket & { readonly partyAccount: NonNullable<Bucket['partyAccount']> }

/** The bucket that top-ups go to and airtime is paid from. */
export function mainBucketIn(buckets: readonly Bucket[], currency: Currency): MainBucket | undefined {
  return buckets.find(
    (bucket): bucket is MainBucket =>
      bucket.usageType === monetary &&
      bucket.partyAccount !== undefined &&
      (bucket.remainingValue?.units ?? currency) === currency,
  )
}

/** The remaining amount of a money bucket, rounded down. Without a figure no line may be debited. */
export function airtimeIn({ remainingValue }: Bucket, currency: Currency): Money {
  const text = remainingValue?.amount === undefined ? undefined : decimalText(remainingValue.amount)
  const airtime = text && parseMoney(roundedDown(text), currency, { allowNegative: true })
  if (!airtime) throw new PortalError('provider_broke_contract', 'bss bucket: airtime without an amount')
  return airtime
}

interface TmfBalanceOptions extends TmfOptions {
  readonly currency: Currency
  readonly now?: () => number
}

const serviceTypes: Readonly<Record<string, BalanceEntry['serviceType']>> = {
  [monetary]: 'AIRTIME',
  voice: 'VOICE',
  sms: 'SMS',
}

export function createTmfBalanceSource(options: TmfBalanceOptions): BalanceSource {
  const client = createTmfClient(options)
  const { currency, now = Date.now } = options

  return {
    async balancesOf(msisdn) {
      const entries = (await bucketsOf(client, msisdn)).map((bucket) => entryOf(bucket, currency))
      return entries.filter(({ endsAt }) => endsAt === undefined || endsAt > now())
    },
  }
}

function entryOf(bucket: Bucket, currency: Currency): BalanceEntry {
  const { id, name = id, usageType = '', remainingValue, validFor } = bucket
  const unit = remainingValue?.units ?? ''
  if (usageType === monetary && unit !== currency) {
    throw new PortalError('provider_broke_contract', 'bss bucket: money of another currency')
  }
  const balance = balanceOf(bucket)
  const end = validFor?.endDateTime

  return {
    serviceType: serviceTypes[usageType] ?? 'DATA',
    description: name,
    unit,
    ...(balance !== undefined && { balance }),
    ...(end !== undefined && { endsAt: Date.parse(end) }),
  }
}

/** Undefined means unlimited, which some servers write as -1. A money balance may really be -1. */
function balanceOf({ usageType, remainingValue }: Bucket): string | undefined {
  if (remainingValue?.amount === undefined) return undefined
  const text = decimalText(remainingValue.amount)
  if (text === undefined) throw new PortalError('provider_broke_contract', 'bss bucket: an amount that is no decimal')

  if (usageType === monetary) return roundedDown(text)
  return text === '-1' ? undefined : text
}
