import { type DateLocales, dateLocaleIn } from './language.ts'

export type DateFormat = Pick<Intl.DateTimeFormat, 'format' | 'formatToParts'>

/** The full date, because the moment may be in another year. */
export const momentFormat = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

const weekdaysInEnglish = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Writes moments in a language of the market: by its own names where it has them, in the order of its locale. */
export function dateFormatIn(
  market: DateLocales,
  language: string,
  options: Intl.DateTimeFormatOptions & { readonly timeZone: string },
): DateFormat {
  const format = new Intl.DateTimeFormat(dateLocaleIn(market, language), options)
  const names = market.languages.find(({ code }) => code === language)?.dateNames
  if (names === undefined) return format

  const { timeZone, month = 'short' } = options
  const english = new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', month: 'numeric' })
  const formatToParts = (at?: number | Date) => {
    const known = Object.fromEntries(english.formatToParts(at).map(({ type, value }) => [type, value]))
    const months = month === 'long' ? names.months : names.shortMonths
    const own: Partial<Record<Intl.DateTimeFormatPartTypes, string | undefined>> = {
      weekday: names.weekdays[weekdaysInEnglish.indexOf(known.weekday ?? '')],
      month: months[Number(known.month) - 1],
    }
    return format.formatToParts(at).map(({ type, value }) => ({ type, value: own[type] ?? value }))
  }
  return {
    formatToParts,
    format: (at) =>
      formatToParts(at)
        .map(({ value }) => value)
        .join(''),
  }
}
