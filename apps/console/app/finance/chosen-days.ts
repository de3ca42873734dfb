import { countDays, type DayRange, readDayRange } from '@nyanja/domain/finance/days'
import { addDays } from '@nyanja/domain/reconciliation/records'
import { hour } from '@nyanja/domain/time'
import type { Clock } from '@nyanja/web/format/clock'

const usualDays = 30

/** Reads the days in an address. Without a valid range they are the last days until today. */
export function chosenDays({ searchParams }: URL, today: string) {
  const [from, to] = [searchParams.get('from'), searchParams.get('to')]
  const requested = readDayRange(from ?? '', to ?? '')
  const range: DayRange = requested ?? { from: addDays(today, 1 - usualDays), to: today }
  return { range, today, days: countDays(range), isWrong: requested === undefined && (from ?? to) !== null }
}

export type ChosenDays = ReturnType<typeof chosenDays>

export const addressOf = (path: string, fields: Readonly<Record<string, string | undefined>>): string =>
  `${path}?${new URLSearchParams(Object.entries(fields).filter((one): one is [string, string] => one[1] !== undefined))}`

/** Noon in UTC is the same calendar day in every market of Africa. */
export const nameDay = (clock: Clock, day: string): string => clock.calendarDay(Date.parse(day) + 12 * hour)
