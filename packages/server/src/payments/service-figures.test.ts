import assert from 'node:assert/strict'
import type { RecentTry } from '@nyanja/domain/payments/method-health'
import { minute } from '@nyanja/domain/time'
import { describe, it } from 'vitest'
import { MethodRecords } from './methods.ts'
import { ServiceFigures } from './service-figures.ts'

const start = Date.UTC(2026, 10, 20, 12)

/** Opens payments that were started at their provider this long ago. */
function open(agesMs: readonly number[], gateways = [{ gateway: 'dpo', isOpen: true }]) {
  const clock = { now: start }
  const now = () => clock.now
  let reads = 0
  const all = agesMs.map((age): RecentTry => {
    const handedOverAt = start - age
    return { state: 'captured', handedOverAt, creditedAt: handedOverAt + 20_000, isRefunded: false }
  })
  const tries = {
    async of(_method: string, since: number, limit: number) {
      reads += 1
      return all.filter(({ handedOverAt }) => handedOverAt > since).slice(0, limit)
    },
  }
  const methods = ['card']
  const records = new MethodRecords({ tries, methods, now })
  const gatewaysOf = async () => gateways
  return { clock, reads: () => reads, figures: new ServiceFigures({ tries, records, gatewaysOf, methods, now }) }
}

describe('the figures of a method', () => {
  it('cover the last hour and the last day', async () => {
    const { figures } = open([minute, 30 * minute, 61 * minute, 23 * 60 * minute, 25 * 60 * minute])
    const [card] = await figures.all()
    assert.deepEqual([card?.hour.tries, card?.day.tries], [2, 4])
    assert.deepEqual([card?.standing.method, card?.isOpen, card?.hour.medianToCreditMs], ['card', true, 20_000])
  })

  it('list gateways that are switched off while others are in use, and report when none is left', async () => {
    const [dpo, paystack] = [
      { gateway: 'dpo', isOpen: false },
      { gateway: 'paystack', isOpen: true },
    ]
    const [some] = await open([], [dpo, paystack]).figures.all()
    assert.deepEqual([some?.isOpen, some?.gatewaysOff], [true, ['dpo']])
    const [none] = await open([], [dpo]).figures.all()
    assert.deepEqual([none?.isOpen, none?.gatewaysOff], [false, []])
  })

  it('report when there were more payments than are counted', async () => {
    const busy = open(Array.from({ length: 2_500 }, () => 2 * 60 * minute))
    const [card] = await busy.figures.all()
    assert.deepEqual([card?.day.tries, card?.day.isSample, card?.hour.isSample], [2_000, true, false])
  })

  it('are computed once a minute, however many visitors read them', async () => {
    const { figures, reads, clock } = open([minute])
    for (let views = 0; views < 10; views += 1) await figures.all()
    const first = reads()
    clock.now += minute
    await figures.all()
    assert.ok(first <= 3, `${first} reads`)
    assert.ok(reads() > first)
  })
})
