import type { LoggedAction } from '@nyanja/back-office/operations/action-log'
import type { ReconciliationCase, SettlementImport } from '@nyanja/back-office/reconciliation/settlement-store'
import { type CaseState, canCaseMove, caseStates } from '@nyanja/domain/reconciliation/case-states'
import { actReasons } from '@nyanja/domain/staff/acts'
import type { Clock } from '@nyanja/web/format/clock'
import { offeredActs } from '../acts/offered-acts.ts'
import { caseRow } from './table-rows.ts'

interface CaseViewOptions {
  readonly found: ReconciliationCase
  /** The import that the row belongs to. */
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

const offered = offeredActs.difference

const stateAfter: Readonly<Record<(typeof offered)[number], CaseState>> = {
  close_case: 'closed',
  explain_case: 'explained',
  reopen_case: 'open',
}

/** What may be decided about a difference in this state. */
export const actsFrom = (state: CaseState) => offered.filter((act) => canCaseMove(state, stateAfter[act]))
