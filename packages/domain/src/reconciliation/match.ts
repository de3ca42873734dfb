import { displayMoney, isSameMoney, type Money, money } from '../money/money.ts'
import type { Counterpart, OurRecord, TheirRecord } from './records.ts'

export const differenceKinds = ['state', 'currency', 'amount', 'fee', 'contracted_fee', 'day', 'changed'] as const
export type Difference = (typeof differenceKinds)[number]

export interface Match {
  readonly ours: OurRecord
  readonly theirs: TheirRecord
  /** The differences, none when everything agrees. */
  readonly differences: readonly Difference[]
}

export interface Matching {
  readonly matches: readonly Match[]
  readonly oursOnly: readonly OurRecord[]
  readonly theirsOnly: readonly TheirRecord[]
}

type Check = (ours: OurRecord, theirs: TheirRecord) => boolean

/** The figures about which two records with a common name may disagree. An absent figure agrees with everything. */
const checks: Readonly<Record<Difference, Check>> = {
  state: ({ isDone }) => !isDone,
  currency: (ours, { amount }) => amount !== undefined && amount.currency !== ours.amount.currency,
  amount: (ours, { amount }) =>
    amount !== undefined && amount.currency === ours.amount.currency && amount.minor !== ours.amount.minor,
  fee: (_, { amount, fee, net }) =>
    amount !== undefined && fee !== undefined && net !== undefined && amount.minor - fee.minor !== net.minor,
  contracted_fee: ({ amount, contractedFees }, theirs) =>
    contractedFees !== undefined &&
    theirs.fee !== undefined &&
    theirs.amount?.minor === amount.minor &&
    theirs.fee.currency === amount.currency &&
    !contractedFees.includes(theirs.fee.minor),
  day: ({ fromDay, untilDay }, { day }) => day < fromDay || day > untilDay,
  changed: (_, { before }) => before !== undefined,
}

export function differencesOf(ours: OurRecord, theirs: TheirRecord): readonly Difference[] {
  return differenceKinds.filter((kind) => checks[kind](ours, theirs))
}

/**
 * Pairs records of the same kind that have a name in common, those that agree best first. The order of the rows does
 * not matter: of two equal rows either may be matched.
 */
export function matchRecords(ours: readonly OurRecord[], theirs: readonly TheirRecord[]): Matching {
  const matches: Match[] = []
  const taken = new Set<OurRecord | TheirRecord>()
  for (const match of candidates(ours, theirs)) {
    if (taken.has(match.ours) || taken.has(match.theirs)) continue
    taken.add(match.ours).add(match.theirs)
    matches.push(match)
  }
  return {
    matches,
    oursOnly: ours.filter((one) => !taken.has(one)),
    theirsOnly: theirs.filter((one) => !taken.has(one)),
  }
}

function candidates(ours: readonly OurRecord[], theirs: readonly TheirRecord[]): readonly Match[] {
  const byName = new Map<string, Set<OurRecord>>()
  for (const record of ours)
    for (const name of record.names) byName.set(name, (byName.get(name) ?? new Set()).add(record))
  const named = (record: TheirRecord) => new Set(record.names.flatMap((name) => [...(byName.get(name) ?? [])]))
  return theirs
    .flatMap((record) =>
      [...named(record)]
        .filter(({ kind }) => kind === record.kind)
        .map((one) => ({ ours: one, theirs: record, differences: differencesOf(one, record) })),
    )
    .map((match) => ({ match, place: placeOf(match) }))
    .sort((left, right) => (left.place < right.place ? -1 : Number(left.place > right.place)))
    .map(({ match }) => match)
}

/** Writes the content and never the row's own id, which is its place in the file. */
function placeOf({ ours, theirs, differences }: Match): string {
  const { amount, fee, net, day, names } = theirs
  return JSON.stringify([differences.length, ours.id, ours.kind, differences, amount, fee, net, day, [...names].sort()])
}

/** A row and the file that it is in; a later file has a higher number. */
export interface FiledRecord {
  readonly file: number
  readonly record: TheirRecord
}

const figures = ['amount', 'fee', 'net'] as const

const agree = (one: TheirRecord, other: TheirRecord, of: (typeof figures)[number]) => {
  const [left, right] = [one[of], other[of]]
  return left === undefined || right === undefined || isSameMoney(left, right)
}

const includesAll = (names: readonly string[], others: readonly string[]) =>
  others.every((name) => names.includes(name))

