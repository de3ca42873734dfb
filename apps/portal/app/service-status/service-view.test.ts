import { computeHealth, computeTrackRecord, type RecentTry } from '@nyanja/domain/payments/method-health'
import type { MethodFigures } from '@nyanja/server/payments/service-figures'
import { describe, expect, it } from 'vitest'
import texts from '../../content/en/service-status-translation.json' with { type: 'json' }
import { healthView } from './service-status.tsx'

const now = Date.UTC(2026, 10, 20, 12)
const second = 1000
const handedOverAt = now - 300 * second
const good: RecentTry = { state: 'captured', handedOverAt, creditedAt: handedOverAt + 20 * second, isRefunded: false }
const declined: RecentTry = { state: 'refused', refusal: 'declined', handedOverAt, isRefunded: false }
const times = (many: number, one: RecentTry): RecentTry[] => Array.from({ length: many }, () => one)

function view(tries: readonly RecentTry[], changes: Partial<MethodFigures> = {}) {
  const record = computeTrackRecord(tries, now)
  const figures = { ...record, isSample: false }
  const standing = { method: 'card', health: computeHealth(record), isAvailable: true, record }
  const { tag, tone, rows } = healthView({ isOpen: true, standing, hour: figures, day: figures, ...changes }, texts)
  const [wentThrough, usualTime, sentBack] = rows.map(({ hour }) => hour)
  return { tag, tone, wentThrough, usualTime, sentBack }
}

describe('the public health of a payment method', () => {
  it('is shown with figures once there are some payments', () => {
    expect(view([...times(19, good), declined])).toEqual({
      tag: 'Works as usual',
      tone: 'ok',
      wentThrough: { value: '95 %', note: 'of 20' },
      usualTime: { value: '20 seconds' },
      sentBack: { value: 'None' },
    })
  })

  it('is not computed from a handful', () => {
    const few = { ...computeTrackRecord(times(4, good), now), isSample: false }
    expect(view(times(5, good), { hour: few })).toMatchObject({
      wentThrough: { value: 'Too few to say' },
      usualTime: { value: '–' },
    })
    expect(view(times(4, good))).toEqual({ tag: 'Few payments right now', tone: 'info' })
  })

  it('is never rounded up to all of them', () => {
    expect(view([...times(999, good), declined]).wentThrough).toEqual({ value: '99 %', note: 'of 1,000' })
  })

  it('shows the refunds and their duration, also of a few', () => {
    const back = { ...good, isRefunded: true }
    expect(view([{ ...back, refundTookMs: 40 * second }]).sentBack).toEqual({
      value: '1',
      note: 'usually in 40 seconds',
    })
    expect(view([back]).sentBack).toEqual({ value: '1', note: 'on its way' })
  })

  it('shows that only the latest are counted when there were more', () => {
    const day = { ...computeTrackRecord(times(2000, good), now), isSample: true }
    const { rows } = healthView(
      { isOpen: true, standing: { method: 'card', health: 'well', isAvailable: true, record: day }, hour: day, day },
      texts,
    )
    expect(rows[0]?.day).toEqual({ value: '100 %', note: 'of the latest 2,000' })
  })

  it.each<[Partial<MethodFigures>, RecentTry[], string, string]>([
    [{}, times(10, declined), 'Many payments fail right now', 'bad'],
    [{}, [...times(6, good), ...times(4, declined)], 'Some payments fail right now', 'wait'],
    [{}, times(6, { ...good, creditedAt: handedOverAt + 240 * second }), 'Slow right now', 'wait'],
    [{ isOpen: false }, times(10, good), 'Switched off for now', 'bad'],
  ])('names its state %#', (changes, tries, tag, tone) => {
    expect(view(tries, changes)).toMatchObject({ tag, tone })
  })

  it('shows that it is suspended while no payment can begin with it', () => {
    const record = computeTrackRecord(times(10, declined), now)
    const standing = { method: 'card', health: computeHealth(record), isAvailable: false, record }
    expect(view(times(10, declined), { standing }).tag).toBe('Not working right now')
  })
})
