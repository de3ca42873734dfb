import type { AmountProblem } from '@nyanja/domain/money/amount-limits'
import type { RechargeTexts } from '../bundles/bundle-rows.ts'

export type ChoiceProblem = AmountProblem | 'both' | 'product_gone' | 'service_silent'

const choiceKeys = {
  empty: 'amountRequired',
  not_a_number: 'amountNotANumber',
  below_minimum: 'amountMin',
  above_maximum: 'amountMax',
  both: 'amountOrBundle',
  product_gone: 'productGone',
  service_silent: 'serviceSilent',
} as const satisfies Record<ChoiceProblem, string>

type ChoiceKey = Exclude<(typeof choiceKeys)[ChoiceProblem], 'serviceSilent'>

export type ChoiceTexts = Pick<RechargeTexts, ChoiceKey> & { readonly serviceSilent: string }

export function choiceMessage(problem: ChoiceProblem, texts: ChoiceTexts): string {
  return texts[choiceKeys[problem]]
}
