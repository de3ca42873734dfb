import { proposeReason } from '@nyanja/domain/reconciliation/case-reasons'
import { figuresOf, type Match, type Matching, matchRecords, withoutRepeats } from '@nyanja/domain/reconciliation/match'
import {
  addDays,
  computedClosing,
  daysBetween,
  type OurRecord,
  type StatementBalance,
  type TheirRecord,
} from '@nyanja/domain/reconciliation/records'
import { minute } from '@nyanja/domain/time'
import { paced } from '@nyanja/server/common/paced'
import { createPeriodicQueue } from '@nyanja/server/common/periodic-queue'
import type {
  ComparisonStore,
  FoundCase,
  ReportedDays,
  RowResult,
  SettlementImport,
  StoredRow,
} from './settlement-store.ts'

/** After each batch the work rests half as long as it took: 500,000 rows may take two minutes to import and compare. */
export const restOfImports = 0.5

interface Subject {
  readonly subject: string
  readonly ours: readonly OurRecord[]
  readonly rows: readonly StoredRow[]
}

interface Scope {
  readonly settlementImport: SettlementImport
  readonly reported: ReportedDays
}

/** Tells whether the counterpart's reports cover the days of our record by now. */
function isReported({ kind, fromDay, untilDay }: OurRecord, { days, lastDay, firstDay }: ReportedDays): boolean {
  // Banks make no statement of days without business.
  if (kind === 'payout') return firstDay !== undefined && firstDay <= fromDay && lastDay >= untilDay
  for (let day = fromDay; day <= untilDay; day = addDays(day, 1)) if (!days.has(day)) return false
  return true
}

/**
 * Compares imported rows with the portal's own records. A comparison can be repeated at any time, with the same result.
 */
export class Reconciliation {
  readonly #store: ComparisonStore

  constructor(store: ComparisonStore) {
    this.#store = store
  }

