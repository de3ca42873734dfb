import { type Bundle, durationMs, listBundleKinds } from '../bundles/bundle.ts'
import type { OrderKind } from '../payments/payment-options.ts'
import { day, hour } from '../time.ts'

/** The rules by which the same is offered again and again. */
export const scheduleRules = ['weekly', 'monthly', 'pay_day'] as const
export type ScheduleRule = (typeof scheduleRules)[number]

export const reminderRules = ['before_end', 'bill_due', ...scheduleRules] as const
export type ReminderRule = (typeof reminderRules)[number]

/** With `push` the wallet is asked on the day; its holder approves or not. */
export type ReminderWay = 'sms' | 'push'

/** The rules of a market. Hours are those of its clocks. */
export interface ReminderTerms {
  /** The hours within which a customer is reminded. */
  readonly hours: { readonly from: number; readonly to: number }
  readonly hoursBeforeEnd: number
  readonly daysBeforeDue: number
  /** The day of the month on which most people are paid. */
  readonly payDay: number
}

/** The end of a consent: who still wants to be reminded then asks again. */
export const remindedForMs = 182 * day

/** The looks for the next bill after a payment: bills come each month, and each look asks the BSS. */
export const billLooks = { firstAfterMs: 7 * day, everyMs: 2 * day, lastAfterMs: 50 * day } as const

export const isSchedule = (rule: ReminderRule): rule is ScheduleRule => scheduleRules.some((one) => one === rule)

/** Lists what a receipt offers to be reminded of. */
export function rulesFor(kind: OrderKind, bundle: Pick<Bundle, 'validity'> | undefined): readonly ReminderRule[] {
  if (kind === 'bill' || kind === 'invoice') return ['bill_due']
  if (kind === 'plan') return []
  const life = bundle === undefined ? Number.POSITIVE_INFINITY : durationMs(bundle.validity)
  // A bundle of hours ends before its customer could forget it, and one of a day is bought when it is needed.
  const ends = life >= day && life !== Number.POSITIVE_INFINITY
  return [...(ends ? (['before_end'] as const) : []), ...scheduleRules]
}

/**
 * Times here are those of the market's clocks, in milliseconds as if they were UTC: a reminder keeps its hour when the
 * clocks change.
 */
type Local = number

const startOfDay = (local: Local): Local => Math.floor(local / day) * day

export function isWithinHours(local: Local, { from, to }: ReminderTerms['hours']): boolean {
  const passed = local - startOfDay(local)
  return passed >= from * hour && passed < to * hour
}

/** Finds the next moment from here on at which a customer may be reminded. */
export function nextWithinHours(local: Local, hours: ReminderTerms['hours']): Local {
  if (isWithinHours(local, hours)) return local
  const opening = startOfDay(local) + hours.from * hour
  return opening > local ? opening : opening + day
}

/**
 * Finds the moment of a reminder before a bundle ends: undefined when none is left between purchase and end. A night
 * moves it to the morning after, where that leaves time to buy, and to the evening before otherwise.
 */
export function momentBeforeEnd(
  { boughtAt, endsAt }: { readonly boughtAt: Local; readonly endsAt: Local },
  { hours, hoursBeforeEnd }: Pick<ReminderTerms, 'hours' | 'hoursBeforeEnd'>,
): Local | undefined {
  const lead = Math.min(hoursBeforeEnd * hour, Math.floor((endsAt - boughtAt) / 4))
  const wanted = endsAt - lead
  const later = nextWithinHours(wanted, hours)
  if (endsAt - later >= Math.min(lead, 2 * hour)) return later
  const evening = startOfDay(wanted) + (hours.to - 1) * hour
  const earlier = evening <= wanted ? evening : evening - day
  return earlier > boughtAt ? earlier : undefined
}

/**
 * Computes the moment of the n-th purchase of a schedule, counted from 1, on the day and at the hour of the first one:
 * undefined once the consent has ended. A day that a month lacks is its last one.
 */
export function momentOfTurn(
  rule: ScheduleRule,
  { begun, turn }: { readonly begun: Local; readonly turn: number },
  terms: Pick<ReminderTerms, 'hours' | 'payDay'>,
): Local | undefined {
  const moment = turnOf(rule, { begun, turn }, terms)
  if (moment - begun > remindedForMs) return undefined
  if (isWithinHours(moment, terms.hours)) return moment
  const opening = startOfDay(moment) + terms.hours.from * hour
  return moment < opening ? opening : startOfDay(moment) + (terms.hours.to - 1) * hour
}

function turnOf(
  rule: ScheduleRule,
  { begun, turn }: { readonly begun: Local; readonly turn: number },
  { hours, payDay }: Pick<ReminderTerms, 'hours' | 'payDay'>,
): Local {
  if (rule === 'weekly') return begun + turn * 7 * day
  const dayOfMonth = new Date(begun).getUTCDate()
  if (rule === 'monthly') return dayInMonth(begun, turn, dayOfMonth) + (begun - startOfDay(begun))
  const isPassed = dayInMonth(begun, 0, payDay) <= startOfDay(begun)
  return dayInMonth(begun, isPassed ? turn : turn - 1, payDay) + (hours.from + 1) * hour
}

/** Finds the start of a day in the month that lies so many months after the given moment. */
function dayInMonth(from: Local, months: number, dayOfMonth: number): Local {
  const date = new Date(from)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(dayOfMonth, lastDay))
}

/** Tells whether a bundle that was bought since serves what the other one serves, so that its end matters no more. */
export function replaces(bought: Bundle, ending: Bundle): boolean {
  if (bought.productCode === ending.productCode) return true
  const isSameUse = (bought.category === 'social') === (ending.category === 'social')
  const kinds = listBundleKinds(bought)
  return isSameUse && listBundleKinds(ending).every((kind) => kinds.includes(kind))
}
