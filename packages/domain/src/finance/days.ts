import { day as dayMs } from '../time.ts'

/** Days in the market's time zone, such as `2026-11-20`, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export const mostReportDays = 366

const parse = (text: string): number => (/^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN)

const write = (at: number): string => new Date(at).toISOString().slice(0, 10)

export function countDays({ from, to }: DayRange): number {
  return (parse(to) - parse(from)) / dayMs + 1
}

/** Returns undefined unless both are days, in this order, and at most `mostDays`. */
export function readDayRange(from: string, to: string, mostDays: number = mostReportDays): DayRange | undefined {
  const isDay = (text: string) => !Number.isNaN(parse(text)) && write(parse(text)) === text
  if (!isDay(from) || !isDay(to)) return undefined
  const days = countDays({ from, to })
  return days >= 1 && days <= mostDays ? { from, to } : undefined
}

/** Every day of the range, for charts without gaps. */
export function listDays(range: DayRange): readonly string[] {
  return Array.from({ length: countDays(range) }, (_, index) => write(parse(range.from) + index * dayMs))
}
