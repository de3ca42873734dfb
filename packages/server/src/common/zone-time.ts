import { day, hour, minute } from '@nyanja/domain/time'

const quarter = hour / 4
const mostKept = 2000
const offsets = new Map<string, Map<number, number>>()

/**
 * Computes the milliseconds by which the clocks of the zone are ahead of UTC at a moment. That takes long, so it is
 * cached by quarter of an hour: clocks change at full quarters alone.
 */
export function offsetOf(at: number, timeZone: string): number {
  const ofZone = offsets.get(timeZone) ?? new Map<number, number>()
  offsets.set(timeZone, ofZone)
  const key = Math.floor(at / quarter)
  const known = ofZone.get(key)
  if (known !== undefined) return known
  if (ofZone.size >= mostKept) ofZone.clear()
  const start = key * quarter
  const local = Date.parse(`${new Date(start).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  ofZone.set(key, local - start)
  return local - start
}

/** Computes the time on the zone's clocks, as if it were UTC. */
export function localOf(at: number, timeZone: string): number {
  return at + offsetOf(at, timeZone)
}

/** Finds the moment of a time on the zone's clocks, given as if it were UTC. */
export function momentOf(local: number, timeZone: string): number {
  // The offset is computed twice, because it may differ on the two sides of a change of the clocks.
  return local - offsetOf(local - offsetOf(local, timeZone), timeZone)
}

/** The date in the time zone, such as `2026-11-20`. */
export function dayIn(timeZone: string, at: number): string {
  return new Date(localOf(at, timeZone)).toISOString().slice(0, 10)
}

/** The time on the zone's clocks, such as `10:00:05`. */
export function clockTimeIn(timeZone: string, at: number): string {
  return new Date(localOf(at, timeZone)).toISOString().slice(11, 19)
}

/** The first moment of the day of `at`. */
export function startOfDayIn(timeZone: string, at: number): number {
  return momentOf(Date.parse(dayIn(timeZone, at)), timeZone)
}

/** The day of the week, from 0 for Monday, and the minute of the day. */
export function weekMomentIn(timeZone: string, at: number): { readonly day: number; readonly minute: number } {
  const local = localOf(at, timeZone)
  return { day: (new Date(local).getUTCDay() + 6) % 7, minute: Math.floor((local % day) / minute) }
}
