import { hour } from '@nyanja/domain/time'
import type { Clock } from '@nyanja/web/format/clock'

/** Noon in UTC is the same calendar day in every market of Africa. */
export const nameDay = (clock: Clock, day: string): string => clock.calendarDay(Date.parse(day) + 12 * hour)
