import type { SettlementImport } from '@nyanja/server/reconciliation/settlement-store'
import type { Clock } from '@nyanja/web/format/clock'
import { nameDay } from '../finance/name-day.ts'

/** An import in a table. */
export function importRow(one: SettlementImport, clock: Clock) {
  const { id, source, format, fileName, rows, fromDay, untilDay, isComplete, importedBy, comparedAt } = one
  const ends = [...new Set([fromDay, untilDay])].flatMap((day) => (day === undefined ? [] : [nameDay(clock, day)]))
  return {
    ...{ id, source, format, fileName, rows, isComplete, importedBy },
    days: ends.join(' – '),
    importedAt: clock.date(one.importedAt),
    isCompared: comparedAt !== undefined,
  }
}

export type ImportRow = ReturnType<typeof importRow>
