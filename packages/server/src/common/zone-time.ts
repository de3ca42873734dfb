import { hour } from '@nyanja/domain/time'

/** Milliseconds by which the clocks of the zone are ahead of UTC at a moment. */
export function offsetOf(at: number, timeZone: string): number {
  const local = Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  return local - Math.floor(at / 1000) * 1000
}

/** The moment of a time on the zone's clocks, given as if it were UTC. */
export function momentOf(local: number, timeZone: string): number {
  // Again, because the offset may differ on the two sides of a change of the clocks.
  return local - offsetOf(local - offsetOf(local, timeZone), timeZone)
}

const quarter = hour / 4
const mostKept = 2000

/** The calendar day of a moment, for very many of them: a zone's offset changes at full quarters of an hour alone. */
export function createDayOf(timeZone: string): (at: number) => string {
  const days = new Map<number, string>()
  return (at) => {
    const key = Math.floor(at / quarter)
    const known = days.get(key)
    if (known !== undefined) return known
    if (days.size >= mostKept) days.clear()
    const found = new Date(at + offsetOf(at, timeZone)).toISOString().slice(0, 10)
    days.set(key, found)
    return found
  }
}
