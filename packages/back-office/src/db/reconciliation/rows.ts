import type { ColumnTypes } from '@nyanja/database/json-lists'
import { type Money, money } from '@nyanja/domain/money/money'
import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { SettlementImport, StagedEntry, StoredRow } from '../../reconciliation/settlement-store.ts'
import type { Database } from '../schema.ts'
import type { SettlementImportTable, SettlementRowTable } from './tables.ts'

const Gateways = z.array(z.string())
const Unread = z.array(z.object({ why: z.string(), lines: z.number(), examples: z.array(z.number()) }))

/** The condition for the rows of an import to count. `named` is the name of its table in the query. */
export const isInUse = (named = 'settlement_imports') =>
  sql<boolean>`${sql.ref(`${named}.state`)} = 'committed' and ${sql.ref(`${named}.withdrawn_at`)} is null`

/** The imports whose rows count. */
export const importsInUse = (db: Kysely<Database>) => db.selectFrom('settlement_imports').selectAll().where(isInUse())

export function importFrom(row: Selectable<SettlementImportTable>): SettlementImport {
  return {
    id: row.id,
    ...{ counterpart: row.counterpart, source: row.source, format: row.format },
    fileName: row.file_name,
    rows: row.row_count,
    unread: Unread.parse(JSON.parse(row.unread_json)),
    fromDay: row.from_day ?? undefined,
    untilDay: row.until_day ?? undefined,
    isComplete: row.is_complete === 1,
    gateways: Gateways.parse(JSON.parse(row.gateways_json)),
    lateAfterDays: row.late_after_days,
    importedBy: row.imported_by,
    importedAt: row.imported_at,
    comparedAt: row.compared_at ?? undefined,
    withdrawnAt: row.withdrawn_at ?? undefined,
  }
}

export const rowTypes: ColumnTypes<SettlementRowTable> = [
  ['import_id', 'bigint'],
  ['row', 'bigint'],
  ['line', 'bigint'],
  ['kind', 'text'],
  ['provider_reference', 'text'],
  ['reference', 'text'],
  ['other_names', 'text'],
  ['amount_minor', 'bigint'],
  ['currency', 'text'],
  ['fee_minor', 'bigint'],
  ['net_minor', 'bigint'],
  ['day', 'text'],
  ['payout', 'text'],
  ['payout_day', 'text'],
  ['subject', 'text'],
  ['result', 'text'],
]

export function toRow(importId: number, entry: StagedEntry): SettlementRowTable {
  const { amount, fee, net } = entry
  return {
    import_id: importId,
    ...{ row: entry.row, line: entry.line, kind: entry.kind, day: entry.day },
    provider_reference: entry.providerReference ?? null,
    reference: entry.reference ?? null,
    other_names: entry.otherNames?.join(' ') ?? null,
    amount_minor: amount?.minor ?? null,
    currency: (amount ?? fee ?? net)?.currency ?? null,
    fee_minor: fee?.minor ?? null,
    net_minor: net?.minor ?? null,
    payout: entry.payout ?? null,
    payout_day: entry.payout === undefined ? null : (entry.payoutDay ?? entry.day),
    subject: entry.subject ?? null,
    result: null,
  }
}

export type RowColumns = Pick<
  Selectable<SettlementRowTable>,
  | 'import_id'
  | 'row'
  | 'kind'
  | 'provider_reference'
  | 'reference'
  | 'other_names'
  | 'amount_minor'
  | 'currency'
  | 'fee_minor'
  | 'net_minor'
  | 'day'
  | 'subject'
  | 'result'
>

export const rowColumns = [
  'settlement_rows.import_id',
  'settlement_rows.row',
  'settlement_rows.kind',
  'settlement_rows.provider_reference',
  'settlement_rows.reference',
  'settlement_rows.other_names',
  'settlement_rows.amount_minor',
  'settlement_rows.currency',
  'settlement_rows.fee_minor',
  'settlement_rows.net_minor',
  'settlement_rows.day',
  'settlement_rows.subject',
  'settlement_rows.result',
] as const

export function namesOf(row: Pick<RowColumns, 'provider_reference' | 'reference' | 'other_names'>): readonly string[] {
  return [row.provider_reference, row.reference, ...(row.other_names?.split(' ') ?? [])].filter((name) => name !== null)
}

export function storedRowFrom(row: RowColumns): StoredRow {
  const { import_id, subject, result, currency } = row
  const sum = (minor: number | null): Money | undefined =>
    minor === null || currency === null ? undefined : money(currency, minor)
  const sums = { amount: sum(row.amount_minor), fee: sum(row.fee_minor), net: sum(row.net_minor) }
  return {
    importId: import_id,
    row: row.row,
    subject: subject ?? undefined,
    result: result ?? undefined,
    record: {
      id: `${import_id}/${row.row}`,
      ...{ kind: row.kind, day: row.day },
      // The subject that a row was found to name joins it with our record, whichever of its names was found.
      names: [...namesOf(row), ...(subject === null ? [] : [subject])],
      ...(sums.amount && { amount: sums.amount }),
      ...(sums.fee && { fee: sums.fee }),
      ...(sums.net && { net: sums.net }),
    },
  }
}
