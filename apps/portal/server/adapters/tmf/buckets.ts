import { z } from 'zod'
import type { TmfClient } from './tmf-client.ts'
import { Decimal, Id, maybe, Ref } from './wire.ts'

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

/** The active buckets of a number. */
export async function bucketsOf(client: TmfClient, msisdn: string): Promise<Bucket[]> {
  const number = client.numberOf(msisdn)
  const buckets = await client.list({ api: 'balances', name: 'bucket' }, { 'logicalResource.id': number }, Bucket)
  return buckets.filter(
    ({ status = 'active', logicalResource = [] }) =>
      status === 'active' && logicalResource.some(({ id }) => id === number),
  )
}
