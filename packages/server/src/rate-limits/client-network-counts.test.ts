import { hour, minute } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { ClientNetworkCounts } from './client-network-counts.ts'

const limit = { windowMs: 10 * minute, creditPerSuccess: 2 }

function open(known = 100) {
  const clock = { now: 0 }
  const clientNetworks = new ClientNetworkCounts({ known, now: () => clock.now })
  const count = (clientIp: string, about?: string) => clientNetworks.countRequest('order', limit, { clientIp, about })
  const counts = (clientIp: string, times: number) => Array.from({ length: times }, () => count(clientIp))
  return { clock, clientNetworks, count, counts }
}

describe('requests of an address', () => {
  it('are counted separately for each address and policy', () => {
    const { count, counts, clientNetworks } = open()
    expect(counts('41.70.1.1', 3)).toEqual([1, 2, 3])
    expect(count('41.70.1.2')).toBe(1)
    expect(count('41.70.1.1', 'an article')).toBe(1)
    expect(clientNetworks.countRequest('vote', limit, { clientIp: '41.70.1.1' })).toBe(1)
  })

  it('decrease evenly with time, without a jump at the end of a window', () => {
    const { clock, counts, count } = open()
    counts('41.70.1.1', 6)
    clock.now += 10 * minute
    expect(count('41.70.1.1')).toBe(7)
    clock.now += 9 * minute
    expect(count('41.70.1.1')).toBeCloseTo(2.6)
    clock.now += hour
    expect(count('41.70.1.1')).toBe(1)
  })

  it('are offset by successes, and never by more than their number', () => {
    const { counts, count, clientNetworks } = open()
    counts('41.70.1.1', 3)
    clientNetworks.countSuccess('order', limit, { clientIp: '41.70.1.1' })
    expect(count('41.70.1.1')).toBe(2)
    for (let times = 0; times < 5; times += 1) clientNetworks.countSuccess('order', limit, { clientIp: '41.70.1.1' })
    expect(count('41.70.1.1')).toBe(1)
    clientNetworks.uncountRequest('order', limit, { clientIp: '41.70.1.1' })
    expect(count('41.70.1.1')).toBe(1)
  })

  it('are equal in any notation of the address, and shared within an IPv6 network', () => {
    const { count } = open()
    const spellings = ['2001:db8:0:7::1', '2001:0DB8:0000:0007:a:b:c:d', '2001:db8::7:0:0:0:9', '2001:db8:0:7::']
    expect(spellings.map((one) => count(one))).toEqual([1, 2, 3, 4])
    expect(count('2001:db8:0:8::1')).toBe(1)
    for (const one of ['41.70.1.1', '::ffff:41.70.1.1', '::FFFF:41.70.1.1']) count(one)
    expect(count('41.70.1.1')).toBe(4)
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('are counted for the local machine too: %s', (clientIp) => {
    expect(open().counts(clientIp, 3)).toEqual([1, 2, 3])
  })

  it('are still remembered after a flood from other addresses', () => {
    const { counts, count } = open(50)
    counts('41.70.1.1', 4)
    for (let other = 0; other < 60; other += 1) count(`10.0.0.${other}`)
    expect(count('41.70.1.1')).toBe(5)
    for (let other = 0; other < 120; other += 1) count(`10.0.1.${other}`)
    expect(count('41.70.1.1')).toBe(1)
  })

  it.each(['', 'nonsense', ':', '1:2:3:4:5:6:7:8:9:10', 'x'.repeat(100_000)])(
    'may have an invalid address',
    (clientIp) => {
      expect(open().counts(clientIp, 2)).toEqual([1, 2])
    },
  )
})
