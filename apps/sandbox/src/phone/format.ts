import { readFileSync } from 'node:fs'
import { html, trusted } from '../core/html.ts'

/** Formats the current time on the handset. */
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

/** Formats the clock time today, with the day before or after it. */
function moment(at: Date, now: Now): string {
  const dayOf = day(now.zone)
  const time = clockTime(at, now)
  return dayOf.format(at) === dayOf.format(now.date) ? time : `${dayOf.format(at)}, ${time}`
}

/** Formats an amount as `1,234` or `1,234.50`. */
export function decimal(minor: number): string {
  return (minor % 100 === 0 ? whole : cents).format(minor / 100)
}

/** Formats a number as `99 900 0001`; another text stays as it was typed. */
export function grouped(msisdn: string): string {
  return msisdn.replace(/^(\d{2})(\d{3})(\d{4})$/, '$1 $2 $3')
}

const few = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

const unitLabels: Readonly<Record<string, string>> = { MIN: 'min' }

/** Formats a volume as `1.9 GB` or `120 min`. */
export function quantity(count: number, unit: string): string {
  return unit === 'MB' && count >= 1024
    ? quantity(count / 1024, 'GB')
    : `${few.format(count)} ${unitLabels[unit] ?? unit}`.trim()
}

export function plural(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}

const serviceLabels: Readonly<Record<string, string>> = { HBB: 'router' }

/** Describes a line in plain words: `Prepaid line`, `Prepaid router`. */
export function lineWord(line: { readonly type: string; readonly service: string } | undefined): string {
  if (line === undefined) return 'Not a line of ours'
  return `${line.type.charAt(0)}${line.type.slice(1).toLowerCase()} ${serviceLabels[line.service] ?? 'line'}`
}

export function time(at: Date, now: Now) {
  return html`<time datetime="${at.toISOString()}">${moment(at, now)}</time>`
}

/** Concatenates style sheets for the sandbox's own pages. */
export function sheetsOf(...names: readonly string[]) {
  return trusted(names.map((name) => readFileSync(new URL(`./style/${name}.css`, import.meta.url), 'utf8')).join(''))
}

/** Icons have a 24 px grid, 2 px stroke and few straight segments, and are always next to a word. */
const paths = {
  phone: 'M7 2h10v20H7zM7 18h10',
  data: 'M3 20h18M6 20v-5M12 20V9M18 20V4',
  wallet: 'M3 6h18v13H3zM3 10h18M15 15h3',
  message: 'M3 4h18v13H9l-5 4v-4H3z',
  chat: 'M3 4h18v13H9l-5 4v-4H3zM7 9h10M7 13h6',
  bill: 'M5 2h14v20l-3.500-3L12 22l-3.500-3L5 22zM9 8h6M9 12h6',
  add: 'M12 4v16M4 12h16',
  tick: 'M4 13l5 5L20 6',
  warn: 'M12 3L1.500 21h21zM12 10v5M12 17v1.500',
  book: 'M4 3h16v18H4zM8 8h8M8 12h8M8 16h5',
  again: 'M4 12a8 8 0 1 0 3-6M4 3v5h5',
} as const

export type Icon = keyof typeof paths

export function icon(name: Icon) {
  return html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths[name]}"/></svg>`
}

export const logo = trusted(
  '<svg viewBox="0 0 30 30" aria-hidden="true"><path d="M4 17a11 11 0 0 1 22 0z" fill="#FFB21F"/>' +
    '<path d="M0 18.500h30M5 23.500h20M10 28.500h10" stroke="currentColor" stroke-width="3" fill="none"/></svg>',
)
