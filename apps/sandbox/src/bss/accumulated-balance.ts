import { objectsAt, textAt } from '../core/json.ts'
import { amountIn, quantity, sum } from './amounts.ts'
import { type Filter, filterBy, type Row, type RowSource } from './collection.ts'
import type { Store } from './store.ts'

export const accumulatedBalanceName = 'accumulatedBalance'
const suffix = '-total'
const numberIn = (id: string): string => (id.endsWith(suffix) ? id.slice(0, -suffix.length) : '')

/** TMF654's total of a line's airtime: worked out from its buckets, so that it can never differ from them. */
export function accumulatedBalances(store: Store, path: string): RowSource {
  const buckets = store.in('bucket')
  const isMonetary = filterBy('usageType', 'monetary')

  function totalOf(number: string): Row | undefined {
    const monetary = buckets.select([filterBy('logicalResource.id', number), isMonetary])
    const [first] = monetary
    if (first === undefined) return undefined
    const id = `${number}${suffix}`
    return {
      id,
      href: `/bss${path}/${accumulatedBalanceName}/${id}`,
      name: 'Airtime',
      bucket: monetary.map((bucket) => ({ id: bucket.id, href: bucket.href ?? null })),
      totalBalance: quantity(
        monetary.reduce((total, bucket) => sum(total, amountIn(bucket, 'remainingValue')), 0),
        store.market.currency,
      ),
      // One object here, a list in a bucket.
      logicalResource: objectsAt(first, 'logicalResource')[0] ?? null,
      product: first.product ?? [],
      partyAccount: first.partyAccount ?? null,
    }
  }

  return {
    get: (id) => totalOf(numberIn(id)),
    select: (filters: readonly Filter[]) => {
      const byId = filters.find(({ path: filtered }) => filtered === 'id')
      if (byId) return [...new Set(byId.accepts)].flatMap((id) => totalOf(numberIn(id)) ?? [])
      const found = buckets.select([...filters, isMonetary])
      const numbers = found.flatMap((bucket) =>
        objectsAt(bucket, 'logicalResource').map((entry) => textAt(entry, 'id') ?? ''),
      )
      return [...new Set(numbers)].flatMap((number) => totalOf(number) ?? [])
    },
  }
}
