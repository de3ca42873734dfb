import { describe, expect, it } from 'vitest'
import { BusyAddresses } from './busy-addresses.ts'

const minute = 60_000

function open(settings: Partial<ConstructorParameters<typeof BusyAddresses>[0]> = {}) {
  const clock = { now: 0 }
  const addresses = new BusyAddresses({
    wishes: 3,
    withinMs: 10 * minute,
    known: 100,
    now: () => clock.now,
    ...settings,
  })
  const wishFrom = (address: string) => addresses.isBusyWith(address)
  const wishesFrom = (address: string, times: number) => Array.from({ length: times }, () => wishFrom(address))
  return { clock, wishFrom, wishesFrom }
}

describe('an address', () => {
  it('is busy once more is asked from it than people ask', () => {
    const { wishesFrom, wishFrom } = open()
    expect(wishesFrom('41.70.1.1', 4)).toEqual([false, false, false, true])
    expect(wishFrom('41.70.1.2')).toBe(false)
  })

  it('calms down with time, and not at the stroke of a clock', () => {
    const { clock, wishesFrom, wishFrom } = open()
    wishesFrom('41.70.1.1', 6)
    clock.now += 10 * minute
    expect(wishFrom('41.70.1.1')).toBe(true)
    clock.now += 9 * minute
    expect(wishFrom('41.70.1.1')).toBe(false)
    clock.now += 60 * minute
    expect(wishesFrom('41.70.1.1', 3)).toEqual([false, false, false])
  })

  it('is the same however it is written, and one network for all that a caller has', () => {
    const { wishFrom } = open()
    const ways = ['2001:db8:0:7::1', '2001:0DB8:0000:0007:a:b:c:d', '2001:db8::7:0:0:0:9', '2001:db8:0:7::']
    expect(ways.map(wishFrom)).toEqual([false, false, false, true])
    expect(wishFrom('2001:db8:0:8::1')).toBe(false)
    for (const way of ['41.70.1.1', '::ffff:41.70.1.1', '::FFFF:41.70.1.1']) wishFrom(way)
    expect(wishFrom('41.70.1.1')).toBe(true)
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is busy as any other on the machine itself: %s', (address) => {
    expect(open().wishesFrom(address, 4)).toEqual([false, false, false, true])
  })

  it('is known still when a flood of others has gone by', () => {
    const { wishesFrom, wishFrom } = open({ known: 50 })
    wishesFrom('41.70.1.1', 4)
    for (let other = 0; other < 60; other += 1) wishFrom(`10.0.0.${other}`)
    expect(wishFrom('41.70.1.1')).toBe(true)
    for (let other = 0; other < 60; other += 1) wishFrom(`10.0.1.${other}`)
    expect(wishFrom('41.70.1.1')).toBe(false)
  })

  it.each(['', 'nonsense', ':', '1:2:3:4:5:6:7:8:9:10', 'x'.repeat(100_000)])('may be written badly', (address) => {
    expect(open().wishesFrom(address, 4)).toEqual([false, false, false, true])
  })
})
