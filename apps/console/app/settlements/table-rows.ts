import type { ReconciliationCase, SettlementImport } from '@nyanja/back-office/reconciliation/settlement-store'
import { displayMoney } from '@nyanja/domain/money/money'
import type { Clock } from '@nyanja/web/format/clock'
import { nameDay } from '../finance/chosen-days.ts'
import type { Tone } from '../ui/tag.tsx'

export const toneOfState: Readonly<Record<ReconciliationCase['state'], Tone>> = {
  open: 'bad',
  explained: 'wait',
  closed: 'ok',
}

export function caseRow(one: ReconciliationCase, clock: Clock) {
  const { id, day, source, kind, result, reason, state, reference, ours, theirs } = one
  return {
    ...{ id, source, kind, result, reason, state, reference },
    day: nameDay(clock, day),
    ours: ours && displayMoney(ours),
    theirs: theirs && displayMoney(theirs),
  }
}

export type CaseRow = ReturnType<typeof caseRow>

export function importRow(one: SettlementImport, clock: Clock) {
  const { id, source, format, fileName, rows, fromDay, untilDay, isComplete, importedBy, comparedAt, withdrawnAt } = one
  const ends = [...new Set([fromDay, untilDay])].flatMap((day) => (day === undefined ? [] : [nameDay(clock, day)]))
  return {
    ...{ id, source, format, fileName, rows, isComplete, importedBy },
    days: ends.join(' – '),
    importedAt: clock.date(one.importedAt),
    isCompared: comparedAt !== undefined,
    withdrawnAt: withdrawnAt === undefined ? undefined : clock.date(withdrawnAt),
  }
}

export type ImportRow = ReturnType<typeof importRow>
