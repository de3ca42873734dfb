import { addDays } from './records.ts'

/** Days with fewer rows than this share of the fullest day are no whole days of the file. */
const leastShare = 0.1

interface Days {
  readonly fromDay: string
  readonly untilDay: string
}

/** A file reports completely on days that were over when it was imported. Undefined without one. */
export function endedDays(days: Days | undefined, today: string): Days | undefined {
  if (days === undefined || days.fromDay >= today) return undefined
  return days.untilDay < today ? days : { ...days, untilDay: addDays(today, -1) }
}

/**
 * The days that a file reports on, by its rows for each day: the fullest day and its neighbouring days. Single rows of
 * other days are late or wrong. Undefined without rows.
 */
export function findReportedDays(rowsByDay: ReadonlyMap<string, number>): Days | undefined {
  const [fullest] = [...rowsByDay].sort(
    ([leftDay, left], [rightDay, right]) => right - left || (leftDay < rightDay ? -1 : 1),
  )
  if (fullest === undefined) return undefined
  const [day, most] = fullest
  const isWhole = (one: string) => (rowsByDay.get(one) ?? 0) >= most * leastShare
  const lastWhole = (step: 1 | -1) => {
    let last = day
    while (isWhole(addDays(last, step))) last = addDays(last, step)
    return last
  }
  return { fromDay: lastWhole(-1), untilDay: lastWhole(1) }
}
