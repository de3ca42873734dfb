import type { OurRecord, TheirRecord } from './records.ts'

export const differenceKinds = ['state', 'currency', 'amount', 'fee', 'contracted_fee', 'day'] as const
export type Difference = (typeof differenceKinds)[number]

export interface Match {
  readonly ours: OurRecord
  readonly theirs: TheirRecord
  /** Empty: everything agrees. */
  readonly differences: readonly Difference[]
}

export interface Matching {
  readonly matches: readonly Match[]
  readonly oursOnly: readonly OurRecord[]
  readonly theirsOnly: readonly TheirRecord[]
}

type Check = (ours: OurRecord, theirs: TheirRecord) => boolean

/** What two records with a common name may disagree about. An absent figure agrees with everything. */
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
}

export function differencesOf(ours: OurRecord, theirs: TheirRecord): readonly Difference[] {
  return differenceKinds.filter((kind) => checks[kind](ours, theirs))
}

/**
 * Pairs records of the same kind that have a name in common, those that agree best first. The order of the rows does
 * not matter: of two equal rows either may be the one that is matched.
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

/** By content and never by the row's own id, which is its place in the file. */
function placeOf({ ours, theirs, differences }: Match): string {
  const { amount, fee, net, day, names } = theirs
  return JSON.stringify([differences.length, ours.id, ours.kind, differences, amount, fee, net, day, [...names].sort()])
}

/** A row and the file that it is in. */
export interface FiledRecord {
  readonly file: number
  readonly record: TheirRecord
}

const contentOf = ({ kind, names, amount, fee, net, day }: TheirRecord) =>
  JSON.stringify([kind, [...names].sort(), amount, fee, net, day])

/** Statements overlap: an equal row of another file is the same row, and a second one in the same file is another. */
export function withoutRepeats(rows: readonly FiledRecord[]): readonly TheirRecord[] {
  const byContent = Map.groupBy(rows, ({ record }) => contentOf(record))
  return [...byContent.values()].flatMap((equal) => {
    const files = [...Map.groupBy(equal, ({ file }) => file).values()]
    const [fullest = []] = files.sort((left, right) => right.length - left.length)
    return fullest.map(({ record }) => record)
  })
}
