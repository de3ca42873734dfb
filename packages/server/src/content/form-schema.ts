import { fieldTypes, longestAnswer } from '@nyanja/domain/forms/form'
import { compilePattern } from '@nyanja/domain/forms/form-rules'
import { z } from 'zod'
import { isCostly } from './costly-pattern.ts'

const texts = z.string().min(1)
const rank = z.int().positive()
const length = z.int().nonnegative()

const Option = z.strictObject({
  value: z.string().min(1),
  /** The text shown to the visitor, where it differs from the value. */
  label: texts.optional(),
})

const Field = z.strictObject({
  /** The name of the answer in the request. */
  name: z
    .string()
    .regex(/^[a-z][A-Za-z0-9]*$/, 'must be one word in small letters')
    .refine((name) => !(name in {}), 'is a reserved word'),
  label: texts,
  type: z.enum(fieldTypes),
  required: z.boolean(),
  /** The pattern that the whole value must match, as with the `pattern` attribute. */
  pattern: z
    .string()
    .refine((text) => compilePattern(text) !== undefined, 'is no regular expression of HTML')
    .optional(),
  minLength: length.optional(),
  maxLength: length.optional(),
  errorMessage: texts.optional(),
  /** The message when the answer is longer than `maxLength`. */
  tooLongMessage: texts.optional(),
  placeholder: z.string().optional(),
  /** Fields are shown in ascending order of rank. */
  rank,
  options: z.array(Option).min(1).optional(),
  /** The data source of a select's options. */
  optionsFrom: z.enum(['towns']).optional(),
  /** The code that is shown before a phone number. */
  countryCode: z.string().optional(),
})

const Action = z.strictObject({
  type: z.enum(['submit', 'cancel', 'other']),
  label: texts,
  rank,
  href: z
    .string()
    .regex(/^(\/(?![/\\])|https:\/\/|tel:|mailto:)[^\s\\]*$/, 'must begin with /, https://, tel: or mailto:')
    .optional(),
})

/** Tells whether a button has no address: its effect is built into the page. */
const isLeftOut = ({ type, href }: { readonly type?: unknown; readonly href?: unknown }) =>
  type === 'other' && href === undefined

/**
 * A form that editors can change: its fields and actions. An `other` button links to its `href`; without one it is left
 * out.
 */
export const FormSchema = z
  .strictObject({ fields: z.array(Field).min(1), actions: z.array(Action).min(1) })
  .check(({ value: { fields, actions }, issues }) => {
    const blame = (path: (string | number)[], message: string) =>
      issues.push({ code: 'custom', message, path, input: undefined })
    for (const at of repeated(fields.map(({ name }) => name))) blame(['fields', at, 'name'], 'is there twice')
    for (const at of repeated(fields.map((field) => field.rank))) blame(['fields', at, 'rank'], 'is there twice')
    for (const at of repeated(actions.map((action) => action.rank))) blame(['actions', at, 'rank'], 'is there twice')
    if (actions.filter(({ type }) => type === 'submit').length !== 1) blame(['actions'], 'must have one submit')
    for (const [at, { type, href }] of actions.entries())
      if (type !== 'other' && href !== undefined) blame(['actions', at, 'href'], 'is for a button “other”')
    for (const [at, field] of fields.entries()) {
      const fault = faultOf(field)
      if (fault !== undefined) blame(['fields', at, fault[0]], fault[1])
    }
  })
  .transform(({ fields, actions }) => ({
    fields,
    actions: actions.filter((action) => !isLeftOut(action)),
  }))

export type FormSchema = z.infer<typeof FormSchema>

const WithActions = z.object({ actions: z.array(z.object({ type: z.unknown(), href: z.unknown().optional() })) })

/** Lists parts of a form that the page does not show. */
export function listUnshownParts(form: unknown): string[] {
  const { data } = WithActions.safeParse(form)
  return (data?.actions ?? []).flatMap((action, at) => (isLeftOut(action) ? [`actions.${at}`] : []))
}

function faultOf(field: z.infer<typeof Field>): readonly [string, string] | undefined {
  const { type, minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, options, optionsFrom } = field
  const choices = [options, optionsFrom].filter((one) => one !== undefined).length
  if (choices !== (type === 'select' ? 1 : 0)) return ['options', 'are for a select, in one way']
  if (minLength > maxLength) return ['minLength', 'is above maxLength']
  if (maxLength !== Number.POSITIVE_INFINITY && maxLength > longestAnswer)
    return ['maxLength', `is above ${longestAnswer}`]
  if (
    pattern !== undefined &&
    compilePattern(pattern) !== undefined &&
    isCostly(pattern, Math.min(maxLength, longestAnswer))
  )
    return ['pattern', 'could take too long: a part that repeats must not repeat again, and few may follow each other']
  const isTyped = type !== 'select' && type !== 'checkbox'
  if (isTyped || (pattern === undefined && field.minLength === undefined && field.maxLength === undefined)) return
  return ['type', 'is not typed, so it can have no pattern and no length']
}

function repeated(values: readonly (string | number)[]): number[] {
  return values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []))
}
