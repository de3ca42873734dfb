const minutesOfDay = 24 * 60
const time = /^([01]?\d|2[0-4]):([0-5]\d)$/

/** Both times in minutes since midnight. */
export interface Opening {
  readonly from: number
  readonly to: number
}

/** The days from Monday. A day without intervals is a day on which the shop is closed. */
export type WeekHours = readonly (readonly Opening[])[]

/** A local time at the place. Days count from Monday, which is 0. */
export interface WeekMoment {
  readonly day: number
  readonly minute: number
}

export type OpenState =
  | { readonly state: 'unknown' }
  | { readonly state: 'always' }
  | { readonly state: 'open'; readonly until: number; readonly minutesLeft: number }
  | { readonly state: 'closed'; readonly opens: WeekMoment; readonly daysAhead: number }

/**
 * Reads a text such as `08:00-12:00 13:00-17:00`; an empty one means closed. The result is undefined when the text is
 * invalid.
 */
export function readOpenings(text: string): Opening[] | undefined {
  const openings = text
    .trim()
    .split(/[\s;,]+/)
    .filter(Boolean)
    .map((part) => {
      const [from, to, ...more] = part.split(/[-–]/).map(minuteOf)
      return { from: from ?? Number.NaN, to: more.length > 0 ? Number.NaN : (to ?? Number.NaN) }
    })
  const isInOrder = openings.every(({ from, to }, at) => from < to && from >= (openings[at - 1]?.to ?? 0))
  return isInOrder ? openings : undefined
}

function minuteOf(text: string): number {
  const [, hours, minutes] = time.exec(text) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  return minute <= minutesOfDay ? minute : Number.NaN
}

/** Writes a time as `08:05`. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Tells whether the shop is open at a moment, and when that changes. */
export function computeOpenState(week: WeekHours, { day, minute }: WeekMoment): OpenState {
  if (week.every((openings) => openings.length === 0)) return { state: 'unknown' }
  const now = week[day]?.find(({ from, to }) => from <= minute && minute < to)
  if (now === undefined) return nextOpening(week, { day, minute })
  const openUntil = (until: number, daysAhead: number): OpenState => ({
    state: 'open',
    until,
    minutesLeft: daysAhead * minutesOfDay + until - minute,
  })
  if (now.to < minutesOfDay) return openUntil(now.to, 0)
  for (let ahead = 1; ahead <= week.length; ahead++) {
    const [first] = week[(day + ahead) % week.length] ?? []
    if (first?.from !== 0) return openUntil(minutesOfDay, ahead - 1)
    if (first.to < minutesOfDay) return openUntil(first.to, ahead)
  }
  return { state: 'always' }
}

function nextOpening(week: WeekHours, { day, minute }: WeekMoment): OpenState {
  for (let daysAhead = 0; daysAhead <= week.length; daysAhead++) {
    const there = (day + daysAhead) % week.length
    const next = week[there]?.find(({ from }) => daysAhead > 0 || from > minute)
    if (next !== undefined) return { state: 'closed', opens: { day: there, minute: next.from }, daysAhead }
  }
  return { state: 'unknown' }
}

/** Consecutive days with equal hours. */
export interface DaysAlike {
  readonly first: number
  readonly last: number
  readonly openings: readonly Opening[]
}

export function daysAlike(week: WeekHours): DaysAlike[] {
  const groups: DaysAlike[] = []
  for (const [day, openings] of week.entries()) {
    const before = groups.at(-1)
    if (before !== undefined && hoursText(before.openings) === hoursText(openings))
      groups[groups.length - 1] = { ...before, last: day }
    else groups.push({ first: day, last: day, openings })
  }
  return groups
}

/** Writes hours as `08:00–12:00, 13:00–17:00`. */
export function hoursText(openings: readonly Opening[]): string {
  return openings.map(({ from, to }) => `${clockText(from)}–${clockText(to)}`).join(', ')
}

/** The operator or a dealer, whoever runs the shop. */
export const shopKinds = ['own', 'dealer'] as const
export type ShopKind = (typeof shopKinds)[number]

export const shopServices = ['sim-swap', 'bill-payment', 'mobile-money', 'devices', 'home-internet'] as const
export type ShopService = (typeof shopServices)[number]

interface TextRule {
  /** The most letters that fit. */
  readonly longest: number
  readonly isRequired: boolean
}

/**
 * The texts of a shop. Each is a column of the operator's table, with one more for each further language of the market
 * (`address_sw`), and a field of every shop: a text that is added here is read, checked, stored and translated.
 */
export const shopTexts = {
  name: { longest: 80, isRequired: true },
  address: { longest: 200, isRequired: true },
} as const satisfies Record<string, TextRule>

type Rules = typeof shopTexts
type RequiredText = { [Text in ShopText]: Rules[Text]['isRequired'] extends true ? Text : never }[ShopText]

export type ShopText = keyof Rules

/** The texts of one shop in one language. */
export type ShopTexts = Readonly<Record<RequiredText, string> & Partial<Record<ShopText, string>>>

const isShopText = (name: string): name is ShopText => Object.hasOwn(shopTexts, name)

export const shopTextNames: readonly ShopText[] = Object.keys(shopTexts).filter(isShopText)

export function isShopTexts(texts: Partial<Record<ShopText, string>>): texts is ShopTexts {
  return shopTextNames.every((name) => !shopTexts[name].isRequired || texts[name] !== undefined)
}

/** The short name: the part before the first dash. */
export function shopTitle(name: string): string {
  const [title = ''] = name.split('-')
  return title.trim() || name
}
