import { expect, it } from 'vitest'
import { hangOneProvider } from './drill.ts'

it('delivers every other payment while one provider hangs, and afterwards the payments at that provider', async () => {
  const { violations, slow, cards, captures } = await hangOneProvider({
    rounds: 1,
    windowSeconds: 3,
    paymentsPerSecond: 5,
    pagesPerSecond: 10,
    cardsPerSecond: 3,
    hangMs: 4_000,
    seed: 20_264,
    checkTimeoutMs: 30_000,
  })

  expect(violations).toEqual([])
  expect(slow.pageMs).toHaveLength(30)
  expect(slow.toDeliveryMs).toHaveLength(15)
  expect(captures).toBeGreaterThan(cards / 2)
}, 240_000)
