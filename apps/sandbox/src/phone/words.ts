import { html } from '../core/html.ts'

/** This moment, where the handset is. */
export interface Now {
  readonly date: Date
  readonly zone: string
}

const clock = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
const day = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
const whole = new Intl.NumberFormat('en-GB')
const cents = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 })

export function clockTime(at: Date, { zone }: Now): string {
  return clock(zone).format(at)
}

/** The clock time today, with the day before or after it. */
function moment(at: Date, now: Now): string {
  const dayOf = day(now.zone)
  const time = clockTime(at, now)
  return dayOf.format(at) === dayOf.format(now.date) ? time : `${dayOf.format(at)}, ${time}`
}

/** `1,234` or `1,234.50`. */
export function decimal(minor: number): string {
  return (minor % 100 === 0 ? whole : cents).format(minor / 100)
}

/** `99 900 0001`, or what was typed where it is not a number of ours. */
export function grouped(msisdn: string): string {
  return msisdn.replace(/^(\d{2})(\d{3})(\d{4})$/, '$1 $2 $3')
}

const few = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

const unitWords: Readonly<Record<string, string>> = { MIN: 'min' }

/** `1.9 GB`, `120 min`. */
export function quantity(count: number, unit: string): string {
  return unit === 'MB' && count >= 1024
    ? quantity(count / 1024, 'GB')
    : `${few.format(count)} ${unitWords[unit] ?? unit}`.trim()
}

export function plural(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}

const serviceWords: Readonly<Record<string, string>> = { HBB: 'router' }

/** A line as a person says it: `Prepaid line`, `Prepaid router`. */
export function lineWord(line: { readonly type: string; readonly service: string } | undefined): string {
  if (line === undefined) return 'Not a line of ours'
  return `${line.type.charAt(0)}${line.type.slice(1).toLowerCase()} ${serviceWords[line.service] ?? 'line'}`
}

export function time(at: Date, now: Now) {
  return html`<time datetime="${at.toISOString()}">${moment(at, now)}</time>`
}
