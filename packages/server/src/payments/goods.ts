import { type DeliveryItem, stateOfItems } from '@nyanja/domain/payments/order-items'
import type { Delivery } from './attempt.ts'
import type { DeliveryProvider, DeliveryResult, Purchase, SendResult } from './delivery-provider.ts'

/** What is known of the items of an order for several numbers, at least one of which is open. */
export interface Parted {
  readonly outcome: 'parted'
  readonly items: readonly DeliveryItem[]
  /** The BSS certainly has no record of any open item. */
  readonly isRestAbsent: boolean
}

export interface WithItems {
  readonly items?: readonly DeliveryItem[]
  /** The time at which the BSS is asked once more about items that were given up. */
  readonly lookAgainAt?: number
}

export type GoodsResult = (DeliveryResult & WithItems) | Parted

/** `mayBegin` tells whether a call that begins now is visible by the time at which its absence is believed. */
export type SendGoods = (mayBegin: () => boolean) => Promise<NotSent | GoodsResult>

/** Delivers what was paid for: one purchase, or one for each of several numbers. */
export interface Goods {
  prepare(delivery: Delivery): Promise<SendGoods>
  /** Undefined when the BSS certainly has none of it; throws when it cannot tell. */
  find(delivery: Delivery): Promise<GoodsResult | undefined>
  /** Asks the BSS to end the order in progress, where it has such a call. */
  cancel(delivery: Delivery, bssReference: string): Promise<void>
  /** Names the API and the resource of the delivery, for logs. */
  callOf(delivery: Delivery): string
}

/** The calls under way at once for one order: its numbers leave the BSS to others as well. */
const mostAtOnce = 4

/** Makes the id by which the BSS knows the item at this place, counted from 1. */
export const itemIdOf = (attemptId: string, place: number): string => `${attemptId}-${place}`

/** Finds the payment that an item belongs to: undefined for any other id. */
export function paymentOfItem(id: string): string | undefined {
  return /^(.+)-\d{1,2}$/.exec(id)?.[1]
}

function purchaseOf({ attemptId, kind, msisdn, amount, productCode, bill, leadReference }: Delivery): Purchase {
  if (kind === 'several') throw new RangeError('Several numbers are several purchases')
  return {
    id: attemptId,
    kind,
    msisdn,
    amount,
    ...(productCode !== undefined && { productCode }),
    ...(bill && { bill }),
    ...(leadReference !== undefined && { leadReference }),
  }
}

/** Each number of an order has an id of its own at the BSS, so that each is found and sent again by itself. */
function purchaseOfItem(
  { attemptId }: Delivery,
  { msisdn, amount, productCode }: DeliveryItem,
  index: number,
): Purchase {
  const product = productCode === undefined ? { kind: 'airtime' as const } : { kind: 'bundle' as const, productCode }
  return { id: itemIdOf(attemptId, index + 1), msisdn, amount, ...product }
}

/** `silent`: the BSS may have it and did not say. */
type ItemAnswer = SendResult | 'absent' | 'silent'

type NotSent = Exclude<SendResult, DeliveryResult>

const isNotSent = (answer: ItemAnswer | undefined): answer is NotSent =>
  typeof answer === 'object' && answer.outcome === 'not_sent'

function itemAfter(item: DeliveryItem, answer: ItemAnswer | undefined): DeliveryItem {
  if (answer === undefined || typeof answer === 'string') return item
  if (answer.outcome === 'delivered') return { ...item, state: 'delivered', bssReference: answer.bssReference }
  if (answer.outcome === 'pending') return { ...item, bssReference: answer.bssReference }
  return answer.outcome === 'impossible' ? { ...item, state: 'impossible' } : item
}

