import { workReasons } from '@nyanja/domain/otp-sending'
import { tollSettings } from '@nyanja/domain/toll-settings'
import { describe, expect, it } from 'vitest'
import { CodeSecrets } from './code-secrets.ts'
import { Toll } from './toll.ts'

const second = 1000
const wish = { because: 'number', values: { msisdn: '991234567' } } as const

function open() {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const spent = new Set<string>()
  const spend = async (key: string) => {
    if (spent.has(key)) return false
    spent.add(key)
    return true
  }
  const waits = { left: 100 }
  const toll = new Toll({
    proofOfWork: {
      puzzle: async () => ({ parameters: {}, signature: '' }),
      solved: async (solution) => {
        const [, because] = /^right \d (.*)$/.exec(solution) ?? []
        const reason = workReasons.find((one) => one === because)
        return reason && { id: solution, because: reason }
      },
    },
    secrets: new CodeSecrets('a secret of tests that is long enough'),
    store: {
      spend,
      spendWait: async (key) => {
        if (waits.left === 0 || !(await spend(key))) return false
        waits.left -= 1
        return true
      },
    },
    settings: tollSettings,
    now: () => clock.now,
  })
  return { clock, toll, waits }
}

describe('whoever asks for more messages than a person would', () => {
  it('gets one for each puzzle that he solves', async () => {
    const { toll } = open()
    expect(await toll.isPaid({}, 'order-1', 'number')).toBe(false)
    expect(await toll.isPaid({ solution: 'wrong' }, 'order-1', 'number')).toBe(false)
    expect(await toll.isPaid({ solution: 'right 1 number' }, 'order-1', 'number')).toBe(true)
    expect(await toll.isPaid({ solution: 'right 1 number' }, 'order-1', 'number')).toBe(false)
    expect(await toll.isPaid({ solution: 'right 2 number' }, 'order-1', 'number')).toBe(true)
  })

  it('gets none for work that was cheaper than what is due now, and may use it where it is enough', async () => {
    const { toll } = open()
    expect(await toll.isPaid({ solution: 'right 1 caller' }, 'order-1', 'number')).toBe(false)
    expect(await toll.isPaid({ solution: 'right 1 caller' }, 'order-1', 'breaker')).toBe(false)
    expect(await toll.isPaid({ solution: 'right 1 caller' }, 'order-1', 'caller')).toBe(true)
    expect(await toll.isPaid({ solution: 'right 2 number' }, 'order-1', 'caller')).toBe(true)
  })

  it('gets one for waiting, and no other for the same waiting', async () => {
    const { toll, clock } = open()
    const ticket = toll.ticket(wish, 'order-1')
    expect(toll.wish(ticket, 'order-1')).toEqual({ ...wish, waitSeconds: 20 })
    expect(await toll.isPaid({ ticket }, 'order-1', 'number')).toBe(false)
    clock.now += 20 * second
    expect(toll.wish(ticket, 'order-1')?.waitSeconds).toBe(0)
    expect(await toll.isPaid({ ticket }, 'order-1', 'number')).toBe(true)
    expect(await toll.isPaid({ ticket }, 'order-1', 'number')).toBe(false)
    expect(await toll.isPaid({ ticket: `${ticket}=` }, 'order-1', 'number')).toBe(false)
  })

  it('waits on where he has begun to, and anew once that is spent', async () => {
    const { toll, clock } = open()
    const begun = await toll.demand('caller', 'accounts')
    expect(begun.waitSeconds).toBe(20)
    clock.now += 15 * second
    expect(await toll.demand('caller', 'accounts', begun.ticket)).toMatchObject({
      ticket: begun.ticket,
      waitSeconds: 5,
    })
    clock.now += 5 * second
    expect(await toll.isPaid(begun, 'accounts', 'caller')).toBe(true)
    const next = await toll.demand('caller', 'accounts', begun.ticket)
    expect(next.waitSeconds).toBe(20)
    expect(next.ticket).not.toBe(begun.ticket)
  })

  it('cannot wait at another place, nor with a ticket of his own making or an old one', async () => {
    const { toll, clock } = open()
    const ticket = toll.ticket(wish, 'order-1')
    clock.now += 20 * second
    for (const wrong of ['', 'abc', `${ticket.slice(0, -4)}AAAA`, 'A'.repeat(10_000)])
      expect(await toll.isPaid({ ticket: wrong }, 'order-1', 'number')).toBe(false)
    expect(await toll.isPaid({ ticket }, 'order-2', 'number')).toBe(false)
    clock.now += tollSettings.ticketLifeMs
    expect(toll.wish(ticket, 'order-1')).toBeUndefined()
    expect(await toll.isPaid({ ticket }, 'order-1', 'number')).toBe(false)
  })

  it('waits in vain once too many have got through by waiting, and may work all the same', async () => {
    const { toll, clock, waits } = open()
    const ticket = toll.ticket(wish, 'order-1')
    clock.now += 20 * second
    waits.left = 0
    expect(await toll.isPaid({ ticket }, 'order-1', 'number')).toBe(false)
    expect(await toll.isPaid({ ticket, solution: 'right 1 number' }, 'order-1', 'number')).toBe(true)
  })

  it('never waits in vain behind a busy address, and once only', async () => {
    const { toll, clock, waits } = open()
    const ticket = toll.ticket({ ...wish, because: 'caller' }, 'order-1')
    waits.left = 0
    expect(await toll.isPaid({ ticket }, 'order-1', 'caller')).toBe(false)
    clock.now += 20 * second
    expect(await toll.isPaid({ ticket }, 'order-1', 'caller')).toBe(true)
    expect(await toll.isPaid({ ticket }, 'order-1', 'caller')).toBe(false)
    waits.left = 1
    expect(await toll.isPaid({ ticket }, 'order-1', 'breaker')).toBe(false)
  })

  it.each(['breaker', 'number'] as const)('is counted once everybody pays (%s), whatever he began for', async (now) => {
    const { toll, clock, waits } = open()
    const tickets = ['1', '2', '3'].map((order) => toll.ticket({ because: 'caller', values: { order } }, 'accounts'))
    clock.now += 20 * second
    waits.left = 2
    const paid: boolean[] = []
    for (const ticket of tickets) paid.push(await toll.isPaid({ ticket }, 'accounts', now))
    expect(paid).toEqual([true, true, false])
  })

  it('carries nothing readable in the address', () => {
    const ticket = open().toll.ticket(wish, 'order-1')
    expect(Buffer.from(ticket, 'base64url').toString('latin1')).not.toContain('991234567')
  })
})
