import { type MsisdnRules, parseMsisdn } from '../numbers/msisdn.ts'
import { fill, fillKnown } from '../texts/fill.ts'
import { byRank, type FormAction, type FormField, type FormOption, longestAnswer, longestTyped } from './form.ts'

/** Of a ticked checkbox. */
const ticked = 'on'

const lineEnds = /\r\n?/g
const loneSurrogates = /[\uD800-\uDFFF]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go; a line may end and a tab may stand
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

type Asked = Pick<FormField, 'type' | 'countryCode'>

/** What was typed as we take it. Browsers send line ends and broken characters otherwise than they hold them. */
export function answerTo({ type, countryCode }: Asked, typed: string, numbers: MsisdnRules): string {
  if (type === 'checkbox') return typed === '' ? '' : ticked
  const begun = typed.trim().slice(0, longestTyped)
  const text = begun.replace(lineEnds, '\n').replace(loneSurrogates, '\uFFFD').replace(controls, '').trim()
  if (type === 'textarea') return text
  const line = text
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  return countryCode === undefined ? line : numberIn(line, numbers)
}

/** National digits, or as many as there are; what is no number stays as it was typed. */
function numberIn(text: string, numbers: MsisdnRules): string {
  const reading = parseMsisdn(text, numbers)
  if (reading.outcome === 'valid') return reading.msisdn
  return reading.outcome === 'not_a_number' ? text : reading.digits
}

/** Whether the whole answer matches, as for the attribute of HTML. A browser too old for a pattern leaves it to the server. */
function matches(pattern: string | undefined, answer: string): boolean {
  if (pattern === undefined) return true
  const expression = expressionOf(pattern)
  return expression === undefined || expression.test(answer)
}

/** Undefined for what is no pattern. */
export function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v')
  } catch {
    return undefined
  }
}

/** What is said of a wrong answer. May hold {label}, {minLength} and {maxLength}. */
interface FaultTexts {
  readonly required: string
  readonly tooShort: string
  readonly tooLong: string
  readonly invalid: string
  readonly invalidAddress: string
  readonly invalidLandmark: string
}

/** The words for an answer that breaks the rule. */
type Rule = (field: FormField, answer: string) => keyof FaultTexts | undefined

const tooShort: Rule = ({ minLength = 0 }, answer) => (answer.length < minLength ? 'tooShort' : undefined)

const tooLong: Rule = ({ maxLength = longestAnswer }, answer) => (answer.length > maxLength ? 'tooLong' : undefined)

const mismatch: Rule = ({ pattern }, answer) => (matches(pattern, answer) ? undefined : 'invalid')

const notOffered: Rule = ({ options }, answer) =>
  options === undefined || options.some(({ value }) => value === answer) ? undefined : 'invalid'

/** Digits alone, or marks alone, are no place. */
const noPlace =
  (texts: keyof FaultTexts): Rule =>
  ({ pattern }, answer) => {
    if (matches(pattern, answer)) return undefined
    return /^(?:\d+|[-/,\s]+)$/.test(answer) ? texts : 'invalid'
  }

const usualRules: readonly Rule[] = [tooShort, tooLong, mismatch, notOffered]

/** By the name of the field. Here the pattern goes before the greatest length (spec section 5). */
const rulesOfPlaces = new Map<string, readonly Rule[]>([
  ['installationAddress', [tooShort, noPlace('invalidAddress'), tooLong]],
  ['landmark', [tooShort, noPlace('invalidLandmark'), tooLong]],
])

/** In place of which a field's own message stands, where it has one. */
const spokenByField: ReadonlySet<keyof FaultTexts> = new Set(['tooShort', 'tooLong', 'invalid'])

/** What is wrong with the answer, by the first rule that it breaks, or nothing. */
export function faultOf(field: FormField, answer: string, texts: FaultTexts): string | undefined {
  const { label, minLength = 0, maxLength = longestAnswer } = field
  const broken = ruleBroken(field, answer)
  if (broken === undefined) return undefined
  const own = ownTexts(field, broken)
  if (own !== undefined) return fillKnown(own, { maxLength, length: answer.length })
  return fill(texts[broken], { label, minLength, maxLength })
}

/** A box that must be ticked is asked for in its own words too. */
function ownTexts({ type, errorMessage, tooLongMessage }: FormField, broken: keyof FaultTexts): string | undefined {
  if (broken === 'tooLong' && tooLongMessage !== undefined) return tooLongMessage
  return spokenByField.has(broken) || type === 'checkbox' ? errorMessage : undefined
}

function ruleBroken(field: FormField, answer: string): keyof FaultTexts | undefined {
  if (answer === '') return field.required ? 'required' : undefined
  for (const rule of rulesOfPlaces.get(field.name) ?? usualRules) {
    const broken = rule(field, answer)
    if (broken !== undefined) return broken
  }
  return undefined
}

/** What server and browser judge a form by. */
export interface FormRules {
  readonly fields: readonly FormField[]
  readonly texts: FaultTexts
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
export function faultsIn({ fields, texts }: FormRules, answers: Answers): FormFault[] {
  return fields.flatMap((field) => {
    const text = faultOf(field, answers[field.name] ?? '', texts)
    return text === undefined ? [] : [{ field: field.name, text }]
  })
}

/** Whether it may be sent: no answer is wrong, and none is missing that is asked for. */
export const isReady = (rules: FormRules, answers: Answers): boolean => faultsIn(rules, answers).length === 0

/** What a browser needs to judge a form, and nothing that it can read from the page. */
export function serializeRules({ fields, texts, numbers }: FormRules): string {
  const { countryCode, length, trunk, prefixes } = numbers
  return JSON.stringify({ fields: fields.map(judged), texts, numbers: { countryCode, length, trunk, prefixes } })
}

const judged = ({ placeholder: _shown, options, ...field }: FormField) => ({
  ...field,
  ...(options !== undefined && { options: options.map(({ value }) => ({ value })) }),
})

/** Lists that a form may offer, by their names. */
type ListName = 'towns'

/** A form as content people write it. */
interface WrittenForm {
  readonly fields: readonly (FormField & { readonly optionsFrom?: ListName | undefined })[]
  readonly actions: readonly FormAction[]
}

interface FormSources<Texts> {
  readonly towns: readonly { readonly name: string }[]
  /** Of the reader: its letters say the order of a list. */
  readonly language: string
  readonly texts: Texts
  readonly numbers: MsisdnRules
}

/** The form as it is asked and judged: in its order, with what its lists offer. */
export function openForm<Texts extends FaultTexts>(
  { fields, actions }: WrittenForm,
  { towns, language, texts, numbers }: FormSources<Texts>,
) {
  const lists: Readonly<Record<ListName, readonly FormOption[]>> = { towns: optionsOf(towns, language) }
  const offered = fields.map(
    ({ optionsFrom, ...field }): FormField =>
      optionsFrom === undefined ? field : { ...field, options: lists[optionsFrom] },
  )
  return { fields: byRank(offered), actions: byRank(actions), texts, numbers }
}

function optionsOf(all: readonly { readonly name: string }[], language: string): FormOption[] {
  const names = all.map(({ name }) => name)
  return names.toSorted((one, other) => one.localeCompare(other, language)).map((value) => ({ value }))
}
