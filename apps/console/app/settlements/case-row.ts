import { displayMoney } from '@nyanja/domain/money/money'
import type { ReconciliationCase } from '@nyanja/server/reconciliation/settlement-store'
import type { Clock } from '@nyanja/web/format/clock'
import { nameDay } from '../finance/name-day.ts'
import type { Tone } from '../ui/tag.tsx'

export const toneOfState: Readonly<Record<ReconciliationCase['state'], Tone>> = {
  open: 'bad',
  explained: 'wait',
  closed: 'ok',
}

/** A difference in a table. */
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
