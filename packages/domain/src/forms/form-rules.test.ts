import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FormField, fieldTypes } from './form.ts'
import { emptyAnswers, type FormRules, isReady, listFormFaults, readAnswers, serializeRules } from './form-rules.ts'
import { formTexts as texts } from './test-form-texts.ts'

const numbers = { countryCode: '265', length: 9, trunk: '0' }

const patterns = ['\\d{9}', '\\p{L}[\\p{L} ]*', '.*\\p{L}.*', '[A-Za-z0-9.]+@[a-z]+\\.[a-z]{2,}', '[^\\n]*']
const names = ['fullName', 'contactNumber', 'email', 'city', 'installationAddress', 'landmark', 'message', 'consent']

const lengths = fc.tuple(fc.nat(12), fc.nat(12)).map(([one, other]) => [Math.min(one, other), Math.max(one, other)])

const fieldNamed = (name: string, at: number): fc.Arbitrary<FormField> =>
  fc
    .record({
      type: fc.constantFrom(...fieldTypes),
      required: fc.boolean(),
      pattern: fc.option(fc.constantFrom(...patterns), { nil: undefined }),
      between: fc.option(lengths, { nil: [] }),
      errorMessage: fc.option(fc.constant(`Look at ${name}`), { nil: undefined }),
      countryCode: fc.option(fc.constant('265'), { nil: undefined }),
    })
    .map(({ between: [minLength, maxLength], ...field }) => ({
      ...field,
      name,
      label: name.toUpperCase(),
      rank: at + 1,
      minLength,
      maxLength,
      options: field.type === 'select' ? [{ value: 'Zomba' }, { value: 'Mzuzu', label: 'Mzuzu (north)' }] : undefined,
    }))

const anyForm: fc.Arbitrary<FormRules> = fc
  .subarray(names, { minLength: 1 })
  .chain((chosen) => fc.tuple(...chosen.map(fieldNamed)))
  .map((fields) => ({ fields, texts, numbers }))

const anyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'on',
    'Zomba',
    '0991 234 567',
    '+265991234567',
    '12345',
    '-/, ',
    'Area 25',
    'a@b.mw',
    'a\nb',
  ),
  fc.string({ unit: 'binary', maxLength: 16 }),
  fc.string({ unit: 'grapheme', maxLength: 16 }),
)
const anyTyped = fc.dictionary(fc.constantFrom(...names), anyText, { noNullPrototype: true })

/** Normalises text as browsers do in a request: CRLF line ends, no lone surrogates. */
const sent = (text: string) => text.replaceAll(/\r\n?|\n/g, '\r\n').toWellFormed()

const judgedBy = (rules: FormRules, typed: Readonly<Record<string, string>>, inDelivery = (text: string) => text) => {
  const answers = readAnswers(rules, (name) => (Object.hasOwn(typed, name) ? inDelivery(typed[name] ?? '') : undefined))
  return { answers, faults: listFormFaults(rules, answers) }
}

describe('server and browser', () => {
  it('compute equal answers and messages for any form and any input', () => {
    fc.assert(
      fc.property(anyForm, anyTyped, (rules, typed) => {
        const browser = judgedBy(JSON.parse(serializeRules(rules)), typed)
        const server = judgedBy(rules, typed, sent)
        expect(server).toEqual(browser)
      }),
      { numRuns: 500 },
    )
  })

  it('find equal faults in answers that were stored before', () => {
    fc.assert(
      fc.property(anyForm, anyTyped, (rules, typed) => {
        const first = judgedBy(rules, typed)
        expect(judgedBy(rules, first.answers)).toEqual(first)
      }),
    )
  })
})

describe('a form', () => {
  const field = { name: 'fullName', label: 'Full name', type: 'text', required: true, rank: 1 } as const
  const box = { name: 'consent', label: 'You may call me', type: 'checkbox', required: true, rank: 2 } as const
  const rules: FormRules = { fields: [field, box], texts, numbers }
  const read = (typed: Readonly<Record<string, string>>) => readAnswers(rules, (name) => typed[name])

  it('starts with empty answers', () => {
    expect(emptyAnswers(rules.fields)).toEqual({ fullName: '', consent: '' })
  })

  it('reads the fields that it defines and no others', () => {
    expect(read({ fullName: ' Thoko ', consent: 'anything', more: 'x' })).toEqual({ fullName: 'Thoko', consent: 'on' })
  })

  it.each([
    [{}, false],
    [{ fullName: 'Thoko' }, false],
    [{ fullName: ' \t ', consent: 'on' }, false],
    [{ fullName: 'Thoko', consent: '' }, false],
    [{ fullName: 'Thoko', consent: 'on' }, true],
  ])('can be submitted with %j: %s', (typed, ready) => {
    expect(isReady(rules, read(typed))).toBe(ready)
  })

  it('cannot be submitted with a wrong answer to an optional question', () => {
    const email = { ...field, name: 'email', required: false, pattern: '.+@.+' } as const
    expect(isReady({ ...rules, fields: [email] }, { email: 'nobody' })).toBe(false)
    expect(isReady({ ...rules, fields: [email] }, { email: '' })).toBe(true)
  })

  it('lists its faults in the order of its fields', () => {
    expect(listFormFaults(rules, read({}))).toEqual([
      { field: 'fullName', text: 'Full name is required' },
      { field: 'consent', text: 'You may call me is required' },
    ])
  })
})