/** Puts the answers about single items together. */
function combine(items: readonly DeliveryItem[], answers: readonly (ItemAnswer | undefined)[]): GoodsResult {
  const after = items.map((item, index) => itemAfter(item, answers[index]))
  const state = stateOfItems(after)
  if (state === 'open') {
    const isRestAbsent = after.every(({ state }, index) => state !== 'open' || answers[index] === 'absent')
    return { outcome: 'parted', items: after, isRestAbsent }
  }
  if (state === 'delivered') return { outcome: 'delivered', bssReference: referenceIn(after), items: after }
  const reasons = answers.flatMap((answer) => (typeof answer === 'object' && 'reason' in answer ? [answer.reason] : []))
  return { outcome: 'impossible', reason: reasons[0] ?? 'no item can be delivered', items: after }
}

const referenceIn = (items: readonly DeliveryItem[]): string =>
  items.flatMap(({ bssReference }) => bssReference ?? [])[0] ?? ''

/** Runs one task for each open item, a few at once. */
async function forEachOpen<Result>(
  items: readonly DeliveryItem[],
  task: (item: DeliveryItem, index: number) => Promise<Result>,
): Promise<(Result | undefined)[]> {
  const open = items.flatMap((item, index) => (item.state === 'open' ? [{ item, index }] : []))
  const results: (Result | undefined)[] = items.map(() => undefined)
  const runNext = async (): Promise<void> => {
    const next = open.shift()
    if (next === undefined) return
    results[next.index] = await task(next.item, next.index)
    return runNext()
  }
  await Promise.all(Array.from({ length: mostAtOnce }, runNext))
  return results
}

async function prepareItems(
  provider: DeliveryProvider,
  delivery: Delivery,
  items: readonly DeliveryItem[],
): Promise<SendGoods> {
  // A number whose call cannot be prepared does not hold up the others.
  const prepared = await forEachOpen(items, (item, index) =>
    provider.prepare(purchaseOfItem(delivery, item, index)).then(
      (send) => ({ send }),
      (error: unknown) => ({ error }),
    ),
  )
  const failed = prepared.filter((one) => one !== undefined)
  if (failed.length > 0 && failed.every((one) => 'error' in one)) throw failed[0]?.error
  return async (mayBegin) => {
    const answers = await forEachOpen(items, async (_, index): Promise<ItemAnswer> => {
      const one = prepared[index]
      if (one === undefined || 'error' in one || !mayBegin()) return { outcome: 'not_sent', reason: 'not_prepared' }
      return one.send().catch(() => 'silent' as const)
    })
    const made = answers.filter((answer) => answer !== undefined)
    const [first] = made
    return isNotSent(first) && made.every(isNotSent) ? first : combine(items, answers)
  }
}

async function findItems(
  provider: DeliveryProvider,
  delivery: Delivery,
  items: readonly DeliveryItem[],
): Promise<GoodsResult | undefined> {
  const answers = await forEachOpen(
    items,
    (item, index): Promise<ItemAnswer> =>
      provider.findByReference(purchaseOfItem(delivery, item, index)).then(
        (found) => found ?? 'absent',
        () => 'silent',
      ),
  )
  const isSilent = answers.every((answer) => answer === undefined || answer === 'silent')
  if (isSilent && answers.includes('silent')) throw new Error('The BSS tells nothing about any of the numbers')
  const result = combine(items, answers)
  const isUnknown = result.items?.every(({ state }) => state === 'open') ?? false
  return result.outcome === 'parted' && result.isRestAbsent && isUnknown ? undefined : result
}

export function createGoods(provider: DeliveryProvider): Goods {
  return {
    async prepare(delivery) {
      if (delivery.items !== undefined) return prepareItems(provider, delivery, delivery.items)
      return provider.prepare(purchaseOf(delivery))
    },
    async find(delivery) {
      if (delivery.items !== undefined) return findItems(provider, delivery, delivery.items)
      return provider.findByReference(purchaseOf(delivery))
    },
    async cancel(delivery, bssReference) {
      if (delivery.items === undefined) await provider.cancel?.(purchaseOf(delivery), bssReference)
    },
    callOf: ({ kind }) => provider.callOf(kind === 'several' ? 'airtime' : kind),
  }
}
