import type { Language, Market } from '../../server/market.ts'

/** Times as people of the market say them. Server only: a cheap phone knows neither the zone nor the language. */
export interface Clock {
  /** `14:05` */
  time(at: number): string
  /** `14:05` on the day of `now`, otherwise with its day: `Fri 27 Nov, 14:05` */
  near(at: number, now: number): string
  /** `Fri 27 Nov, 14:05` */
  day(at: number): string
  /** `Fri 27 Nov 2026` */
  calendarDay(at: number): string
  /** `Fri 27 Nov 2026, 14:05` */
  date(at: number): string
  /** `Fri 27 Nov 2026, 14:05:12` */
  exact(at: number): string
}

type Parts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>

const made = new Map<string, Clock>()

export function clockOf(
  { timeZone, dateLocales }: Pick<Market, 'timeZone' | 'dateLocales'>,
  language: Language,
): Clock {
  const locale = dateLocales[language] ?? language
  const key = `${locale} ${timeZone}`
  const known = made.get(key)
  if (known !== undefined) return known
  const clock = createClock(locale, timeZone)
  made.set(key, clock)
  return clock
}

const mostRemembered = 200

/** A page says the same few moments again and again, and asking for their parts is slow. */
function rememberLast(partsOf: (at: number) => Parts): (at: number) => Parts {
  const known = new Map<number, Parts>()
  return (at) => {
    const parts = known.get(at) ?? partsOf(at)
    if (known.size >= mostRemembered) known.clear()
    known.set(at, parts)
    return parts
  }
}

function createClock(locale: string, timeZone: string): Clock {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  // Joined by hand: each locale sets its own commas, and a date has one shape here.
  const partsOf = rememberLast(
    (at): Parts => Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])),
  )
  const timeOf = ({ hour, minute }: Parts) => `${hour}:${minute}`
  const dayOf = ({ weekday, day, month }: Parts) => `${weekday} ${day} ${month}`
  const yearOf = (parts: Parts) => `${dayOf(parts)} ${parts.year}`

  return {
    time: (at) => timeOf(partsOf(at)),
    near(at, now) {
      const parts = partsOf(at)
      return yearOf(parts) === yearOf(partsOf(now)) ? timeOf(parts) : `${dayOf(parts)}, ${timeOf(parts)}`
    },
    day(at) {
      const parts = partsOf(at)
      return `${dayOf(parts)}, ${timeOf(parts)}`
    },
    calendarDay: (at) => yearOf(partsOf(at)),
    date(at) {
      const parts = partsOf(at)
      return `${yearOf(parts)}, ${timeOf(parts)}`
    },
    exact(at) {
      const parts = partsOf(at)
      return `${yearOf(parts)}, ${timeOf(parts)}:${parts.second}`
    },
  }
}