/** Tells whether one row has all names of the other, and at most one of day and amount differs. */
function isSameEntry(one: TheirRecord, other: TheirRecord): boolean {
  if (one.kind !== other.kind) return false
  if (!includesAll(one.names, other.names) && !includesAll(other.names, one.names)) return false
  return one.day === other.day || agree(one, other, 'amount')
}

const areAllEqual = (one: TheirRecord, other: TheirRecord) =>
  one.day === other.day && figures.every((of) => agree(one, other, of))

/** Two forms of a bank's statement, or two versions of one, name an entry in different words. */
const isSameOfBank = (one: TheirRecord, other: TheirRecord) =>
  one.kind === other.kind && one.day === other.day && one.amount !== undefined && agree(one, other, 'amount')

type Repeats = (one: TheirRecord, other: TheirRecord) => boolean

/** The order in which the rows of a later file look for an earlier row. */
const repeatsOfReport: readonly Repeats[] = [
  (one, other) => isSameEntry(one, other) && areAllEqual(one, other),
  isSameEntry,
]
const repeatsOf: Readonly<Record<Counterpart, readonly Repeats[]>> = {
  ...{ provider: repeatsOfReport, bss: repeatsOfReport },
  bank: [(one, other) => isSameOfBank(one, other) && isSameEntry(one, other), isSameOfBank],
}

/**
 * Removes repeated rows. Reports overlap and are sent again, with more rows, with cells that were empty before, or with
 * other figures: such a row of another file is the same row, while a second one in the same file is another.
 */
export function withoutRepeats(rows: readonly FiledRecord[], counterpart: Counterpart): readonly TheirRecord[] {
  const files = [...Map.groupBy(rows, ({ file }) => file)].sort(([left], [right]) => left - right)
  return files.reduce<readonly TheirRecord[]>(
    (kept, [, filed]) =>
      withFile(
        kept,
        filed.map(({ record }) => record),
        repeatsOf[counterpart],
      ),
    [],
  )
}

function withFile(kept: readonly TheirRecord[], filed: readonly TheirRecord[], repeats: readonly Repeats[]) {
  const latest = [...kept]
  const [free, left] = [new Map(kept.entries()), new Set(filed)]
  for (const isRepeat of repeats)
    for (const record of left) {
      const [place, before] = [...free].find(([, one]) => isRepeat(one, record)) ?? []
      if (place === undefined || before === undefined) continue
      free.delete(place)
      left.delete(record)
      latest[place] = latestOf(before, record)
    }
  return [...latest, ...left]
}

/** Merges two rows: a cell that the later one leaves empty keeps its earlier value. */
function latestOf(before: TheirRecord, record: TheirRecord): TheirRecord {
  const names = [...new Set([...before.names, ...record.names])]
  const completed = { ...before, ...record, names }
  if (!areAllEqual(before, record)) return { ...completed, before }
  return figures.some((of) => before[of] === undefined && record[of] !== undefined) ? completed : before
}

/** A figure that differs. `earlier` is from their own earlier report, the others are ours beside theirs. */
export interface ComparedFigure {
  readonly of: 'fee' | 'net' | 'amount' | 'day'
  readonly against: 'contract' | 'sum' | 'earlier'
  readonly expected: string
  readonly found: string
}

const textOf = (amount: Money | undefined) => (amount === undefined ? '' : displayMoney(amount))

/** Lists both values of each difference other than the amount. */
export function figuresOf(ours: OurRecord, theirs: TheirRecord, differences: readonly Difference[]) {
  const { amount, fee, net, day, before } = theirs
  const found: ComparedFigure[] = []
  if (differences.includes('contracted_fee') && fee !== undefined) {
    const expected = (ours.contractedFees ?? []).map((minor) => displayMoney(money(fee.currency, minor))).join(' / ')
    found.push({ of: 'fee', against: 'contract', expected, found: displayMoney(fee) })
  }
  if (differences.includes('fee') && amount !== undefined && fee !== undefined)
    found.push({
      of: 'net',
      against: 'sum',
      expected: displayMoney(money(amount.currency, amount.minor - fee.minor)),
      found: textOf(net),
    })
  if (before === undefined) return found
  for (const of of figures)
    if (!agree(before, theirs, of))
      found.push({ of, against: 'earlier', expected: textOf(before[of]), found: textOf(theirs[of]) })
  if (before.day !== day) found.push({ of: 'day', against: 'earlier', expected: before.day, found: day })
  return found
}
