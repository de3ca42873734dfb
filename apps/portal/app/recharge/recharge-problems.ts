import type { AmountProblem } from '@nyanja/domain/money/amount-limits'
import type { MsisdnProblem } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { RechargeTexts } from '../bundles/bundle-rows.ts'

export type NumberProblem = MsisdnProblem | 'unknown_line' | 'service_silent'
export type ChoiceProblem = AmountProblem | 'both' | 'product_gone' | 'service_silent'
/** A line that is no prepaid line has another page. */
export type Offer = 'postpaid' | 'hybrid' | 'broadband'

export interface NumberFault {
  readonly problem: NumberProblem
  /** The national digits typed so far. */
  readonly digits: string
  /** What stands among them and is no digit. */
  readonly stray?: string
}

export type ProblemTexts = Pick<
  RechargeTexts,
  | 'phoneRequired'
  | 'phoneInvalid'
  | 'phoneInvalidHelp'
  | 'digitsSoFarOne'
  | 'digitsSoFar'
  | 'digitsTooMany'
  | 'digitsOnly'
  | 'amountRequired'
  | 'amountNotANumber'
  | 'amountOrBundle'
  | 'amountMin'
  | 'amountMax'
  | 'productGone'
> & { readonly serviceSilent: string }

const countText = (text: string, digits: string) => fill(text, { count: digits.length })

/** A long text in the field is not repeated whole. */
const longestStray = 12

const numberHelp: Readonly<Record<NumberProblem, (texts: ProblemTexts, fault: NumberFault) => string>> = {
  empty: () => '',
  too_short: (texts, { digits }) => (digits.length === 1 ? texts.digitsSoFarOne : countText(texts.digitsSoFar, digits)),
  too_long: (texts, { digits }) => countText(texts.digitsTooMany, digits),
  // Without a stray sign it is a number of another country, or one that no country has.
  not_a_number: (texts, { stray }) =>
    stray === undefined ? texts.phoneInvalidHelp : fill(texts.digitsOnly, { stray: stray.slice(0, longestStray) }),
  unknown_line: (texts) => texts.phoneInvalidHelp,
  service_silent: () => '',
}

const numberHeading: Readonly<Partial<Record<NumberProblem, 'phoneRequired' | 'serviceSilent'>>> = {
  empty: 'phoneRequired',
  service_silent: 'serviceSilent',
}

/** The exact message first, then what to do. */
export function numberMessage(fault: NumberFault, texts: ProblemTexts): string {
  const { problem } = fault
  const help = numberHelp[problem](texts, fault)
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
