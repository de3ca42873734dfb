import { computeHealth, computeTrackRecord, isAvailable, type RecentTry } from '@nyanja/domain/payments/method-health'
import { describe, expect, it } from 'vitest'
import english from '../../content/en/orp-translation.json' with { type: 'json' }
import swahili from '../../content/sw/orp-translation.json' with { type: 'json' }
import { openOption, type Trouble, troubleOf, workingFirst } from '../order/methods.ts'

const now = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const handedOverAt = now - 10 * minute
const good: RecentTry = { state: 'captured', handedOverAt, creditedAt: handedOverAt + 20_000, isRefunded: false }
const late: RecentTry = { ...good, creditedAt: handedOverAt + 4 * minute }
const declined: RecentTry = { state: 'refused', refusal: 'declined', handedOverAt, isRefunded: false }
const times = (many: number, one: RecentTry): RecentTry[] => Array.from({ length: many }, () => one)

function after(...tries: RecentTry[][]): Trouble | undefined {
  const record = computeTrackRecord(tries.flat(), now)
  // The last attempt of a suspended method was a moment ago.
  const held = { ...record, lastTryAt: now }
  return troubleOf(
    { method: 'card', health: computeHealth(record), isAvailable: isAvailable(held, now), record },
    english,
  )
}

describe('a visitor who chooses a payment method', () => {
  it('sees no note on a method that works, or with too few payments', () => {
    expect(after(times(20, good))).toBeUndefined()
    expect(after(times(4, declined))).toBeUndefined()
    expect(after()).toBeUndefined()
  })

  it('sees how long a slow one takes', () => {
    expect(after(times(6, late))).toMatchObject({ tag: 'Slow right now: about 4 minutes', tone: 'wait', isLast: false })
  })

  it('sees that payments fail, and finds that method last when many do', () => {
    expect(after(times(6, good), times(4, declined))).toMatchObject({
      tag: 'Some payments fail right now',
      isLast: false,
    })
    expect(after(times(3, good), times(7, declined))).toMatchObject({
      tag: 'Many payments fail right now',
      isLast: true,
      isClosed: false,
    })
  })

  it('cannot begin with one that fails always', () => {
    expect(after(times(10, declined))).toMatchObject({ tag: 'Not working right now', isLast: true, isClosed: true })
  })

  it('sees it in Swahili too', () => {
    const record = computeTrackRecord(times(6, late), now)
    const standing = { method: 'card', health: computeHealth(record), isAvailable: true, record }
    expect(troubleOf(standing, swahili)?.tag).toBe('Inachelewa kwa sasa: takriban dakika 4')
  })
})

describe('the payment methods', () => {
  const trouble = { tag: 'x', tone: 'bad', isLast: true, isClosed: false } as const
  const option = (method: 'card' | 'mpesa' | 'airtime', its?: Trouble) => {
    return { method, gateway: method, segment: method, name: method, hint: '', sign: '', trouble: its } as const
  }

  it('are listed with those that work first, and those that are unavailable last', () => {
    const options = [option('card', { ...trouble, isClosed: true }), option('mpesa', trouble), option('airtime')]
    expect(workingFirst(options).map(({ method }) => method)).toEqual(['airtime', 'mpesa', 'card'])
  })

  it('open with a card only as long as cards work', () => {
    const slow = { ...trouble, isLast: false }
    expect(openOption([option('airtime'), option('card', slow)], undefined)?.method).toBe('card')
    expect(openOption([option('airtime'), option('card', trouble)], undefined)?.method).toBe('airtime')
    expect(openOption([option('airtime', trouble), option('card', trouble)], undefined)?.method).toBe('airtime')
    expect(openOption([option('airtime'), option('card', trouble)], 'card')?.method).toBe('card')
  })
})
