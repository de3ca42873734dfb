import {
  clockText,
  daysAlike,
  hoursText,
  type OpenState,
  type ShopService,
  type WeekHours,
} from '@nyanja/domain/places/shop'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'

export type StoreTexts = ContentPackages['storeLocator-translation']

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const services = {
  'sim-swap': 'simSwap',
  'bill-payment': 'billPayment',
  'mobile-money': 'mobileMoney',
  devices: 'devices',
  'home-internet': 'homeInternet',
} as const satisfies Record<ShopService, keyof StoreTexts>

export const serviceText = (service: ShopService, texts: StoreTexts) => texts[services[service]]

/** A shop that shuts within the hour may shut before the visitor is there. */
const soonMinutes = 60

export interface OpenWords {
  readonly text: string
  readonly tone: 'ok' | 'wait' | 'bad'
}

/** Nothing where nobody knows. */
export function openWords(state: OpenState, texts: StoreTexts): OpenWords | undefined {
  if (state.is === 'unknown') return undefined
  if (state.is === 'always') return { text: texts.openAlways, tone: 'ok' }
  if (state.is === 'open') {
    const time = clockText(state.until)
    return state.minutesLeft > soonMinutes
      ? { text: fill(texts.openUntil, { time }), tone: 'ok' }
      : { text: fill(texts.closesSoon, { time }), tone: 'wait' }
  }
  const time = clockText(state.opens.minute)
  const text = [texts.opensToday, texts.opensTomorrow][state.daysAhead] ?? texts.opensLater
  return { text: fill(text, { time, day: dayName(state.opens.day, texts) }), tone: 'bad' }
}

function dayName(day: number, texts: StoreTexts): string {
  const name = days[day]
  return name === undefined ? '' : texts[name]
}

export interface HoursRow {
  readonly days: string
  readonly hours: string
}

/** `Monday to Friday`, `08:00–17:00` */
export function hoursRows(week: WeekHours, texts: StoreTexts): HoursRow[] {
  return daysAlike(week).map(({ first, last, openings }) => ({
    days:
      first === last
        ? dayName(first, texts)
        : fill(texts.daysRange, { first: dayName(first, texts), last: dayName(last, texts) }),
    hours: openings.length === 0 ? texts.closed : hoursText(openings),
  }))
}
