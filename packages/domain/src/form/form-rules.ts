import type { MsisdnRules } from '../msisdn.ts'
import { answerTo } from './answer.ts'
import { type FaultWords, faultOf } from './fault.ts'
import type { FormField } from './form.ts'

/** What server and browser judge a form by. */
export interface FormRules {
  readonly fields: readonly FormField[]
  readonly words: FaultWords
  readonly numbers: MsisdnRules
}

/** By the name of each field; empty where nothing was said. */
export type Answers = Readonly<Record<string, string>>

export interface FormFault {
  /** The name of the field. */
  readonly field: string
  readonly text: string
}

/** A form that nobody has touched. */
export const emptyAnswers = (fields: readonly Pick<FormField, 'name'>[]): Answers =>
  Object.fromEntries(fields.map(({ name }) => [name, '']))

/** `typed` is what stands in a field, undefined where there is none or it is not ticked. */
export function answersIn({ fields, numbers }: FormRules, typed: (name: string) => string | undefined): Answers {
  return Object.fromEntries(fields.map((field) => [field.name, answerTo(field, typed(field.name) ?? '', numbers)]))
}

/** In the order of the fields. */
export function faultsIn({ fields, words }: FormRules, answers: Answers): FormFault[] {
  return fields.flatMap((field) => {
    const text = faultOf(field, answers[field.name] ?? '', words)
    return text === undefined ? [] : [{ field: field.name, text }]
  })
}

/** Whether it may be sent: no answer is wrong, and none is missing that is asked for. */
export const isReady = (rules: FormRules, answers: Answers): boolean => faultsIn(rules, answers).length === 0
