import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { caseReasons, type Finding, proposeReason, reconciliationResults } from './case-reasons.ts'
import { canCaseMove, caseStates, stateAfterComparison } from './case-states.ts'
import { endedDays, findReportedDays } from './covered-days.ts'
import { differenceKinds } from './match.ts'
import { addDays, counterparts, daysBetween, entryKinds, type OurRecord, type TheirRecord } from './records.ts'

const finding: Finding = {
  ...{ counterpart: 'provider', result: 'ours_only', kind: 'payment', differences: [] },
  ...{ isKnown: true, isDuplicate: false, ageDays: 5, lateAfterDays: 2 },
}

describe('the reason of a difference', () => {
  it('is one of the list for every finding', () =>
    fc.assert(
      fc.property(
        fc.record({
          counterpart: fc.constantFrom(...counterparts),
          result: fc.constantFrom('ours_only' as const, 'theirs_only' as const, 'different' as const),
          kind: fc.constantFrom(...entryKinds),
          differences: fc.subarray([...differenceKinds]),
          isKnown: fc.boolean(),
          isDuplicate: fc.boolean(),
          ageDays: fc.integer({ min: -3, max: 9 }),
          lateAfterDays: fc.nat(5),
        }),
        (found) => caseReasons.includes(proposeReason(found)),
      ),
    ))

  it('is a late payout until its file should have come', () => {
    expect(proposeReason({ ...finding, ageDays: 1 })).toBe('late_payout')
    expect(proposeReason({ ...finding, ageDays: 2 })).toBe('missing_at_provider')
    expect(proposeReason({ ...finding, kind: 'refund' })).toBe('refund_not_seen')
    expect(proposeReason({ ...finding, kind: 'delivery' })).toBe('missing_at_bss')
  })

  it('is the fee where the amount is what is left after it', () => {
    const ours: OurRecord = {
      ...{ id: 'o', kind: 'payment', names: [], amount: money('MWK', 1000), isDone: true },
      ...{ fromDay: '2026-11-20', untilDay: '2026-11-20' },
    }
    const theirs = (minor: number): TheirRecord => ({
      ...{ id: 't', kind: 'payment', names: [], day: '2026-11-20' },
      ...{ amount: money('MWK', minor), fee: money('MWK', 30) },
    })
    const different = { ...finding, result: 'different', differences: ['amount'], ours } as const
    expect(proposeReason({ ...different, theirs: theirs(970) })).toBe('fee_deducted')
    expect(proposeReason({ ...different, theirs: theirs(960) })).toBe('other_amount')
  })
})

describe('the state of a case', () => {
  it('stays as staff set it while the difference is the same', () => {
    for (const state of caseStates) expect(stateAfterComparison({ state, finding: 'x' }, 'x')).toBe(state)
  })

  it('is open after a new difference, and closed without one', () => {
    expect(stateAfterComparison(undefined, 'x')).toBe('open')
    for (const state of caseStates) {
      expect(stateAfterComparison({ state, finding: 'x' }, 'y')).toBe('open')
      expect(stateAfterComparison({ state, finding: 'x' }, undefined)).toBe('closed')
    }
  })

  it('moves by the table alone', () => {
    expect(canCaseMove('open', 'explained')).toBe(true)
    expect(canCaseMove('closed', 'explained')).toBe(false)
    expect(reconciliationResults).toContain('matched')
  })
})

describe('the days of a file', () => {
  it('are its full days, without single rows of other days', () => {
    const rows = new Map([
      ['2026-11-12', 1],
      ['2026-11-19', 200],
      ['2026-11-20', 240],
      ['2026-11-21', 3],
      ['2026-11-23', 90],
    ])
    expect(findReportedDays(rows)).toEqual({ fromDay: '2026-11-19', untilDay: '2026-11-20' })
    expect(findReportedDays(new Map())).toBeUndefined()
  })

  it('are counted by the calendar', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(daysBetween('2026-11-30', '2026-12-02')).toBe(2)
  })
})

describe('the days on which a file reports completely', () => {
  it.each([
    ['2026-11-18', '2026-11-19', ['2026-11-18', '2026-11-19']],
    ['2026-11-18', '2026-11-20', ['2026-11-18', '2026-11-19']],
    ['2026-11-18', '2026-11-21', ['2026-11-18', '2026-11-19']],
    ['2026-11-20', '2026-11-20', undefined],
  ])('are over when it is imported: %s to %s', (fromDay, untilDay, expected) => {
    const days = endedDays({ fromDay, untilDay }, '2026-11-20')
    expect(days && [days.fromDay, days.untilDay]).toEqual(expected)
  })
})
