import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FormField, fieldTypes } from './form.ts'
import { emptyAnswers, type FormRules, findFault, listFormFaults, readAnswers, serializeRules } from './form-rules.ts'

const texts = {
  required: '{label} is required',
  tooShort: '{label} must be at least {minLength} characters',
  tooLong: '{label} must be no more than {maxLength} characters',
  invalid: 'Invalid {label}',
  invalidAddress: 'Please enter a valid address',
  invalidLandmark: 'Please enter a valid landmark',
}

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
    expect(listFormFaults(rules, read(typed)).length === 0).toBe(ready)
  })

  it('cannot be submitted with a wrong answer to an optional question', () => {
    const email = { ...field, name: 'email', required: false, pattern: '.+@.+' } as const
    expect(listFormFaults({ ...rules, fields: [email] }, { email: 'nobody' }).length === 0).toBe(false)
    expect(listFormFaults({ ...rules, fields: [email] }, { email: '' }).length === 0).toBe(true)
  })

  it('lists its faults in the order of its fields', () => {
    expect(listFormFaults(rules, read({}))).toEqual([
      { field: 'fullName', text: 'Full name is required' },
      { field: 'consent', text: 'You may call me is required' },
    ])
  })
})

const name: FormField = { name: 'fullName', label: 'Full name', type: 'text', required: true, rank: 1 }
const shown = (field: Partial<FormField>, answer: string) => findFault({ ...name, ...field }, answer, texts)

describe('an answer', () => {
  it('is reported as missing when it is required', () => {
    expect(shown({}, '')).toBe('Full name is required')
    expect(shown({ errorMessage: 'In letters, please' }, '')).toBe('Full name is required')
    expect(shown({ required: false, minLength: 2, pattern: '\\p{L}+' }, '')).toBeUndefined()
  })

  it('is reported as too short before any other fault', () => {
    expect(shown({ minLength: 3, pattern: '\\p{L}+' }, '1')).toBe('Full name must be at least 3 characters')
    expect(shown({ minLength: 3, errorMessage: 'In letters, please' }, 'ab')).toBe('In letters, please')
    expect(shown({ minLength: 3 }, 'abc')).toBeUndefined()
  })

  it('is reported as too long before its pattern is checked', () => {
    expect(shown({ maxLength: 3, pattern: '\\p{L}+' }, '1234')).toBe('Full name must be no more than 3 characters')
    expect(shown({ maxLength: 3, errorMessage: 'Shorter, please' }, '1234')).toBe('Shorter, please')
    expect(shown({ maxLength: 3 }, 'abc')).toBeUndefined()
  })

  it("is reported as too long with the field's own message, where there is one", () => {
    const field = { minLength: 2, maxLength: 3, pattern: '[a-z]+', errorMessage: 'Write a little more' }
    const tooLongMessage = 'That is {length} letters. No more than {maxLength}, please'
    expect(shown({ ...field, tooLongMessage }, 'abcde')).toBe('That is 5 letters. No more than 3, please')
    expect(shown({ ...field, tooLongMessage }, 'a')).toBe('Write a little more')
    expect(shown({ ...field, tooLongMessage }, '123')).toBe('Write a little more')
  })

  it('must match the pattern as a whole', () => {
    expect(shown({ pattern: '\\p{L}+' }, 'Thoko1')).toBe('Invalid Full name')
    expect(shown({ pattern: 'a|b' }, 'ab')).toBe('Invalid Full name')
    expect(shown({ pattern: '\\p{L}+', errorMessage: 'In letters, please' }, '1')).toBe('In letters, please')
    expect(shown({ pattern: '[\\p{L}--[a-z]]+' }, 'ÄÖ')).toBeUndefined()
  })

  it('is limited in length even where the form sets no limit', () => {
    expect(shown({ pattern: '.*' }, 'a'.repeat(2001))).toBe('Full name must be no more than 2000 characters')
  })

  it('must be one of the options that the list offers', () => {
    const town = { label: 'Town', type: 'select', options: [{ value: 'Zomba', label: 'Zomba town' }] } as const
    expect(shown(town, 'Zomba')).toBeUndefined()
    expect(shown(town, 'Zomba town')).toBe('Invalid Town')
  })

  it("is requested with the checkbox's own message when it must be ticked", () => {
    const box = { label: 'You may call me', type: 'checkbox' } as const
    expect(shown({ ...box, errorMessage: 'Please tick this' }, '')).toBe('Please tick this')
    expect(shown(box, '')).toBe('You may call me is required')
    expect(shown(box, 'on')).toBeUndefined()
  })
})

describe.each([
  ['installationAddress', 'Please enter a valid address'],
  ['landmark', 'Please enter a valid landmark'],
])('the place in the field %s', (field, noPlace) => {
  const place = { name: field, label: 'Place', required: false, pattern: '.*\\p{L}{2}.*', minLength: 3, maxLength: 20 }

  it('may be empty unless it is required', () => {
    expect(shown(place, '')).toBeUndefined()
    expect(shown({ ...place, required: true }, '')).toBe('Place is required')
  })

  it('must be neither too short nor too long', () => {
    expect(shown(place, '1')).toBe('Place must be at least 3 characters')
    expect(shown({ ...place, errorMessage: 'Where is it?' }, '1')).toBe('Where is it?')
    expect(shown(place, 'by the well '.repeat(3))).toBe('Place must be no more than 20 characters')
  })

  it('is reported as invalid before it is reported as too long', () => {
    expect(shown(place, '1234567890'.repeat(3))).toBe(noPlace)
    expect(shown(place, '1a-2b'.repeat(6))).toBe('Invalid Place')
  })

  it('is accepted as soon as it matches the pattern', () => {
    expect(shown(place, '12, by the well')).toBeUndefined()
  })

  it.each(['12345', '---', '/, -'])("is refused when it consists of %j, regardless of the field's rules", (answer) => {
    expect(shown({ ...place, errorMessage: 'Where is it?' }, answer)).toBe(noPlace)
  })

  it("is refused with the field's own message when it does not match", () => {
    expect(shown(place, '1a-2b')).toBe('Invalid Place')
    expect(shown({ ...place, errorMessage: 'Where is it?' }, '1a-2b')).toBe('Where is it?')
  })
})