  /**
   * Undoes what withdrawn imports concluded, and compares every import that is not compared yet, together with records
   * that wait for a later file of its source.
   */
  async compare(): Promise<readonly SettlementImport[]> {
    for (const settlementImport of await this.#store.withdrawn()) await this.#undo(settlementImport)
    const imports = await this.#store.uncompared()
    for (const settlementImport of imports) await this.compareImport(settlementImport)
    return imports
  }

  async compareImport(settlementImport: SettlementImport): Promise<void> {
    const store = this.#store
    await store.resolveUnknown(settlementImport)
    const scope = { settlementImport, reported: await store.reportedDays(settlementImport.source) }
    let isSettled = true
    for await (const subjects of paced(store.subjectsOf(settlementImport.id), restOfImports))
      isSettled = (await this.#compareSubjects(subjects, scope)) && isSettled
    for await (const subjects of paced(store.unmatched(settlementImport), restOfImports))
      await this.#compareSubjects(subjects, scope)
    const seen = new Map<string, number>()
    for await (const rows of paced(store.unknownRows(settlementImport.id), restOfImports))
      await this.#saveUnknown(rows, scope, seen)
    await this.#saveBalances(settlementImport)
    // An unsettled import is compared again, when its payments are older.
    if (isSettled) await store.finish(settlementImport.id)
  }

  /** Compares records with an open case again: the portal may have learned of the money. */
  async compareOpen(): Promise<void> {
    const store = this.#store
    const compared = new Set<string>()
    for (const settlementImport of await store.withOpenCases()) {
      const scope = { settlementImport, reported: await store.reportedDays(settlementImport.source) }
      await this.#compareSubjects(await store.resolveUnknown(settlementImport), scope)
      if (compared.has(settlementImport.source)) continue
      compared.add(settlementImport.source)
      for await (const subjects of paced(store.openSubjects(settlementImport.source), restOfImports))
        await this.#compareSubjects(subjects, scope)
    }
  }

  async #undo(settlementImport: SettlementImport): Promise<void> {
    const store = this.#store
    const scope = { settlementImport, reported: await store.reportedDays(settlementImport.source) }
    for await (const subjects of paced(store.subjectsOf(settlementImport.id), restOfImports))
      await this.#compareSubjects(subjects, scope)
    await store.removeRows(settlementImport.id)
    await store.finish(settlementImport.id)
  }

  /** Compares some subjects: false when a difference may be gone in minutes, and is no case yet. */
  async #compareSubjects(subjects: readonly string[], scope: Scope): Promise<boolean> {
    if (subjects.length === 0) return true
    const { source, counterpart } = scope.settlementImport
    const [rows, ours] = await Promise.all([
      this.#store.rowsAbout(source, subjects),
      this.#store.oursOf(scope.settlementImport, subjects),
    ])
    const rowsBySubject = Map.groupBy(rows, ({ subject }) => subject)
    const oursBySubject = Map.groupBy(ours, ({ subject }) => subject)
    const compared = subjects.map((subject) =>
      compareSubject(
        {
          subject,
          rows: rowsBySubject.get(subject) ?? [],
          ours: (oursBySubject.get(subject) ?? []).map(({ record }) => record),
        },
        scope,
      ),
    )
    await this.#store.save({
      source: { source, counterpart },
      subjects,
      results: compared.flatMap(({ results }) => results),
      cases: compared.flatMap(({ cases }) => cases),
    })
    return compared.every(({ isSettled }) => isSettled)
  }

  /** A statement that adds up closes the case of one that did not. */
  async #saveBalances(settlementImport: SettlementImport): Promise<void> {
    const { id, source, counterpart } = settlementImport
    const balances = await this.#store.balancesOf(id)
    const cases = balances.filter((one) => one.closing.minor !== computedClosing(one).minor)
    await this.#store.save({
      source: { source, counterpart },
      subjects: balances.map(balanceSubject),
      results: [],
      cases: cases.map((balance) => balanceCase(balance, settlementImport)),
    })
  }

  async #saveUnknown(
    rows: readonly StoredRow[],
    { settlementImport, reported }: Scope,
    seen: Map<string, number>,
  ): Promise<void> {
    const { source, counterpart, lateAfterDays } = settlementImport
    const cases = rows.map((row): FoundCase => {
      const { record } = row
      const reason = proposeReason({
        ...{ counterpart, lateAfterDays, kind: record.kind, result: 'theirs_only', differences: [] },
        ...{ theirs: record, isKnown: false, isDuplicate: false, ageDays: daysBetween(record.day, reported.lastDay) },
      })
      return {
        key: unknownKey(record, seen),
        ...{ kind: record.kind, result: 'theirs_only', differences: [], reason },
        ...{ day: record.day, subject: undefined, row, ours: undefined, theirs: record.amount },
      }
    })
    const results = rows.map(({ importId, row }): RowResult => ({ importId, row, result: 'theirs_only' }))
    await this.#store.save({ source: { source, counterpart }, subjects: [], results, cases })
  }
}

/** The same statement in a later file has the same opening balance. */
const balanceSubject = ({ account, day, opening }: StatementBalance) =>
  ['balance', account, day, opening.currency, opening.minor].join(' ')

function balanceCase(balance: StatementBalance, { id, counterpart, lateAfterDays }: SettlementImport): FoundCase {
  const found = { counterpart, lateAfterDays, kind: 'other', result: 'different', differences: ['amount'] } as const
  const reason = proposeReason({ ...found, isBalance: true, isKnown: true, isDuplicate: false, ageDays: 0 })
  const subject = balanceSubject(balance)
  return {
    ...{ key: subject, kind: found.kind, result: found.result, differences: found.differences, reason },
    ...{ day: balance.day, subject, row: { importId: id } },
    ours: computedClosing(balance),
    theirs: balance.closing,
  }
}

/** The same row in a later file is the same case. Of equal rows in one file each is a case of its own. */
function unknownKey({ kind, names, amount, day }: TheirRecord, seen: Map<string, number>): string {
  const name = ['unknown', kind, day, amount?.currency, amount?.minor, ...[...names].sort()].join(' ').slice(0, 400)
  const count = (seen.get(name) ?? 0) + 1
  seen.set(name, count)
  return count === 1 ? name : `${name} again ${count}`
}

interface Compared {
  readonly isSettled: boolean
  readonly results: readonly RowResult[]
  readonly cases: readonly FoundCase[]
}

