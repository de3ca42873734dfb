const formats = new Map<string, Intl.DateTimeFormat>()

function partsAt(at: number, timeZone: string): Readonly<Record<string, string>> {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(timeZone, format)
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** `2026-11-20`, as the market's calendar has it. */
export function dayIn(timeZone: string, at: number): string {
  const { year, month, day } = partsAt(at, timeZone)
  return `${year}-${month}-${day}`
}

/** The first moment of the day of `at`. Exact where clocks are never put forward or back, as in every market here. */
export function startOfDayIn(timeZone: string, at: number): number {
  const { hour, minute, second } = partsAt(at, timeZone)
  const sinceMidnightMs = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  return Math.floor(at / 1000) * 1000 - sinceMidnightMs
}

/** Days of the week count from Monday, which is 0. */
export function weekMomentIn(timeZone: string, at: number): { readonly day: number; readonly minute: number } {
  const { hour, minute } = partsAt(at, timeZone)
  const weekday = new Date(`${dayIn(timeZone, at)}T00:00:00Z`).getUTCDay()
  return { day: (weekday + 6) % 7, minute: Number(hour) * 60 + Number(minute) }
}
