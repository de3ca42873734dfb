import { fill, fillKnown } from '../fill.ts'
import { type FormField, longestAnswer } from './form.ts'
import { matches } from './pattern.ts'

/** What is said of a wrong answer. May hold {label}, {minLength} and {maxLength}. */
export interface FaultWords {
  readonly required: string
  readonly tooShort: string
  readonly tooLong: string
  readonly invalid: string
  readonly invalidAddress: string
  readonly invalidLandmark: string
}

/** The words for an answer that breaks the rule. */
type Rule = (field: FormField, answer: string) => keyof FaultWords | undefined

const tooShort: Rule = ({ minLength = 0 }, answer) => (answer.length < minLength ? 'tooShort' : undefined)

const tooLong: Rule = ({ maxLength = longestAnswer }, answer) => (answer.length > maxLength ? 'tooLong' : undefined)

const mismatch: Rule = ({ pattern }, answer) => (matches(pattern, answer) ? undefined : 'invalid')

const notOffered: Rule = ({ options }, answer) =>
  options === undefined || options.some(({ value }) => value === answer) ? undefined : 'invalid'

/** Digits alone, or marks alone, are no place. */
const noPlace =
  (words: keyof FaultWords): Rule =>
  ({ pattern }, answer) => {
    if (matches(pattern, answer)) return undefined
    return /^(?:\d+|[-/,\s]+)$/.test(answer) ? words : 'invalid'
  }

const usualRules: readonly Rule[] = [tooShort, tooLong, mismatch, notOffered]

/** By the name of the field. Here the pattern goes before the greatest length (spec section 5). */
const rulesOfPlaces = new Map<string, readonly Rule[]>([
  ['installationAddress', [tooShort, noPlace('invalidAddress'), tooLong]],
  ['landmark', [tooShort, noPlace('invalidLandmark'), tooLong]],
])

/** In place of which a field's own message stands, where it has one. */
const spokenByField: ReadonlySet<keyof FaultWords> = new Set(['tooShort', 'tooLong', 'invalid'])

/** What is wrong with the answer, by the first rule that it breaks, or nothing. */
export function faultOf(field: FormField, answer: string, words: FaultWords): string | undefined {
  const { label, minLength = 0, maxLength = longestAnswer } = field
  const broken = ruleBroken(field, answer)
  if (broken === undefined) return undefined
  const own = ownWords(field, broken)
  if (own !== undefined) return fillKnown(own, { maxLength, length: answer.length })
  return fill(words[broken], { label, minLength, maxLength })
}

/** A box that must be ticked is asked for in its own words too. */
function ownWords({ type, errorMessage, tooLongMessage }: FormField, broken: keyof FaultWords): string | undefined {
  if (broken === 'tooLong' && tooLongMessage !== undefined) return tooLongMessage
  return spokenByField.has(broken) || type === 'checkbox' ? errorMessage : undefined
}

function ruleBroken(field: FormField, answer: string): keyof FaultWords | undefined {
  if (answer === '') return field.required ? 'required' : undefined
  for (const rule of rulesOfPlaces.get(field.name) ?? usualRules) {
    const broken = rule(field, answer)
    if (broken !== undefined) return broken
  }
  return undefined
}
