import type { Deliverer, DeliveryResult, Purchase } from '../../../payments/deliverer.ts'
import type { Mishaps } from './chance.ts'

/** One thing that was ordered, in the BSS's own books. */
export interface Gift {
  readonly purchase: Purchase
  times: number
  state: 'working' | 'given' | 'failed'
}

export interface Bss {
  readonly deliverer: Deliverer
  readonly books: ReadonlyMap<string, Gift>
}

/** A BSS that does again what it is asked again, as the standard has no idempotency. */
export function createBss(mishaps: Mishaps): Bss {
  const books = new Map<string, Gift>()

  function order(purchase: Purchase): DeliveryResult {
    if (mishaps.happens(0.08)) return { outcome: 'impossible', reason: 'no such line' }
    const gift: Gift = books.get(purchase.id) ?? { purchase, times: 0, state: 'working' }
    books.set(purchase.id, gift)
    gift.times += 1
    if (!mishaps.happens(0.2)) gift.state = 'given'
    return lookedAt(gift)
  }

  function lookedAt(gift: Gift): DeliveryResult {
    const bssReference = `B-${gift.purchase.id}`
    if (gift.state === 'working') {
      if (mishaps.happens(0.5)) return { outcome: 'pending', bssReference }
      gift.state = mishaps.happens(0.3) ? 'failed' : 'given'
    }
    return gift.state === 'failed'
      ? { outcome: 'impossible', reason: 'failed' }
      : { outcome: 'delivered', bssReference }
  }

  return {
    books,
    deliverer: {
      async prepare(purchase) {
        mishaps.before()
        return async () => {
          mishaps.before()
          const result = order(purchase)
          mishaps.after()
          return result
        }
      },
      async readBack({ id }) {
        mishaps.before()
        const gift = books.get(id)
        return gift === undefined ? undefined : lookedAt(gift)
      },
    },
  }
}
