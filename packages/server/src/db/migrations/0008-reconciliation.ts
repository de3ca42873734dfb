import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds rows of settlement files, bank statements and the BSS, and the differences from the portal's payments. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const rowId = engine === 'sqlite' ? 'integer primary key' : 'bigint generated always as identity primary key'
  const strict = engine === 'sqlite' ? 'strict' : ''
  const counterparts = `check (counterpart in ('provider', 'bank', 'bss'))`
  const kinds = `check (kind in ('payment', 'refund', 'reversal', 'payout', 'delivery', 'fee', 'other'))`
  const statements = [
    // Rows of an import are invisible until it is committed.
    `create table settlement_imports (
      id ${rowId},
      counterpart text not null ${counterparts},
      source text not null,
      format text not null,
      file_name text not null,
      digest text not null,
      state text not null check (state in ('staging', 'committed')),
      row_count ${int} not null default 0,
      from_day text,
      until_day text,
      is_complete ${int} not null default 1 check (is_complete in (0, 1)),
      gateways_json text not null,
      late_after_days ${int} not null,
      imported_by text not null,
      imported_at ${int} not null,
      compared_at ${int}
    ) ${strict}`,
    `create unique index settlement_imports_digest on settlement_imports (digest) where state = 'committed'`,
    `create index settlement_imports_source on settlement_imports (source, until_day)`,

    `create table settlement_rows (
      import_id ${int} not null references settlement_imports (id),
      row ${int} not null,
      line ${int} not null,
      kind text not null ${kinds},
      provider_reference text,
      reference text,
      other_names text,
      amount_minor ${int},
      currency text,
      fee_minor ${int},
      net_minor ${int},
      day text not null,
      payout text,
      payout_day text,
      subject text,
      result text check (result in ('matched', 'different', 'theirs_only')),
      primary key (import_id, row)
    ) ${strict}`,
    `create index settlement_rows_subject on settlement_rows (subject) where subject is not null`,
    `create index settlement_rows_unknown on settlement_rows (import_id, row) where subject is null`,
    `create index settlement_rows_payout on settlement_rows (payout_day, payout) where payout is not null`,

    `create table reconciliation_cases (
      id ${rowId},
      counterpart text not null ${counterparts},
      source text not null,
      key text not null,
      kind text not null ${kinds},
      result text not null check (result in ('ours_only', 'theirs_only', 'different')),
      differences text not null,
      reason text not null,
      day text not null,
      subject text,
      import_id ${int},
      row ${int},
      ours_minor ${int},
      ours_currency text,
      theirs_minor ${int},
      theirs_currency text,
      finding text not null,
      state text not null check (state in ('open', 'explained', 'closed')),
      opened_at ${int} not null,
      closed_at ${int},
      decided_by text,
      why text,
      unique (source, key)
    ) ${strict}`,
    `create index reconciliation_cases_open on reconciliation_cases (source, day) where state <> 'closed'`,
    `create index reconciliation_cases_closed on reconciliation_cases (closed_at) where closed_at is not null`,
    `create index reconciliation_cases_subject on reconciliation_cases (subject) where subject is not null`,

    `create index attempts_decided on attempts (gateway, decided_at) where decided_at is not null`,
    `create index refunds_decided on refunds (gateway, decided_at) where decided_at is not null`,
    `create index deliveries_bss on deliveries (bss_reference) where bss_reference is not null`,
    `create index deliveries_decided on deliveries (decided_at) where decided_at is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
