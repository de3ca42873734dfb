import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { differencesOf, matchRecords, withoutRepeats } from './match.ts'
import type { EntryKind, OurRecord, TheirRecord } from './records.ts'

const kinds: readonly EntryKind[] = ['payment', 'refund']
const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1, maxLength: 3 })
const amount = fc.integer({ min: 1, max: 3 }).map((minor) => money('MWK', minor))
const days = fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21')

const ours = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds), names, amount, day: days, isDone: fc.boolean() }), {
    maxLength: 6,
  })
  .map((all) => all.map(({ day, ...one }, at): OurRecord => ({ ...one, id: `o${at}`, fromDay: day, untilDay: day })))
const theirs = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds), names, amount, day: days }), { maxLength: 8 })
  .map((all) => all.map((one, at): TheirRecord => ({ ...one, id: `t${at}` })))

/** Leaves out the place of a row, which a permutation changes, and puts its names in one order. */
const contentOf = ({ id: _, names: all, ...content }: TheirRecord) => JSON.stringify([content, [...all].sort()])

function shape({ matches, oursOnly, theirsOnly }: ReturnType<typeof matchRecords>) {
  return {
    matches: matches.map((match) => `${match.ours.id} ${contentOf(match.theirs)} ${match.differences}`).sort(),
    oursOnly: oursOnly.map(({ id }) => id).sort(),
    theirsOnly: theirsOnly.map(contentOf).sort(),
  }
}

describe('matching records', () => {
  it('finds the same matches in every order of the rows', () =>
    fc.assert(
      fc.property(ours, theirs, fc.infiniteStream(fc.nat()), (left, right, numbers) => {
        const shuffled = right
          .map((record) => ({ record, place: numbers.next().value }))
          .sort((one, other) => one.place - other.place)
          .map(({ record }) => record)
        expect(shape(matchRecords(left.toReversed(), shuffled))).toEqual(shape(matchRecords(left, right)))
      }),
    ))

  it('puts each row and each of our records into exactly one result', () =>
    fc.assert(
      fc.property(ours, theirs, (left, right) => {
        const { matches, oursOnly, theirsOnly } = matchRecords(left, right)
        const all = <One extends { readonly id: string }>(records: readonly One[]) => records.map(({ id }) => id).sort()
        expect(all([...matches.map((match) => match.ours), ...oursOnly])).toEqual(all(left))
        expect(all([...matches.map((match) => match.theirs), ...theirsOnly])).toEqual(all(right))
      }),
    ))

  it('matches only records of one kind with a common name, and leaves no such pair', () =>
    fc.assert(
      fc.property(ours, theirs, (left, right) => {
        const fits = (one: OurRecord, other: TheirRecord) =>
          one.kind === other.kind && one.names.some((name) => other.names.includes(name))
        const { matches, oursOnly, theirsOnly } = matchRecords(left, right)
        for (const match of matches) {
          expect(fits(match.ours, match.theirs)).toBe(true)
          expect(match.differences).toEqual(differencesOf(match.ours, match.theirs))
        }
        for (const one of oursOnly) expect(theirsOnly.filter((other) => fits(one, other))).toEqual([])
      }),
    ))

  it('prefers the row that agrees to one that does not', () => {
    const [one] = [{ id: 'o', kind: 'payment', names: ['A'], amount: money('MWK', 5), isDone: true }] as const
    const record: OurRecord = { ...one, fromDay: '2026-11-20', untilDay: '2026-11-20' }
    const row = (id: string, minor: number): TheirRecord => ({
      ...{ id, kind: 'payment', names: ['A'], amount: money('MWK', minor), day: '2026-11-20' },
    })
    const { matches } = matchRecords([record], [row('wrong', 4), row('right', 5)])
    expect(matches.map(({ theirs: { id } }) => id)).toEqual(['right'])
  })
})

describe('a row that is sent again', () => {
  const sale: TheirRecord = {
    ...{ id: '1', kind: 'payment', names: ['A', 'B'], day: '2026-11-20' },
    ...{ amount: money('MWK', 1000), fee: money('MWK', 40), net: money('MWK', 960) },
  }
  const { fee: _, net: __, ...pending } = sale
  const sent = (...records: readonly TheirRecord[]) =>
    withoutRepeats(
      records.map((record, file) => ({ file, record: { ...record, id: String(file) } })),
      'provider',
    )

  it('completes what was empty before', () => {
    expect(sent(pending, sale)).toEqual([{ ...sale, id: '1' }])
    expect(sent({ ...pending, names: ['A'] }, sale)).toEqual([{ ...sale, id: '1' }])
  })

  it('stays complete when a later file leaves cells empty', () => {
    expect(sent(sale, pending)).toEqual([{ ...sale, id: '0' }])
  })

  it('has both values where a figure was changed', () => {
    const changed = { ...sale, fee: money('MWK', 140) }
    expect(sent(sale, changed)).toEqual([{ ...changed, id: '1', before: { ...sale, id: '0' } }])
    expect(sent(sale, { ...sale, day: '2026-11-21' })).toMatchObject([
      { day: '2026-11-21', before: { day: '2026-11-20' } },
    ])
  })

  it('is another one when it has another name, or both another day and another amount', () => {
    expect(sent(sale, { ...sale, names: ['A', 'C'] })).toHaveLength(2)
    expect(sent(sale, { ...sale, day: '2026-11-21', amount: money('MWK', 500) })).toHaveLength(2)
    expect(sent(sale, { ...sale, kind: 'refund' })).toHaveLength(2)
  })

  it('counts as often as in the file that has it most often, in every order of the files', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }), (times) => {
        const rows = times.flatMap((count, file) =>
          Array.from({ length: count }, (___, at) => ({ file, record: { ...sale, id: `${file} ${at}` } })),
        )
        expect(withoutRepeats(rows, 'provider')).toHaveLength(Math.max(...times))
      }),
    ))

  it('is recognised in two forms of a bank statement, whatever its wording', () => {
    const credit: TheirRecord = { id: '1', kind: 'payout', names: ['P'], amount: money('MWK', 5), day: '2026-11-29' }
    const forms = [credit, { ...credit, names: ['P', 'NONREF'] }, { ...credit, names: ['Q'] }]
    const rows = forms.map((record, file) => ({ file, record: { ...record, id: String(file) } }))
    expect(withoutRepeats(rows, 'bank')).toHaveLength(1)
    expect(withoutRepeats([...rows, { file: 2, record: credit }], 'bank')).toHaveLength(2)
  })
})

describe('equal rows', () => {
  it('count once over several files, and separately within one file', () => {
    const record: TheirRecord = { id: '1', kind: 'payment', names: ['A'], day: '2026-11-20' }
    const filed = (...files: readonly number[]) =>
      files.map((file, at) => ({ file, record: { ...record, id: String(at) } }))
    expect(withoutRepeats(filed(1, 2, 3), 'provider')).toHaveLength(1)
    expect(withoutRepeats(filed(1, 1, 2), 'provider')).toHaveLength(2)
  })
})
