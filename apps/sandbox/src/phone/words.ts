import { html } from '../core/html.ts'

const zone = 'Africa/Blantyre'
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' })
const whole = new Intl.NumberFormat('en-GB')
const cents = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 })

export function clockTime(at: Date): string {
  return clock.format(at)
}

/** The clock time today, with the day before or after it. */
function moment(at: Date, now: Date): string {
  return day.format(at) === day.format(now) ? clock.format(at) : `${day.format(at)}, ${clock.format(at)}`
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

export function time(at: Date, now: Date) {
  return html`<time datetime="${at.toISOString()}">${moment(at, now)}</time>`
}
