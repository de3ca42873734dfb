import { type Currency, type Money, parseMoney } from '@nyanja/domain/money/money'
import { z } from 'zod'
import { PortalError } from '../../common/errors.ts'
import type { TmfClient } from './tmf-client.ts'
import { Decimal, decimalText, Id, maybe, Ref, roundedDown } from './wire.ts'

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
export type Bucket = z.infer<typeof Bucket>

export const monetary = 'monetary'

/** Of a number, whatever their state. */
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

/** The one that top-ups go to and airtime is paid from. */
export function mainBucketIn(buckets: readonly Bucket[], currency: Currency): MainBucket | undefined {
  return buckets.find(
    (bucket): bucket is MainBucket =>
      bucket.usageType === monetary &&
      bucket.partyAccount !== undefined &&
      (bucket.remainingValue?.units ?? currency) === currency,
  )
}

/** What is left in a bucket of money, rounded down. Without a figure nobody may be debited. */
export function airtimeIn({ remainingValue }: Bucket, currency: Currency): Money {
  const text = remainingValue?.amount === undefined ? undefined : decimalText(remainingValue.amount)
  const airtime = text && parseMoney(roundedDown(text), currency, { allowNegative: true })
  if (!airtime) throw new PortalError('provider_broke_contract', 'bss bucket: airtime without an amount')
  return airtime
}
