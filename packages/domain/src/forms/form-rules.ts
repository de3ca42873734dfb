import { type MsisdnRules, parseMsisdn } from '../numbers/msisdn.ts'
import { fill, fillKnown } from '../texts/fill.ts'
import { byRank, type FormAction, type FormField, type FormOption, longestAnswer, longestTyped } from './form.ts'

/** The value of a ticked checkbox. */
const ticked = 'on'

const lineEnds = /\r\n?/g
const loneSurrogates = /[\uD800-\uDFFF]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go; a line may end and a tab may stand
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

type AnswerField = Pick<FormField, 'type' | 'countryCode'>

/** Normalises a typed text. Browsers send line ends and lone surrogates in another form than they display. */
export function readAnswer({ type, countryCode }: AnswerField, typed: string, numbers: MsisdnRules): string {
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

/** The national digits, or all digits that were found; text that is no number stays as typed. */
function numberIn(text: string, numbers: MsisdnRules): string {
  const reading = parseMsisdn(text, numbers)
  if (reading.outcome === 'valid') return reading.msisdn
  return reading.outcome === 'not_a_number' ? text : reading.digits
}

/**
 * Tells whether the whole answer matches, as with the `pattern` attribute. Browsers that cannot compile it leave the
 * check to the server.
 */
function matches(pattern: string | undefined, answer: string): boolean {
  if (pattern === undefined) return true
  const expression = compilePattern(pattern)
  return expression === undefined || expression.test(answer)
}

/** Returns undefined when the text is not a valid pattern. */
export function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v')
  } catch {
    return undefined
  }
}

/** The message for a wrong answer, which may hold {label}, {minLength} and {maxLength}. */
interface FaultTexts {
  readonly required: string
  readonly tooShort: string
  readonly tooLong: string
  readonly invalid: string
  readonly invalidAddress: string
  readonly invalidLandmark: string
}

/** The message for an answer that breaks the rule. */
type Rule = (field: FormField, answer: string) => keyof FaultTexts | undefined

const tooShort: Rule = ({ minLength = 0 }, answer) => (answer.length < minLength ? 'tooShort' : undefined)

const tooLong: Rule = ({ maxLength = longestAnswer }, answer) => (answer.length > maxLength ? 'tooLong' : undefined)

const mismatch: Rule = ({ pattern }, answer) => (matches(pattern, answer) ? undefined : 'invalid')

const notOffered: Rule = ({ options }, answer) =>
  options === undefined || options.some(({ value }) => value === answer) ? undefined : 'invalid'

/** A place needs a letter: digits alone or signs alone are rejected. */
const noPlace =
  (texts: keyof FaultTexts): Rule =>
  ({ pattern }, answer) => {
    if (matches(pattern, answer)) return undefined
    return /^(?:\d+|[-/,\s]+)$/.test(answer) ? texts : 'invalid'
  }

const usualRules: readonly Rule[] = [tooShort, tooLong, mismatch, notOffered]

/** The rules by field name. For places the pattern is checked before the maximum length (spec section 5). */
const rulesOfPlaces = new Map<string, readonly Rule[]>([
  ['installationAddress', [tooShort, noPlace('invalidAddress'), tooLong]],
  ['landmark', [tooShort, noPlace('invalidLandmark'), tooLong]],
])

/** Messages that a field may replace with its own. */
const spokenByField: ReadonlySet<keyof FaultTexts> = new Set(['tooShort', 'tooLong', 'invalid'])

/** The message for the first rule that the answer breaks, or undefined. */
export function findFault(field: FormField, answer: string, texts: FaultTexts): string | undefined {
  const { label, minLength = 0, maxLength = longestAnswer } = field
  const broken = ruleBroken(field, answer)
  if (broken === undefined) return undefined
  const own = ownTexts(field, broken)
  if (own !== undefined) return fillKnown(own, { maxLength, length: answer.length })
  return fill(texts[broken], { label, minLength, maxLength })
}

/** A checkbox that must be ticked has a message of its own. */
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

/** The rules by which both server and browser validate a form. */
export interface FormRules {
  readonly fields: readonly FormField[]
  readonly texts: FaultTexts
  readonly numbers: MsisdnRules
}

/** The answers by field name: empty where nothing was typed. */
export type Answers = Readonly<Record<string, string>>

export interface FormFault {
  /** The name of the field. */
  readonly field: string
  readonly text: string
}

/** The answers of a form that was not filled in yet. */
export const emptyAnswers = (fields: readonly Pick<FormField, 'name'>[]): Answers =>
  Object.fromEntries(fields.map(({ name }) => [name, '']))

/** `typed` returns the content of a field, and undefined when the field is absent or not ticked. */
export function readAnswers({ fields, numbers }: FormRules, typed: (name: string) => string | undefined): Answers {
  return Object.fromEntries(fields.map((field) => [field.name, readAnswer(field, typed(field.name) ?? '', numbers)]))
}

/** Lists the faults in the order of the fields. */
export function listFormFaults({ fields, texts }: FormRules, answers: Answers): FormFault[] {
  return fields.flatMap((field) => {
    const text = findFault(field, answers[field.name] ?? '', texts)
    return text === undefined ? [] : [{ field: field.name, text }]
  })
}

/** The rules that a browser needs and cannot read from the page. */
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

/** A form as written in the content. */
interface WrittenForm {
  readonly fields: readonly (FormField & { readonly optionsFrom?: ListName | undefined })[]
  readonly actions: readonly FormAction[]
}

interface FormSources<Texts> {
  readonly towns: readonly { readonly name: string }[]
  /** The reader's language, by whose alphabet lists are sorted. */
  readonly language: string
  readonly texts: Texts
  readonly numbers: MsisdnRules
}

/** The form as displayed and validated: fields in order, with the options of its lists. */
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
