import type { AmountReading } from '@nyanja/domain/money/amount-limits'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { digitsOf, type LineAnswer } from './line-state.ts'
import type { RechargeAnswer, Typed } from './recharge-action.ts'
import type { RechargePage } from './recharge-page.ts'
import { choiceMessage, numberMessage } from './recharge-problems.ts'

type Texts = RechargePage['texts']

/** What the server refused, each with the field that puts it right. */
export function summaryOf(answer: RechargeAnswer | undefined, texts: Texts): { field: string; text: string }[] {
  if (answer === undefined) return []
  const { fault, problem } = answer
  return [
    ...(fault === undefined ? [] : [{ field: 'msisdn', text: numberMessage(fault, texts) }]),
    ...(problem === undefined ? [] : [{ field: 'amount', text: choiceMessage(problem, texts) }]),
  ]
}

/** The answer to a posted form is about the number that stood in it. */
export function answerToForm(answer: RechargeAnswer | undefined, { rules }: RechargePage): LineAnswer | undefined {
  if (answer?.typed === undefined) return undefined
  const { fault, offer } = answer
  return { about: digitsOf(parseMsisdn(answer.typed.msisdn, rules)), ...(fault && { fault }), ...(offer && { offer }) }
}

interface AmountFacts {
  readonly answer?: RechargeAnswer
  readonly typed: Typed
  readonly amount: AmountReading
  readonly hasLeft: boolean
}

/** Too much is said at once; what may still grow is said when the visitor has gone on. */
export function amountError({ answer, typed, amount, hasLeft }: AmountFacts, texts: Texts): string | undefined {
  const isAsPosted = answer?.typed?.amount === typed.amount && answer.typed.bundle === typed.bundle
  if (answer?.problem !== undefined && isAsPosted) return choiceMessage(answer.problem, texts)
  if (amount.outcome === 'valid' || amount.outcome === 'empty') return undefined
  return hasLeft || amount.outcome === 'above_maximum' ? choiceMessage(amount.outcome, texts) : undefined
}