function compareSubject({ subject, rows, ours }: Subject, scope: Scope): Compared {
  const filed = rows.map(({ importId, record }) => ({ file: importId, record }))
  const theirs = withoutRepeats(filed, scope.settlementImport.counterpart)
  const { matches, ...others } = matchRecords(ours, theirs)
  const settled = matches.filter((match) => !mayAgreeSoon(match))
  const matching = { ...others, matches: settled }
  const isSettled = settled.length === matches.length
  return { isSettled, results: resultsOf(rows, matching), cases: casesOf({ subject, rows, matching }, scope) }
}

/** Tells whether a difference may be gone soon; all others stay. */
const mayAgreeSoon = ({ ours, differences }: Match) => ours.isRecent === true && differences.includes('state')

/** Gives a result to only one of the rows about an entry in several files. */
function resultsOf(rows: readonly StoredRow[], { matches, theirsOnly }: Matching): readonly RowResult[] {
  const byId = new Map<string, RowResult['result']>([
    ...matches.map(({ theirs, differences }) => {
      return [theirs.id, differences.length === 0 ? 'matched' : 'different'] as const
    }),
    ...theirsOnly.map(({ id }) => [id, 'theirs_only'] as const),
  ])
  return rows.flatMap(({ importId, row, record, result: stored }) => {
    const result = byId.get(record.id)
    return result === stored ? [] : [{ importId, row, result }]
  })
}

interface Grouped {
  readonly subject: string
  readonly rows: readonly StoredRow[]
  readonly matching: Matching
}

function casesOf({ subject, rows, matching }: Grouped, { settlementImport, reported }: Scope): readonly FoundCase[] {
  const { counterpart, lateAfterDays } = settlementImport
  const rowOf = new Map(rows.map((row) => [row.record.id, row]))
  const { matches, oursOnly, theirsOnly } = matching

  const build = (found: Found): FoundCase => {
    const { ours, theirs } = found
    const kind = ours?.kind ?? theirs?.kind ?? 'other'
    const day = ours?.untilDay ?? theirs?.day ?? reported.lastDay
    const reason = proposeReason({
      ...{ ...found, counterpart, kind, lateAfterDays, isKnown: true },
      ageDays: daysBetween(ours?.fromDay ?? day, reported.lastDay),
    })
    const { result, differences, keySuffix } = found
    return {
      ...{ key: `${kind} ${subject}${keySuffix}`, kind, result, differences, reason, day, subject },
      row: theirs && rowOf.get(theirs.id),
      ours: ours?.amount,
      theirs: theirs?.amount,
      figures: ours && theirs ? figuresOf(ours, theirs, differences) : [],
    }
  }

  return [
    ...matches
      .filter(({ differences }) => differences.length > 0)
      .map((match) => build({ ...match, result: 'different', isDuplicate: false, keySuffix: '' })),
    ...oursOnly
      .filter((ours) => ours.isDone && ours.isRecent !== true && isReported(ours, reported))
      .map((ours) => build({ ours, result: 'ours_only', differences: [], isDuplicate: false, keySuffix: '' })),
    ...theirsOnly.map((theirs, at) =>
      build({
        ...{ theirs, result: 'theirs_only', differences: [], keySuffix: ` row ${at + 1}` },
        isDuplicate: matches.some((match) => match.theirs.kind === theirs.kind),
      }),
    ),
  ]
}

interface Found {
  readonly ours?: OurRecord
  readonly theirs?: TheirRecord
  readonly result: FoundCase['result']
  readonly differences: FoundCase['differences']
  readonly isDuplicate: boolean
  /** Separates the keys of several rows about one subject. */
  readonly keySuffix: string
}

interface ComparisonQueueOptions {
  readonly reconciliation: Reconciliation
  readonly now: () => number
}

/** Creates a worker queue that compares imports that were interrupted, and records with an open case. */
export function createComparisonQueue({ reconciliation, now }: ComparisonQueueOptions) {
  return createPeriodicQueue({
    ...{ name: 'compare settlements', pauseMs: 10 * minute, now },
    async work() {
      await reconciliation.compare()
      await reconciliation.compareOpen()
      return false
    },
  })
}
