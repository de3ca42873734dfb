import { type Money, money } from '../money/money.ts'

/** The parties whose records are compared with the portal's. */
export const counterparts = ['provider', 'bank', 'bss'] as const
export type Counterpart = (typeof counterparts)[number]

/** One row of a counterpart is about one of these. The portal has records of the first five, and ignores the rest. */
export const entryKinds = ['payment', 'refund', 'reversal', 'payout', 'delivery', 'fee', 'other'] as const
export type EntryKind = (typeof entryKinds)[number]

const uncompared: readonly EntryKind[] = ['fee', 'other']

export function isCompared(kind: EntryKind): boolean {
  return !uncompared.includes(kind)
}

/** A record is one row of a settlement file, a bank statement or the BSS. */
export interface TheirRecord {
  readonly id: string
  readonly kind: EntryKind
  /** The provider's id and our references: each names one of our records. */
  readonly names: readonly string[]
  /** The amount before fees, which is never negative. It is absent where the counterpart states none. */
  readonly amount?: Money
  readonly fee?: Money
  /** The amount that the counterpart pays out. */
  readonly net?: Money
  /** The day in the market's time zone, such as `2026-11-20`. */
  readonly day: string
  /** The record of an earlier file, where a figure or the day was another one. */
  readonly before?: TheirRecord
}

/** A payment, refund, delivery or expected payout of the portal. */
export interface OurRecord {
  readonly id: string
  readonly kind: EntryKind
  readonly names: readonly string[]
  readonly amount: Money
  /** The first and the last day on which the counterpart can have done it. */
  readonly fromDay: string
  readonly untilDay: string
  /** The fees that the provider may keep by its contract, in minor units: without the tax on them, and with it. */
  readonly contractedFees?: readonly number[] | undefined
  /** Whether it happened by the portal's own records. */
  readonly isDone: boolean
  /** Whether it happened minutes ago, or may still happen: the counterpart's report may be older. */
  readonly isRecent?: boolean
}

/** The balance that a statement reports about its account. Money that left the account is negative. */
export interface StatementBalance {
  readonly account: string
  /** The day of the closing balance. */
  readonly day: string
  readonly opening: Money
  readonly closing: Money
  /** The sum of all entries. */
  readonly movedMinor: number
}

/** The closing balance by the opening one and the entries. */
export function computedClosing({ opening, movedMinor }: StatementBalance): Money {
  return money(opening.currency, opening.minor + movedMinor)
}

const dayMs = 86_400_000

/** Counts whole days from one calendar day to another; negative when it is earlier. */
export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / dayMs)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
