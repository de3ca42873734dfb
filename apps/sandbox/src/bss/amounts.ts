import { type JsonObject, numberAt, textAt } from '../core/bodies.ts'

/** Adds in whole minor units, so that no balance becomes 0.30000000000000004. */
export const minorOf = (amount: number): number => Math.round(amount * 100)

export const sum = (left: number, right: number): number => (minorOf(left) + minorOf(right)) / 100

/** Writes `{amount, units}`, the format of balances. */
export const quantity = (amount: number, units: string): JsonObject => ({ amount, units })

/** Accounts, bills and payments have the format `{unit, value}`. */
export const price = (value: number, unit: string): JsonObject => ({ unit, value })

export const amountIn = (row: JsonObject, key: string): number => numberAt(row, key, 'amount') ?? 0

export const valueIn = (row: JsonObject, key: string): number => numberAt(row, key, 'value') ?? 0

export const unitsIn = (row: JsonObject, key: string): string | undefined => textAt(row, key, 'units')
