import type { DeliveryProvider, DeliveryResult, Purchase } from '@nyanja/server/payments/delivery-provider'
import type { InjectedFaults } from './injected-faults.ts'

/** One order in the BSS's own records. */
export interface Gift {
  readonly purchase: Purchase
  /** Its own index contains it from then on. */
  readonly foundFrom: number
  isDenied?: true
  times: number
  /** An earlier order under the same name failed; a look-up finds it before it finds this one. */
  readonly isRepeat: boolean
  state: 'working' | 'given' | 'failed'
}

export interface Bss {
  readonly deliveryProvider: DeliveryProvider
  readonly records: ReadonlyMap<string, Gift>
}

/** The time is within that which the portal gives it before it sends again. */
const indexingMs = 45_000

interface BssOptions {
  readonly injectedFaults: InjectedFaults
  readonly now: () => number
  /**
   * Tells whether the portal has stored that it was accepted. An order that the portal has no record of is treated as
   * absent.
   */
  readonly isAcceptanceKnown: (id: string) => Promise<boolean>
}

/** A BSS that repeats a repeated order, since the standard has no idempotency. */
export function createBss({ injectedFaults, now, isAcceptanceKnown }: BssOptions): Bss {
  const records = new Map<string, Gift>()
  /** Orders that it answers with an error until the faults end. */
  const down = new Set<string>()

  function failIfDown(id: string): void {
    if (injectedFaults.happens('orderingDown', id)) down.add(id)
    if (down.has(id) && !injectedFaults.isOver) throw new Error('HTTP 500 without an effect')
  }

  function order(purchase: Purchase): DeliveryResult {
    const { id } = purchase
    if (injectedFaults.happens('deliveryRefused', id)) return { outcome: 'impossible', reason: 'no such line' }
    const foundFrom = now() + (injectedFaults.happens('foundLater', id) ? indexingMs : 0)
    const known = records.get(id)
    const isRepeat = known?.state === 'failed'
    const gift: Gift =
      known === undefined || isRepeat ? { purchase, foundFrom, isRepeat, times: 0, state: 'working' } : known
    records.set(id, gift)
    gift.times += 1
    if (!injectedFaults.happens('deliveryWaits', id)) gift.state = 'given'
    return lookUpGift(gift)
  }

  /** Even when it denies an accepted order, it still executes it. */
  async function isDenied(gift: Gift): Promise<boolean> {
    const { id } = gift.purchase
    if (gift.state === 'working' && injectedFaults.happens('acceptedDenied', id) && (await isAcceptanceKnown(id)))
      gift.isDenied = true
    if (gift.isDenied) gift.state = 'given'
    return gift.isDenied === true
  }

  function lookUpGift(gift: Gift): DeliveryResult {
    const { id } = gift.purchase
    const bssReference = `B-${id}`
    if (gift.state === 'working') {
      if (injectedFaults.happens('deliveryStillWaits', id)) return { outcome: 'pending', bssReference }
      gift.state = injectedFaults.happens('deliveryFails', id) ? 'failed' : 'given'
    }
    return gift.state === 'failed'
      ? { outcome: 'impossible', reason: 'failed' }
      : { outcome: 'delivered', bssReference }
  }

  function found(gift: Gift): DeliveryResult | undefined {
    if (now() >= gift.foundFrom) return lookUpGift(gift)
    return gift.isRepeat ? { outcome: 'impossible', reason: 'failed' } : undefined
  }

  return {
    records,
    deliveryProvider: {
      async prepare(purchase) {
        injectedFaults.before('prepare', purchase.id)
        return async () => {
          if (injectedFaults.happens('notSent', purchase.id))
            return { outcome: 'not_sent', reason: 'ECONNREFUSED' } as const
          injectedFaults.before('send', purchase.id)
          failIfDown(purchase.id)
          const result = order(purchase)
          injectedFaults.after('send', purchase.id)
          return result
        }
      },
      async findByReference({ id }) {
        injectedFaults.before('findByReference', id)
        const gift = records.get(id)
        const result = gift === undefined || (await isDenied(gift)) ? undefined : found(gift)
        injectedFaults.after('findByReference', id)
        return result
      },
      callOf: (kind) => `bss ${kind}`,
    },
  }
}
