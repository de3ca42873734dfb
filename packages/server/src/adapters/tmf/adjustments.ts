import { type Currency, type Money, money } from '@nyanja/domain/money/money'
import { z } from 'zod'
import { broken } from '../contract-faults.ts'
import { meaningOf } from './profile.ts'
import { monetary } from './tmf-balance-source.ts'
import { refusalText, type TmfClient } from './tmf-client.ts'
import { Id, maybe, Quantity, Ref, readMoney, spare, Text, toQuantity } from './tmf-values.ts'

const Row = z.object({
  id: maybe(Id),
  status: spare(Text),
  reason: maybe(Text),
  amount: maybe(Quantity),
  bucket: spare(Ref),
})
type Row = z.infer<typeof Row>

/** A credit or debit of airtime, as stored by the BSS. */
export interface Adjustment {
  readonly id: string
  /** `strange` is an undocumented state, which is not final. */
  readonly state: 'done' | 'open' | 'refused' | 'strange'
  /** The change, negative for a debit. It is absent where the BSS does not return it. */
  readonly change?: Money
  readonly bucketId?: string
}

interface NewAdjustment {
  /** Our reference, the only name by which it is found again. */
  readonly reference: string
  readonly change: Money
  readonly bucketId: string
  readonly description: string
}

/** An adjustment; one without an id was not accepted by the BSS. */
type Made = Pick<Adjustment, 'state'> & Partial<Pick<Adjustment, 'id'>>

export interface Adjustments {
  /** Finds all adjustments of the BSS under one of our references. */
  recall(reference: string, id?: string): Promise<readonly Adjustment[]>
  /** Makes an adjustment; each call has an effect of its own. */
  make(adjustment: NewAdjustment): Promise<Made>
}

const resource = { api: 'balances', name: 'adjustBalance' } as const

export function createAdjustments(client: TmfClient, currency: Currency): Adjustments {
  const { profile } = client
  const { channel, adjustment } = profile
  const serialize = ({ minor }: Money) => money(currency, adjustment.positiveMeans === 'credit' ? minor : -minor)

  const stateOf = (status = '') => meaningOf(profile.states.adjustment, status) ?? 'strange'

  function adjustmentOf({ id = '', status, amount, bucket }: Row): Adjustment {
    const unit = amount?.units ?? profile.money.unit ?? currency
    const change = amount && readMoney({ unit, value: amount.amount }, { currency, profile, allowNegative: true })
    if (amount !== undefined && change === undefined) throw broken('adjustBalance: an amount that is none of ours')
    return {
      id,
      state: stateOf(status),
      ...(change && { change: serialize(change) }),
      ...(bucket && { bucketId: bucket.id }),
    }
  }

  async function recall(reference: string, id?: string): Promise<readonly Adjustment[]> {
    const { rows, isComplete } = await client.search(resource, {
      filter: { reason: reference },
      row: Row,
      matches: ({ reason }) => reason === reference,
      decidedBy: ({ reason }) => reason,
    })
    const listed = rows.map(adjustmentOf)
    // A server that cannot search by reason still finds its own id.
    const known = listed.length > 0 || id === undefined ? undefined : await client.find(resource, id, Row)
    if (known !== undefined && (known.reason ?? reference) === reference) return [adjustmentOf({ ...known, id })]
    const isCertain = isComplete && (listed.length > 0 || profile.findByReference.absence === 'certain')
    // Another one may have been done.
    if (!isCertain && listed.every(({ state }) => state === 'refused'))
      throw broken('adjustBalance: not found, and it may be there')
    return listed
  }

  return {
    recall,

    async make({ reference, change, bucketId, description }) {
      const body = {
        amount: toQuantity(serialize(change), profile),
        usageType: monetary,
        bucket: { id: bucketId },
        channel: { id: channel.id, name: channel.name },
        reason: reference,
        description,
      }
      const answer = await client.post(resource, body, Row)
      if (!answer.ok) {
        refusalText(answer, resource.name)
        return { state: 'refused' }
      }
      const id = answer.value?.id ?? answer.id
      // The BSS may accept an adjustment without a body: the resource has its state.
      const [known] = answer.value === undefined ? await recall(reference, id).catch(() => []) : []
      const state = known?.state ?? stateOf(answer.value?.status)
      return { state, ...(id !== undefined && { id }) }
    },
  }
}
