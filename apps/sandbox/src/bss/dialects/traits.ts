import { isJsonObject, type Json, type JsonObject, numberAt } from '../../core/bodies.ts'
import type { Market } from '../../core/market.ts'
import type { Trait } from './dialect.ts'

/** Maps every text member of every object. */
function texts(map: (text: string, name: string) => string): NonNullable<Trait['write']> {
  return (object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, member]) => [name, typeof member === 'string' ? map(member, name) : member]),
    )
}

const utcDate = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Local times without a zone and without fractions of a second. */
export function zonelessDates({ hoursAhead }: Market): Trait {
  const local = (date: string) => new Date(Date.parse(date) + hoursAhead * 3_600_000).toISOString().slice(0, 19)
  return { write: texts((text) => (utcDate.test(text) ? local(text) : text)) }
}

/** Amounts of both kinds as decimal text with four decimals, as stored. */
export const textAmounts: Trait = {
  write(object) {
    const amount = typeof object.units === 'string' ? numberAt(object, 'amount') : undefined
    const value = typeof object.unit === 'string' ? numberAt(object, 'value') : undefined
    return {
      ...object,
      ...(amount !== undefined && { amount: amount.toFixed(4) }),
      ...(value !== undefined && { value: value.toFixed(4) }),
    }
  },
}

/** Numbers with a leading zero, or without any prefix. */
export function numbers({ callingCode }: Market, prefix: '0' | ''): Trait {
  const standard = new RegExp(`^${callingCode}(\\d{9})$`)
  const own = new RegExp(`^${prefix}(\\d{9})$`)
  return {
    write: texts((text) => text.replace(standard, `${prefix}$1`)),
    read: texts((text) => text.replace(own, `${callingCode}$1`)),
  }
}

/** Ids of these resources have another alphabet, wherever they are referred to. */
export function ids(
  resources: readonly string[],
  { write, read }: { readonly write: (id: string) => Json; readonly read: (id: string) => string },
): Trait {
  const change = (object: JsonObject, field: string, map: (id: string) => Json) =>
    resources.includes(field) && (typeof object.id === 'string' || typeof object.id === 'number')
      ? { ...object, id: map(String(object.id)) }
      : object
  return {
    write: (object, field) => change(object, field, write),
    read: (object, field) => change(object, field, read),
  }
}

const stateFields = ['status', 'state', 'lifecycleStatus', 'resourceStatus', 'usageType', 'action']

/** States are in capitals; requests are accepted in any case. */
export const capitalStates: Trait = {
  write: texts((text, name) => (stateFields.includes(name) ? text.toUpperCase() : text)),
  read: texts((text, name) => (name === 'lifecycleStatus' ? `${text.charAt(0)}${text.slice(1).toLowerCase()}` : text)),
}

/** The catalogue's word for an offering on sale. */
export function lifecycleWord(word: string): Trait {
  const swap = (from: string, to: string) =>
    texts((text, name) => (name === 'lifecycleStatus' && text === from ? to : text))
  return { write: swap('Active', word), read: swap(word, 'Active') }
}

/** Absent members are null, and some members are in no standard. */
export const nullsAndExtras: Trait = {
  write(object, field) {
    if (field === 'vendorExtension') return object
    const absent = { name: null, description: null, validFor: null, note: null, '@schemaLocation': null }
    return { ...absent, ...object, vendorExtension: { tenant: 7, flags: [] } }
  },
}

/** Offerings have references to their prices, as in TMF620 4.0. */
export const referencedPrices: Trait = {
  write(object, field) {
    const { id = null, href = null, price } = object
    const isInline = field === 'productOfferingPrice' && isJsonObject(price) && price.taxIncludedAmount !== undefined
    return isInline ? { id, href } : object
  },
}

/** The number of a line as a characteristic only. */
export const numberInCharacteristic: Trait = {
  write: ({ productSerialNumber, ...object }, field) =>
    field === 'product' || productSerialNumber === undefined ? object : { ...object, productSerialNumber },
}

/** Amounts in this field with the other sign. */
export function negated(field: string, quantity: string, member: string): Trait {
  const negate = (object: JsonObject, at: string) => {
    const inner = object[quantity]
    const amount = isJsonObject(inner) ? numberAt(inner, member) : undefined
    return at === field && isJsonObject(inner) && amount !== undefined
      ? { ...object, [quantity]: { ...inner, [member]: 0 - amount } }
      : object
  }
  return { write: negate, read: negate }
}
