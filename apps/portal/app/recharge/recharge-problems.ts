import type { AmountProblem } from '@nyanja/domain/amount-limits'
import { fill } from '@nyanja/domain/fill'
import type { MsisdnProblem } from '@nyanja/domain/msisdn'
import type { RechargeTexts } from '../bundles/bundle-rows.ts'

export type NumberProblem = MsisdnProblem | 'unknown_line' | 'service_silent'
export type ChoiceProblem = AmountProblem | 'both' | 'product_gone' | 'service_silent'
/** A line that is no prepaid line has another page. */
export type Offer = 'postpaid' | 'hybrid' | 'broadband'

export interface NumberFault {
  readonly problem: NumberProblem
  /** The national digits typed so far. */
  readonly digits: string
}

export type ProblemTexts = Pick<
  RechargeTexts,
  | 'phoneRequired'
  | 'phoneInvalid'
  | 'phoneInvalidHelp'
  | 'digitsSoFarOne'
  | 'digitsSoFar'
  | 'digitsTooMany'
  | 'amountRequired'
  | 'amountNotANumber'
  | 'amountOrBundle'
  | 'amountMin'
  | 'amountMax'
  | 'productGone'
> & { readonly serviceSilent: string }

const countText = (text: string, digits: string) => fill(text, { count: digits.length })

const numberHelp: Readonly<Record<NumberProblem, (texts: ProblemTexts, digits: string) => string>> = {
  empty: () => '',
  too_short: (texts, digits) => (digits.length === 1 ? texts.digitsSoFarOne : countText(texts.digitsSoFar, digits)),
  too_long: (texts, digits) => countText(texts.digitsTooMany, digits),
  not_a_number: (texts, digits) => countText(texts.digitsSoFar, digits),
  unknown_line: (texts) => texts.phoneInvalidHelp,
  service_silent: () => '',
}

const numberHeading: Readonly<Partial<Record<NumberProblem, 'phoneRequired' | 'serviceSilent'>>> = {
  empty: 'phoneRequired',
  service_silent: 'serviceSilent',
}

/** The exact message first, then what to do. */
export function numberMessage({ problem, digits }: NumberFault, texts: ProblemTexts): string {
  const help = numberHelp[problem](texts, digits)
  const heading = texts[numberHeading[problem] ?? 'phoneInvalid']
  return help === '' ? heading : `${heading}. ${help}`
}

const choiceKeys = {
  empty: 'amountRequired',
  not_a_number: 'amountNotANumber',
  below_minimum: 'amountMin',
  above_maximum: 'amountMax',
  both: 'amountOrBundle',
  product_gone: 'productGone',
  service_silent: 'serviceSilent',
} as const satisfies Record<ChoiceProblem, keyof ProblemTexts>

export function choiceMessage(problem: ChoiceProblem, texts: ProblemTexts): string {
  return texts[choiceKeys[problem]]
}
