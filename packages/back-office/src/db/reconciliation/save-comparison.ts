import { isOneOf } from '@nyanja/database/json-lists'
import type { Engine } from '@nyanja/database/open'
import { transaction } from '@nyanja/database/transaction'
import { stateAfterComparison } from '@nyanja/domain/reconciliation/case-states'
import type { Selectable, Transaction } from 'kysely'
import type { Comparison, FoundCase, RowResult } from '../../reconciliation/settlement-store.ts'
import type { Database, DatabaseHandle } from '../schema.ts'
import type { ReconciliationCaseTable } from './tables.ts'

/** The results of some subjects, and their cases, in one transaction. */
export function saveComparison({ db, engine }: DatabaseHandle, comparison: Comparison, at: number): Promise<void> {
  return transaction(db, async (tx) => {
    const inside = { tx, engine }
    await saveResults(inside, comparison.results)
    await saveCases(inside, comparison, at)
  })
}

interface Inside {
  readonly tx: Transaction<Database>
  readonly engine: Engine
}

async function saveResults({ tx, engine }: Inside, results: readonly RowResult[]): Promise<void> {
  const groups = Map.groupBy(results, ({ importId, result }) => `${importId} ${result}`)
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    const { importId, result } = first
    await tx
      .updateTable('settlement_rows')
      .set({ result: result ?? null })
      .where('import_id', '=', importId)
      .where(
        isOneOf(
          engine,
          'row',
          group.map(({ row }) => row),
        ),
      )
      .execute()
  }
}

/** Writes a text that changes when anything that staff see of the difference changes. */
const findingOf = ({ result, reason, differences, ours, theirs, figures = [] }: FoundCase) =>
  [
    ...[result, reason, ...differences, ours?.minor, ours?.currency, theirs?.minor, theirs?.currency],
    ...figures.map(({ of, expected, found }) => `${of} ${expected} ${found}`),
  ].join(' ')

async function saveCases(inside: Inside, { source, subjects, cases }: Comparison, at: number): Promise<void> {
  const { tx } = inside
  const stored = await storedCases(inside, source.source, { subjects, keys: cases.map(({ key }) => key) })
  for (const found of cases) await saveCase(tx, { found, source, stored: stored.get(found.key), at })
  const keys = new Set(cases.map(({ key }) => key))
  const gone = [...stored.values()].filter(({ key, state }) => !keys.has(key) && state !== 'closed')
  if (gone.length === 0) return
  await tx
    .updateTable('reconciliation_cases')
    // The finding is emptied, because the same one would open the case again.
    .set({ state: 'closed', closed_at: at, finding: '' })
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
}

type StoredCase = Pick<Selectable<ReconciliationCaseTable>, 'id' | 'key' | 'state' | 'finding'>

async function storedCases(
  { tx, engine }: Inside,
  source: string,
  { subjects, keys }: { readonly subjects: readonly string[]; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, StoredCase>> {
  if (subjects.length + keys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('reconciliation_cases')
    .select(['id', 'key', 'state', 'finding'])
    .where('source', '=', source)
    .where((where) =>
      where.or([
        ...(subjects.length > 0 ? [isOneOf(engine, 'subject', subjects)] : []),
        ...(keys.length > 0 ? [isOneOf(engine, 'key', keys)] : []),
      ]),
    )
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

interface Saved {
  readonly found: FoundCase
  readonly source: Comparison['source']
  readonly stored: StoredCase | undefined
  readonly at: number
}

async function saveCase(tx: Transaction<Database>, { found, source, stored, at }: Saved): Promise<void> {
  const finding = findingOf(found)
  if (stored?.finding === finding) return
  const columns = {
    ...{ kind: found.kind, result: found.result, differences: found.differences.join(' '), reason: found.reason },
    ...{ day: found.day, subject: found.subject ?? null, finding },
    ...{ import_id: found.row?.importId ?? null, row: found.row?.row ?? null },
    ...{ ours_minor: found.ours?.minor ?? null, ours_currency: found.ours?.currency ?? null },
    ...{ theirs_minor: found.theirs?.minor ?? null, theirs_currency: found.theirs?.currency ?? null },
    figures_json: JSON.stringify(found.figures ?? []),
  }
  const state = stateAfterComparison(stored, finding)
  if (stored !== undefined) {
    const reopened = state === 'open' ? { closed_at: null } : {}
    await tx
      .updateTable('reconciliation_cases')
      .set({ ...columns, ...reopened, state })
      .where('id', '=', stored.id)
      .execute()
    return
  }
  await tx
    .insertInto('reconciliation_cases')
    .values({
      ...source,
      ...columns,
      key: found.key,
      state,
      opened_at: at,
      closed_at: null,
      decided_by: null,
      why: null,
    })
    .onConflict((conflict) => conflict.columns(['source', 'key']).doNothing())
    .execute()
}
