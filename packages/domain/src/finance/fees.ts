import type { Currency, Money } from '../money/money.ts'

/** The part that a provider keeps of each capture, by its contract with the operator. Refunds return no fee. */
export interface FeeRule {
  /** The share of the captured amount, in hundredths of a percent. */
  readonly basisPoints: number
  /** The amount that is added to each capture, in minor units of its currency. */
  readonly flatMinor: Readonly<Partial<Record<Currency, number>>>
  /** The tax on the fee, in hundredths of a percent. */
  readonly taxBasisPoints: number
  /** The rounding of a part of a minor unit, for the fee and for its tax. */
  readonly rounding: 'half_up' | 'up' | 'down'
  /** The first day on which the rule holds, such as `2026-12-01`; without it, the rule holds from the beginning. */
  readonly from?: string
}

/** A contract has one rule, or one for each time when it changed, the earliest first. */
export type FeeRules = FeeRule | readonly FeeRule[]

export interface Fee {
  readonly feeMinor: number
  readonly taxMinor: number
}

const noFee: Fee = { feeMinor: 0, taxMinor: 0 }

const added = { half_up: 5_000n, up: 9_999n, down: 0n } as const satisfies Record<FeeRule['rounding'], bigint>

/** Computes a share of a non-negative amount exactly: the product is never a float. */
function shareOf(minor: number, basisPoints: number, rounding: FeeRule['rounding']): number {
  return Number((BigInt(minor) * BigInt(basisPoints) + added[rounding]) / 10_000n)
}

/** The rule in force on a day such as `2026-11-20`: the latest that has begun. */
export function findFeeRule(rules: FeeRules | undefined, day: string): FeeRule | undefined {
  if (rules === undefined) return undefined
  const list = 'basisPoints' in rules ? [rules] : rules
  return list.findLast(({ from = '' }) => from <= day)
}

/** The fee of one capture and the tax on it; nothing without a rule. */
export function computeFee({ currency, minor }: Money, rule: FeeRule | undefined): Fee {
  if (rule === undefined) return noFee
  const feeMinor = shareOf(minor, rule.basisPoints, rule.rounding) + (rule.flatMinor[currency] ?? 0)
  return { feeMinor, taxMinor: shareOf(feeMinor, rule.taxBasisPoints, rule.rounding) }
}
