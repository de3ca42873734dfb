import { getCurrencyFormat } from '@nyanja/domain/money/currencies'
import { type Currency, type Money, majorText, money, parseMoney } from '@nyanja/domain/money/money'
import { z } from 'zod'
import { momentOf } from '../../common/zone-time.ts'
import type { TmfProfile } from './profile.ts'

/** An opaque id; some servers use numbers. */
export const Id = z.union([z.string().min(1), z.number()]).transform(String)
/** Accepts null for an absent value, which some servers send. */
export const maybe = <Value>(schema: z.ZodType<Value>) => schema.nullish().transform((value) => value ?? undefined)
/** Reads a field without which the row is still of use: an unreadable one counts as absent. */
export const spare = <Value>(schema: z.ZodType<Value>) => maybe(schema).catch(undefined)
/** Reads the readable elements; some servers send a single one without its array. */
export const listOf = <Value>(schema: z.ZodType<Value>) =>
  maybe(
    z.unknown().transform((value): Value[] =>
      (Array.isArray(value) ? value : [value]).flatMap((element: unknown) => {
        const { success, data } = schema.safeParse(element)
        return success ? [data] : []
      }),
    ),
  )
export const Text = z.union([z.string(), z.number()]).transform(String)
export const Flag = z.union([z.boolean(), z.stringbool()])

/** A reference by an id, or by an address that ends with it. */
export const Ref = z.object({ id: maybe(Id), href: maybe(z.string()) }).transform(({ id, href }, context) => {
  const named = id ?? idAtEnd(href)
  if (named !== undefined) return { id: named }
  context.addIssue({ code: 'custom', path: ['id'], message: 'missing' })
  return z.NEVER
})

/** The id in a relative or absolute address of a resource. */
export function idAtEnd(address: string | null | undefined): string | undefined {
  const [, last] = /([^/?#]+)\/?(?:[?#]|$)/.exec((address ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '')) ?? []
  try {
    return last && decodeURIComponent(last)
  } catch {
    return last
  }
}

export const Decimal = z.union([z.string(), z.number()])
export const Price = z.object({ unit: maybe(z.string()), value: Decimal })
export type Price = z.infer<typeof Price>
/** A quantity of the balance API. */
export const Quantity = z.object({ amount: Decimal, units: maybe(z.string()) })

/** Returns the decimal text of a number on the wire: undefined when it is not one, or too large to be exact. */
export function decimalText(value: string | number): string | undefined {
  // Floating-point residue such as 1e-9 counts as zero.
  const text = typeof value === 'number' && Math.abs(value) < 1e-6 ? '0' : String(value).trim()
  const [, whole, decimals = ''] = /^(-?\d+)(\.\d+)?$/.exec(text) ?? []
  return whole && `${whole}${decimals.replace(/\.?0+$/, '')}`
}

/**
 * Rounds decimal text down to the decimals of the currency, for balances, which some servers keep in fractions of a
 * cent.
 */
function roundedDown(text: string, currency: Currency): string {
  const [whole = '', decimals = ''] = text.split('.')
  const kept = decimals.slice(0, getCurrencyFormat(currency).digits)
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Whole major units are sent as an integer. */
function toWireAmount(amount: Money, { money: rules }: TmfProfile): string | number {
  const text = rules.in === 'minor' ? String(amount.minor) : majorText(amount)
  return rules.send === 'text' ? text : Number(text)
}

export function toPrice(amount: Money, profile: TmfProfile): object {
  return { unit: profile.money.unit || amount.currency, value: toWireAmount(amount, profile) }
}

export function toQuantity(amount: Money, profile: TmfProfile): object {
  return { amount: toWireAmount(amount, profile), units: profile.money.unit || amount.currency }
}

interface MoneyRules {
  readonly currency: Currency
  readonly profile: TmfProfile
  readonly allowNegative?: boolean
  /** Whether an amount is rounded down, because it is shown and not charged. */
  readonly isRoundedDown?: boolean
}

/** Tells whether the unit is the market's currency. The profile states it for a BSS without units. */
export function isMoneyUnit(unit: string | undefined, { currency, profile }: MoneyRules): boolean {
  return (
    (unit ?? '').toUpperCase() === (profile.money.unit ?? currency).toUpperCase() || unit?.toUpperCase() === currency
  )
}

/** Reads an amount: undefined in another currency, and for inexact amounts. */
export function readMoney({ unit, value }: Price, rules: MoneyRules): Money | undefined {
  const { currency, profile, allowNegative = false, isRoundedDown = false } = rules
  const exact = decimalText(value)
  if (exact === undefined || !isMoneyUnit(unit, rules)) return undefined
  if (profile.money.in === 'major')
    return parseMoney(isRoundedDown ? roundedDown(exact, currency) : exact, currency, { allowNegative })
  const minor = Number(isRoundedDown ? exact.replace(/\.\d+$/, '') : exact)
  return Number.isSafeInteger(minor) && (allowNegative || minor >= 0) ? money(currency, minor) : undefined
}

const moment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i

export const Moment = z.string().regex(moment)

/** Reads a moment in epoch milliseconds. A date without a zone is one of `zone`. */
export function readMoment(text: string, zone: string): number | undefined {
  const [, day, time = '00:00', offset] = moment.exec(text) ?? []
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset ?? '') ?? []
  const at = Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`)
  if (Number.isNaN(at)) return undefined
  return offset === undefined ? momentOf(at, zone) : at
}
