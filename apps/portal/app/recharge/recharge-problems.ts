import type { AmountProblem } from '@nyanja/domain/money/amount-limits'
import type { RechargeTexts } from '../bundles/bundle-rows.ts'

export type ChoiceProblem = AmountProblem | 'both' | 'product_gone' | 'bss_unavailable'

const amountKeys = {
  empty: 'amountRequired',
  not_a_number: 'amountNotANumber',
  below_minimum: 'amountMin',
  above_maximum: 'amountMax',
} as const satisfies Record<AmountProblem, keyof RechargeTexts>

export function amountMessage<Problem extends AmountProblem>(
  problem: Problem,
  texts: Pick<RechargeTexts, (typeof amountKeys)[Problem]>,
): string {
  return texts[amountKeys[problem]]
}
