import { majorText } from '@nyanja/domain/money/money'
import { PortalError } from '../../errors.ts'
import { bucketsOf, mainBucketIn, monetary } from './buckets.ts'
import type { Operation } from './operation.ts'

/** Airtime onto the main bucket of a prepaid line. */
export const topUp: Operation = {
  resource: { api: 'balances', name: 'topupBalance' },
  ourIdIn: 'reason',
  outcomes: { completed: 'delivered', created: 'pending', failed: 'impossible', cancelled: 'impossible' },

  async bodyOf(client, { id, msisdn, amount }) {
    const units = amount.currency
    const main = mainBucketIn(await bucketsOf(client, msisdn), units)
    if (main === undefined) throw new PortalError('provider_broke_contract', `bss bucket: no main bucket for ${id}`)
    const { channel } = client.profile
    return {
      amount: { amount: Number(majorText(amount)), units },
      usageType: monetary,
      bucket: { id: main.id },
      partyAccount: { id: main.partyAccount.id },
      logicalResource: [{ id: client.numberOf(msisdn), '@referredType': 'MSISDN' }],
      channel: { id: channel.id, name: channel.name },
      reason: id,
      description: 'web recharge',
    }
  },
}
