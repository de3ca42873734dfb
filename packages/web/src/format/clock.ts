import { type DateFormat, dateFormatIn, momentFormat } from '@nyanja/domain/texts/date-format'
import { fill } from '@nyanja/domain/texts/fill'
import { type DateLocales, dateLocaleIn } from '@nyanja/domain/texts/language'

/**
 * Writes times as people of the market do. Only the server has a clock: a cheap phone knows neither the zone nor the
 * language.
 */
export interface Clock {
  /** `14:05`, or `14:05 (Kinshasa)` in a country of several zones. */
  time(at: number): string
  /** Writes `14:05:12`. */
  seconds(at: number): string
  /** `14:05` on the day of `now`, otherwise with its day: `Fri 27 Nov, 14:05` */
  near(at: number, now: number): string
  /** `Fri 27 Nov, 14:05`, for tables: always in the market's zone, which the page names elsewhere. */
  day(at: number): string
  /** Writes `Fri 27 Nov 2026`. */
  calendarDay(at: number): string
  /** Writes `27 November 2026`. */
  longDay(at: number): string
  /** Writes `27 Nov 2026`. */
  shortDay(at: number): string
  /** Writes `Fri 27 Nov 2026, 14:05`. */
  date(at: number): string
  /** Writes `Fri 27 Nov 2026, 14:05:12`. */
  exact(at: number): string
}

type Parts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>

const made = new Map<string, Clock>()

interface Zone extends DateLocales {
  readonly timeZone: string
  /** The name of the zone, in a country of several. */
  readonly timeZoneName?: string | undefined
}

export function clockOf(market: Zone, language: string): Clock {
  const key = `${language} ${dateLocaleIn(market, language)} ${market.timeZone}`
  const known = made.get(key)
  if (known !== undefined) return known
  const clock = createClock(market, language)
  made.set(key, clock)
  return clock
}

const mostRemembered = 200

/** A page shows the same few moments repeatedly, and computing their parts is slow. */
function rememberLast(partsOf: (at: number) => Parts): (at: number) => Parts {
  const known = new Map<number, Parts>()
  return (at) => {
    const parts = known.get(at) ?? partsOf(at)
    if (known.size >= mostRemembered) known.clear()
    known.set(at, parts)
    return parts
  }
}

function createClock(market: Zone, language: string): Clock {
  const { timeZone, timeZoneName: zoneName } = market
  const format = dateFormatIn(market, language, { ...momentFormat, timeZone, second: '2-digit' })
  const longFormat = dateFormatIn(market, language, { timeZone, day: 'numeric', month: 'long', year: 'numeric' })
  // Joins the parts by hand: each locale sets its own commas, and a date has one format here.
  const partsBy = (by: DateFormat) =>
    rememberLast((at): Parts => Object.fromEntries(by.formatToParts(at).map(({ type, value }) => [type, value])))
  const [partsOf, longPartsOf] = [partsBy(format), partsBy(longFormat)]
  const zoned = (text: string) => (zoneName === undefined ? text : `${text} (${zoneName})`)
  const timeOf = ({ hour, minute }: Parts) => `${hour}:${minute}`
  const dayOf = ({ weekday, day, month }: Parts) => `${weekday} ${day} ${month}`
  const yearOf = (parts: Parts) => `${dayOf(parts)} ${parts.year}`

  return {
    time: (at) => zoned(timeOf(partsOf(at))),
    seconds(at) {
      const parts = partsOf(at)
      return zoned(`${timeOf(parts)}:${parts.second}`)
    },
    near(at, now) {
      const parts = partsOf(at)
      return zoned(yearOf(parts) === yearOf(partsOf(now)) ? timeOf(parts) : `${dayOf(parts)}, ${timeOf(parts)}`)
    },
    day(at) {
      const parts = partsOf(at)
      return `${dayOf(parts)}, ${timeOf(parts)}`
    },
    calendarDay: (at) => yearOf(partsOf(at)),
    longDay(at) {
      const { day, month, year } = longPartsOf(at)
      return `${day} ${month} ${year}`
    },
    shortDay(at) {
      const { day, month, year } = partsOf(at)
      return `${day} ${month} ${year}`
    },
    date(at) {
      const parts = partsOf(at)
      return zoned(`${yearOf(parts)}, ${timeOf(parts)}`)
    },
    exact(at) {
      const parts = partsOf(at)
      return zoned(`${yearOf(parts)}, ${timeOf(parts)}:${parts.second}`)
    },
  }
}

interface DurationTexts {
  readonly secondOne: string
  readonly seconds: string
  readonly minutes: string
  /** The text for durations that may take hours. */
  readonly hours?: string
}

/** Writes a duration as people do, and never shorter than it is. */
export function durationText(ms: number, { secondOne, seconds, minutes, hours }: DurationTexts): string {
  const count = Math.max(1, Math.ceil(ms / 1000))
  if (count === 1) return secondOne
  if (count <= 90) return fill(seconds, { count })
  if (hours === undefined || count <= 90 * 60) return fill(minutes, { count: Math.ceil(count / 60) })
  return fill(hours, { count: Math.ceil(count / 3600) })
}
