import { challengeSettings } from '@nyanja/domain/challenge'
import { describe, expect, it } from 'vitest'
import { CodeSecrets } from './code-secrets.ts'
import { Toll } from './toll.ts'

const second = 1000
const wish = { level: 3, values: { msisdn: '991234567' } }
const own = (level: number) => ({ policy: 'code_message', level, sharedLevel: 0, isAtPace: true })
const ofAll = (level: number) => ({ ...own(level), sharedLevel: level })

function open() {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const spent = new Set<string>()
  const waits = { left: 100 }
  const toll = new Toll({
    proofOfWork: {
      puzzle: async () => ({ parameters: {}, signature: '' }),
      solved: async (solution) => {
        const [, level] = /^right \d (\d+)$/.exec(solution) ?? []
        return level === undefined ? undefined : { id: solution, level: Number(level) }
      },
    },
    secrets: new CodeSecrets('a secret of tests that is long enough'),
    store: {
      async spend(key) {
        if (spent.has(key)) return false
        spent.add(key)
        return true
      },
      giveBack: async (key) => void spent.delete(key),
    },
    admitWait: async (_policy, { target }) => {
      if (target === undefined) return true
      waits.left -= 1
      return waits.left >= 0
    },
    now: () => clock.now,
  })
  return { clock, toll, waits }
}

describe('a challenge', () => {
  it('pays once for each solution', async () => {
    const { toll } = open()
    expect(await toll.paidBy({}, 'order-1', own(3))).toBeUndefined()
    expect(await toll.paidBy({ solution: 'wrong' }, 'order-1', own(3))).toBeUndefined()
    expect(await toll.paidBy({ solution: 'right 1 3' }, 'order-1', own(3))).toBe('work')
    expect(await toll.paidBy({ solution: 'right 1 3' }, 'order-1', own(3))).toBeUndefined()
    expect(await toll.paidBy({ solution: 'right 2 3' }, 'order-1', own(3))).toBe('work')
  })

  it('takes a solution that is one level below what is due now, and none that was cheaper', async () => {
    const { toll } = open()
    expect(await toll.paidBy({ solution: 'right 1 2' }, 'order-1', own(4))).toBeUndefined()
    expect(await toll.paidBy({ solution: 'right 1 2' }, 'order-1', own(3))).toBe('work')
    expect(await toll.paidBy({ solution: 'right 2 5' }, 'order-1', own(3))).toBe('work')
  })

  it('pays once for a wait', async () => {
    const { toll, clock } = open()
    const ticket = toll.ticket(wish, 'order-1')
    expect(toll.wish(ticket, 'order-1')).toMatchObject({ ...wish, waitSeconds: 20 })
    expect(await toll.paidBy({ ticket }, 'order-1', own(3))).toBeUndefined()
    clock.now += 40 * second
    expect(toll.wish(ticket, 'order-1')?.waitSeconds).toBe(0)
    expect(await toll.paidBy({ ticket }, 'order-1', own(3))).toBe('wait')
    expect(await toll.paidBy({ ticket }, 'order-1', own(3))).toBeUndefined()
    expect(await toll.paidBy({ ticket: `${ticket}=` }, 'order-1', own(3))).toBeUndefined()
  })

  it('pays once for a wait that went on under a harder challenge', async () => {
    const { toll, clock } = open()
    const ticket = toll.ticket(wish, 'order-1')
    clock.now += 40 * second
    const harder = toll.ticket({ ...wish, level: 5 }, 'order-1', ticket)
    expect(toll.wish(harder, 'order-1')?.waitSeconds).toBe(20)
    clock.now += 40 * second
    expect(await toll.paidBy({ ticket: harder }, 'order-1', own(5))).toBe('wait')
    for (const spent of [ticket, toll.ticket(wish, 'order-1', harder)])
      expect(await toll.paidBy({ ticket: spent }, 'order-1', own(3))).toBeUndefined()
  })

  it('lets a visitor wait on where he has begun to, and anew once that is spent', async () => {
    const { toll, clock } = open()
    const begun = await toll.demand(1, 'accounts')
    expect(begun.waitSeconds).toBe(20)
    clock.now += 15 * second
    expect(await toll.demand(1, 'accounts', begun.ticket)).toMatchObject({ ticket: begun.ticket, waitSeconds: 5 })
    clock.now += 5 * second
    expect(await toll.paidBy(begun, 'accounts', own(1))).toBe('wait')
    const next = await toll.demand(1, 'accounts', begun.ticket)
    expect(next.waitSeconds).toBe(20)
    expect(next.ticket).not.toBe(begun.ticket)
  })

  it('takes no ticket of another place, of the caller’s own making, or an old one', async () => {
    const { toll, clock } = open()
    const ticket = toll.ticket(wish, 'order-1')
    clock.now += 40 * second
    for (const wrong of ['', 'abc', `${ticket.slice(0, -4)}AAAA`, 'A'.repeat(10_000)])
      expect(await toll.paidBy({ ticket: wrong }, 'order-1', own(3))).toBeUndefined()
    expect(await toll.paidBy({ ticket }, 'order-2', own(3))).toBeUndefined()
    clock.now += challengeSettings.tokenLifeMs
    expect(toll.wish(ticket, 'order-1')).toBeUndefined()
    expect(await toll.paidBy({ ticket }, 'order-1', own(3))).toBeUndefined()
  })

  it('takes so many waits while everybody is challenged, keeps the ticket of the next, and takes every solution', async () => {
    const { toll, clock, waits } = open()
    const ticket = toll.ticket(wish, 'order-1')
    clock.now += 40 * second
    waits.left = 0
    expect(await toll.paidBy({ ticket }, 'order-1', ofAll(3))).toBeUndefined()
    expect(await toll.paidBy({ ticket, solution: 'right 1 3' }, 'order-1', ofAll(3))).toBe('work')
    waits.left = 1
    expect(await toll.paidBy({ ticket }, 'order-1', ofAll(3))).toBe('wait')
  })

  it('takes no wait from an address that asked for more while everybody is challenged', async () => {
    const { toll, clock } = open()
    const ticket = toll.ticket(wish, 'order-1')
    clock.now += 40 * second
    expect(await toll.paidBy({ ticket }, 'order-1', { ...ofAll(3), isAtPace: false })).toBeUndefined()
    expect(await toll.paidBy({ ticket }, 'order-1', ofAll(3))).toBe('wait')
  })

  it('carries nothing readable in the address', () => {
    const ticket = open().toll.ticket(wish, 'order-1')
    expect(Buffer.from(ticket, 'base64url').toString('latin1')).not.toContain('991234567')
  })
})
