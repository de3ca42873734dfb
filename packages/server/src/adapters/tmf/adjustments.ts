import { type Currency, type Money, majorText, money, parseMoney } from '@nyanja/domain/money/money'
import { z } from 'zod'
import { PortalError } from '../../common/errors.ts'
import { monetary } from './tmf-balance-source.ts'
import { Decimal, decimalText, Id, maybe, Ref, refusalText, type TmfClient } from './tmf-client.ts'

const Row = z.object({
  id: Id,
  status: maybe(z.string()),
  reason: maybe(z.string()),
  amount: maybe(z.object({ amount: Decimal, units: maybe(z.string()) })),
  bucket: maybe(Ref),
})
type Row = z.infer<typeof Row>

/** A credit or debit of airtime, as stored by the BSS. */
export interface Adjustment {
  readonly id: string
  /** `strange`: an undocumented state, which is not final. */
  readonly state: 'done' | 'open' | 'refused' | 'strange'
  /** Negative for a debit. Absent where the BSS does not return it. */
  readonly change?: Money
  readonly bucketId?: string
}

interface Asked {
  /** Our reference, the only name by which it is found again. */
  readonly reference: string
  readonly change: Money
  readonly bucketId: string
  readonly description: string
}

/** Without an id: the BSS did not accept it. */
type Made = Pick<Adjustment, 'state'> & Partial<Pick<Adjustment, 'id'>>

export interface Adjustments {
  /** All adjustments of the BSS under one of our references. */
  recall(reference: string, id?: string): Promise<readonly Adjustment[]>
  /** One effect for each call. */
  make(asked: Asked): Promise<Made>
}

const resource = { api: 'balances', name: 'adjustBalance' } as const

const states: Readonly<Record<string, Adjustment['state']>> = {
  completed: 'done',
  created: 'open',
  failed: 'refused',
  cancelled: 'refused',
}

export function createAdjustments(client: TmfClient, currency: Currency): Adjustments {
  const { channel, adjustment } = client.profile
  const serialize = ({ minor }: Money) => money(currency, adjustment.positiveMeans === 'credit' ? minor : -minor)

  function adjustmentOf({ id, status = '', amount, bucket }: Row): Adjustment {
    const { units = currency } = amount ?? {}
    const text = amount && units === currency ? decimalText(amount.amount) : undefined
    const change = text === undefined ? undefined : parseMoney(text, currency, { allowNegative: true })
    if (amount !== undefined && change === undefined) {
      throw new PortalError('provider_broke_contract', 'bss adjustBalance: an amount that is none of ours')
    }
    return {
      id,
      state: states[status] ?? 'strange',
      ...(change && { change: serialize(change) }),
      ...(bucket && { bucketId: bucket.id }),
    }
  }

  return {
    async recall(reference, id) {
      const listed = await client.list(resource, { reason: reference }, Row)
      const ours = listed.filter(({ reason }) => reason === reference)
      if (ours.length > 0 || id === undefined) return ours.map(adjustmentOf)
      // A server that cannot search by reason still finds its own id.
      const known = await client.find(resource, id, Row)
      return known?.reason === reference ? [adjustmentOf(known)] : []
    },

    async make({ reference, change, bucketId, description }) {
      const body = {
        amount: { amount: Number(majorText(serialize(change))), units: currency },
        usageType: monetary,
        bucket: { id: bucketId },
        channel: { id: channel.id, name: channel.name },
        reason: reference,
        description,
      }
      const answer = await client.post(resource, body, Row)
      if (answer.ok) return adjustmentOf(answer.value)
      refusalText(answer, resource.name)
      return { state: 'refused' }
    },
  }
}
