import { describe, expect, it } from 'vitest'
import type { FormField } from './form.ts'
import { findFault } from './form-rules.ts'
import { formTexts as texts } from './test-form-texts.ts'

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
