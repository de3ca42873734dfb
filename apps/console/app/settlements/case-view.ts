import { caseStates } from '@nyanja/domain/reconciliation/case-states'
import { actReasons } from '@nyanja/domain/staff/acts'
import type { LoggedAction } from '@nyanja/server/operations/action-log'
import type { ReconciliationCase, SettlementImport } from '@nyanja/server/reconciliation/settlement-store'
import type { Clock } from '@nyanja/web/format/clock'
import { caseRow } from './table-rows.ts'

interface CaseViewOptions {
  readonly found: ReconciliationCase
  /** Whose row it is about. */
  readonly file: SettlementImport | undefined
  readonly history: readonly LoggedAction[]
  readonly clock: Clock
}

/** A difference with both sides and who decided what, newest first. */
export function caseView({ found, file, history, clock }: CaseViewOptions) {
  return {
    ...caseRow(found, clock),
    differences: found.differences,
    figures: found.figures ?? [],
    openedAt: clock.date(found.openedAt),
    file: file && { id: file.id, name: file.fileName, row: found.row?.row },
    history: history.flatMap(({ id, at, who, action, why, reason }) => {
      const act = caseStates.find((state) => action === `case ${state}`)
      if (act === undefined) return []
      return [{ id, at: clock.date(at), who, act, reason: actReasons.find((one) => one === reason), note: why }]
    }),
  }
}

export type CaseView = ReturnType<typeof caseView>
