import { compareMoney, money } from '@nyanja/domain/money/money'
import type { DeliveryResult, Purchase, SendResult } from '../../payments/delivery-provider.ts'
import type { TakebackProvider } from '../../payments/takebacks.ts'
import { notSentReason } from '../call-provider.ts'
import { broken } from '../contract-faults.ts'
import { type Adjustment, createAdjustments } from './adjustments.ts'
import { activeIn, airtimeIn, bucketsOf, mainBucketIn } from './tmf-balance-source.ts'
import { type CurrencyOptions, createTmfClient } from './tmf-client.ts'

/**
 * Takes airtime back with TMF654 `adjustBalance`: a debit of the line's own airtime, as when airtime pays, on the word
 * of two members of staff.
 */
export function createTmfTakebackProvider(options: CurrencyOptions): TakebackProvider {
  const client = createTmfClient(options)
  const { profile } = client
  const adjustments = createAdjustments(client, options.currency)
  const isActive = activeIn(profile)

  async function mainBucketOf({ msisdn, amount: { currency } }: Pick<Purchase, 'msisdn' | 'amount'>) {
    const { rows, isComplete } = await bucketsOf(client, msisdn)
    const where = { currency, profile }
    const main = mainBucketIn(rows.filter(isActive), where) ?? mainBucketIn(rows, where)
    if (main === undefined && !isComplete) throw broken('bucket: no main bucket, and the list is not complete')
    return main && { id: main.id, has: airtimeIn(main, where), isActive: isActive(main) }
  }

  return {
    async balanceOf(line) {
      return (await mainBucketOf(line))?.has
    },

    async prepare(purchase) {
      const { id, amount } = purchase
      // An earlier debit may have become visible only now.
      const earlier = summarize(await adjustments.recall(id), purchase)
      if (earlier !== undefined && earlier.outcome !== 'impossible') return async () => earlier
      const main = await mainBucketOf(purchase)
      if (main?.isActive === false) return async () => ({ outcome: 'impossible', reason: 'barred' })
      // Some systems would accept a negative balance silently, so that airtime that was spent meanwhile is not taken.
      if (main === undefined || compareMoney(main.has, amount) < 0)
        return async () => ({ outcome: 'impossible', reason: 'not_enough_airtime' })
      const change = money(amount.currency, -amount.minor)
      const debit = { reference: id, change, bucketId: main.id, description: 'refunded airtime' }
      return () => adjustments.make(debit).then(toResult, unlessNotSent)
    },

    async findByReference(purchase) {
      return summarize(await adjustments.recall(purchase.id), purchase)
    },

    callOf: () => 'bss balances adjustBalance',
  }
}

function unlessNotSent(error: unknown): SendResult {
  const reason = notSentReason(error)
  if (reason === undefined) throw error
  return { outcome: 'not_sent', reason }
}

/** An accepted debit without an id is looked up by its reference. */
function toResult({ state, id = '' }: Pick<Adjustment, 'state'> & { readonly id?: string }): DeliveryResult {
  if (state === 'refused') return { outcome: 'impossible', reason: 'refused' }
  return { outcome: state === 'done' ? 'delivered' : 'pending', bssReference: id }
}

/** Combines the results of all debits under one reference: undefined when the BSS has none. */
function summarize(debits: readonly Adjustment[], { id, amount }: Purchase): DeliveryResult | undefined {
  const done = debits.filter(({ state }) => state === 'done')
  if (done.length > 1) throw broken(`adjustBalance: ${id} was debited more than once`)
  if (done.some(({ change }) => change !== undefined && change.minor !== -amount.minor))
    throw broken(`adjustBalance: ${id} was debited with another amount`)
  const [first] = [...done, ...debits.filter(({ state }) => state === 'strange' || state === 'open'), ...debits]
  return first && toResult(first)
}
