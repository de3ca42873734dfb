import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, hour, minute } from '../time.ts'
import {
  isWithinHours,
  momentBeforeEnd,
  momentOfTurn,
  nextWithinHours,
  remindedForMs,
  rulesFor,
  scheduleRules,
} from './reminder.ts'

const terms = { hours: { from: 8, to: 20 }, hoursBeforeEnd: 24, daysBeforeDue: 3, payDay: 25 }
const at = (text: string) => Date.parse(`${text}Z`)
const textOf = (local: number | undefined) => local && new Date(local).toISOString().slice(0, 16)
const life = (amount: number, unit: 'hour' | 'day' | 'month') => ({ validity: { amount, unit } })
const moment = fc.integer({ min: at('2026-01-01T00:00'), max: at('2030-01-01T00:00') })

describe('what a receipt offers to be reminded of', () => {
  it.each([
    ['bundle', life(30, 'day'), ['before_end', 'weekly', 'monthly', 'pay_day']],
    ['bundle', life(1, 'hour'), ['weekly', 'monthly', 'pay_day']],
    ['bundle', { validity: 'unlimited' }, ['weekly', 'monthly', 'pay_day']],
    ['airtime', undefined, ['weekly', 'monthly', 'pay_day']],
    ['bill', undefined, ['bill_due']],
    ['invoice', undefined, ['bill_due']],
    ['plan', undefined, []],
  ] as const)('after %s %j is %j', (kind, bundle, rules) => {
    expect(rulesFor(kind, bundle)).toEqual(rules)
  })
})

describe('the hours of reminders', () => {
  it.each([
    ['2026-11-30T07:59', '2026-11-30T08:00'],
    ['2026-11-30T08:00', '2026-11-30T08:00'],
    ['2026-11-30T19:59', '2026-11-30T19:59'],
    ['2026-11-30T20:00', '2026-12-01T08:00'],
  ])('move %s to %s', (from, to) => {
    expect(textOf(nextWithinHours(at(from), terms.hours))).toBe(to)
  })
})

describe('the reminder before a bundle ends', () => {
  it.each([
    ['a day before', '2026-11-01T12:00', '2026-12-01T12:00', '2026-11-30T12:00'],
    ['in the evening before a night', '2026-11-30T21:00', '2026-12-01T07:00', undefined],
    ['in the morning, where that leaves time', '2026-11-01T03:00', '2026-12-01T03:00', '2026-11-30T08:00'],
    ['a quarter of its life before, where it is short', '2026-11-30T12:00', '2026-12-01T12:00', '2026-12-01T08:00'],
    ['in the evening before a short one ends in the night', '2026-11-30T04:00', '2026-12-01T04:00', '2026-11-30T19:00'],
  ])('comes %s', (_why, boughtAt, endsAt, expected) => {
    expect(textOf(momentBeforeEnd({ boughtAt: at(boughtAt), endsAt: at(endsAt) }, terms))).toBe(expected)
  })

  it('comes between purchase and end, by day, or not at all', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: day, max: 60 * day }), (boughtAt, lifeMs) => {
        const endsAt = boughtAt + lifeMs
        const due = momentBeforeEnd({ boughtAt, endsAt }, terms)
        if (due === undefined) return
        expect(Number.isInteger(due)).toBe(true)
        expect(due).toBeGreaterThan(boughtAt)
        expect(due).toBeLessThan(endsAt)
        expect(isWithinHours(due, terms.hours)).toBe(true)
      }),
    )
  })

  it('comes for each bundle of two days or more', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 2 * day, max: 60 * day }), (boughtAt, lifeMs) => {
        expect(momentBeforeEnd({ boughtAt, endsAt: boughtAt + lifeMs }, terms)).toBeDefined()
      }),
    )
  })
})

describe('a schedule', () => {
  it.each([
    ['weekly', '2026-11-30T10:15', ['2026-12-07T10:15', '2026-12-14T10:15', '2026-12-21T10:15']],
    ['weekly', '2026-11-30T22:15', ['2026-12-07T19:00', '2026-12-14T19:00', '2026-12-21T19:00']],
    ['monthly', '2027-01-31T10:15', ['2027-02-28T10:15', '2027-03-31T10:15', '2027-04-30T10:15']],
    ['monthly', '2026-11-30T06:00', ['2026-12-30T08:00', '2027-01-30T08:00', '2027-02-28T08:00']],
    ['pay_day', '2026-11-10T10:15', ['2026-11-25T09:00', '2026-12-25T09:00', '2027-01-25T09:00']],
    ['pay_day', '2026-11-25T10:15', ['2026-12-25T09:00', '2027-01-25T09:00', '2027-02-25T09:00']],
  ] as const)('%s from %s', (rule, begun, expected) => {
    const turns = [1, 2, 3].map((turn) => textOf(momentOfTurn(rule, { begun: at(begun), turn }, terms)))
    expect(turns).toEqual(expected)
  })

  it('comes by day, ever later, and ends with the consent', () => {
    fc.assert(
      fc.property(fc.constantFrom(...scheduleRules), moment, fc.integer({ min: 1, max: 31 }), (rule, begun, payDay) => {
        let last = begun - minute
        for (let turn = 1; ; turn += 1) {
          const due = momentOfTurn(rule, { begun, turn }, { ...terms, payDay })
          if (due === undefined) break
          expect(due).toBeGreaterThan(last)
          expect(due - begun).toBeLessThanOrEqual(remindedForMs + 12 * hour)
          expect(isWithinHours(due, terms.hours)).toBe(true)
          last = due
        }
        expect(last).toBeGreaterThan(begun + remindedForMs - 35 * day)
      }),
    )
  })
})
