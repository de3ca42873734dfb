import { dayIn, momentOf } from '@nyanja/server/common/zone-time'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const parts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMM: '(?<name>[A-Za-z]{3})[a-z]*',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  A: '(?<half>[AaPp][Mm])',
}

const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?$/

interface Zones {
  /** The time zone of the file. */
  readonly zone: string
  readonly marketZone: string
}

interface ReadTime {
  /** The moment as if the text were in UTC. */
  readonly local: number
  readonly hasTime: boolean
  /** The offset such as `+02:00`, where the text has one. */
  readonly offset?: string | undefined
}

/** Reads dates in the forms of a file, as days of the market. `ISO` is any form of ISO 8601 with a day. */
export function createDayReader(
  forms: readonly string[],
  { zone, marketZone }: Zones,
): (text: string) => string | undefined {
  const readers = forms.map((form) => (form === 'ISO' ? readIso : createReader(form)))

  return (text) => {
    const time = readers.map((read) => read(text)).find((read) => read !== undefined)
    if (time === undefined) return undefined
    const { local, hasTime, offset } = time
    if (!hasTime || (offset === undefined && zone === marketZone)) return new Date(local).toISOString().slice(0, 10)
    return dayIn(marketZone, offset === undefined ? momentOf(local, zone) : local - offsetMs(offset))
  }
}

function offsetMs(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function readIso(text: string): ReadTime | undefined {
  const [, day, time, offset] = iso.exec(text) ?? []
  if (day === undefined) return undefined
  const local = Date.parse(`${day}T${time ?? '00:00'}Z`)
  return isDay(local, day) ? { local, hasTime: time !== undefined, offset } : undefined
}

/** `2026-02-31` would be a day in March. */
const isDay = (local: number, day: string) => !Number.isNaN(local) && new Date(local).toISOString().startsWith(day)

function createReader(format: string): (text: string) => ReadTime | undefined {
  const pattern = format.replace(/YYYY|YY|MMM|MM|DD|HH|hh|mm|ss|A|[^A-Za-z0-9]/g, (part) => parts[part] ?? `\\${part}`)
  const regexp = new RegExp(`^${pattern}$`)

  return (text) => {
    const found = regexp.exec(text)?.groups
    if (found === undefined) return undefined
    const { year = '', name, month = '', day = '', hour = '0', minute = '00', second = '00', half } = found
    const number = name === undefined ? Number(month) : months.indexOf(name.toLowerCase()) + 1
    const two = (figure: number | string) => String(figure).padStart(2, '0')
    const date = `${year.length === 2 ? `20${year}` : year}-${two(number)}-${two(day)}`
    const local = Date.parse(`${date}T${two(hourOf(Number(hour), half))}:${minute}:${second}Z`)
    return isDay(local, date) ? { local, hasTime: /H|h/.test(format) } : undefined
  }
}

const hourOf = (hour: number, half: string | undefined) =>
  half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
