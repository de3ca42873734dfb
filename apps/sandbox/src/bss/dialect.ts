import { isJsonObject, type Json, type JsonObject, numberAt } from '../core/bodies.ts'

export const dateStyles = ['utc', 'naive'] as const
export const amountStyles = ['number', 'text'] as const

/** The same answers in the format of an older charging system. */
export interface Dialect {
  /** Without a zone: local time of Malawi. */
  readonly dates: (typeof dateStyles)[number]
  /** Text: volumes in their smallest unit with a suffix, money unchanged. */
  readonly amounts: (typeof amountStyles)[number]
}

export const plainDialect: Dialect = { dates: 'utc', amounts: 'number' }

const aheadMs = 2 * 3_600_000
const utcDate = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const suffixes: Readonly<Record<string, readonly [factor: number, suffix: string]>> = {
  MB: [1e6, 'b'],
  GB: [1e9, 'b'],
  MIN: [60, 's'],
  SMS: [1, 'msg'],
}

export function spoken(value: Json, dialect: Dialect): Json {
  if (typeof value === 'string') return dialect.dates === 'naive' && utcDate.test(value) ? naive(value) : value
  if (Array.isArray(value)) return value.map((entry: Json) => spoken(entry, dialect))
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).map(([key, member]) => [key, spoken(member, dialect)])
  return { ...Object.fromEntries(members), ...(dialect.amounts === 'text' && textAmount(value)) }
}

function naive(date: string): string {
  return new Date(Date.parse(date) + aheadMs).toISOString().slice(0, -1)
}

function textAmount(quantity: JsonObject): JsonObject {
  const amount = numberAt(quantity, 'amount')
  if (amount === undefined || typeof quantity.units !== 'string') return {}
  const [factor, suffix] = suffixes[quantity.units] ?? [1, '']
  return { amount: amount < 0 ? String(amount) : `${Math.round(amount * factor * 100) / 100}${suffix}` }
}
