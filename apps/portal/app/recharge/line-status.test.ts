import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { describe, expect, it } from 'vitest'
import english from '../../content/en/recharge-translation.json' with { type: 'json' }
import { type LineFacts, lineStatusOf, mayBePrepaid } from './line-status.ts'

const texts = { ...english, digitsSoFar: '{count} digits so far, 9 are needed.' }
const bill = {
  heading: 'This is a postpaid line.',
  text: 'It has a bill.',
  action: { page: 'bills', text: 'Go there' },
} as const
const rules = { countryCode: '265', length: 9, trunk: '0' }
const typing = (text: string, more: Partial<LineFacts> = {}) =>
  lineStatusOf({ reading: parseMsisdn(text, rules), known: [], hasLeft: false, ...more }, texts)

const checking = (about: string) => ({ about, status: { is: 'checking', text: '' } }) as const

describe('the status of a number', () => {
  it('is absent while the visitor types', () => {
    for (const text of ['', '99 12', '991234567']) expect(typing(text)).toBeUndefined()
  })

  it('counts the digits of an unfinished number', () => {
    expect(typing('99 12', { hasLeft: true })).toMatchObject({ is: 'fault', text: expect.stringContaining('4 digits') })
  })

  it('asks for the number of an empty field', () => {
    expect(typing('', { hasLeft: true })).toEqual({ is: 'fault', text: 'Phone No is required' })
  })

  it('names the letters in a number', () => {
    expect(typing('99a9000-001', { hasLeft: true })).toMatchObject({ text: expect.stringContaining('take out “a”') })
  })

  it('is ready for the line of the order, in any spelling', () => {
    const ready = { is: 'ready', text: english.linePrepaid }
    expect(typing('+265 99 123 4567', { orderMsisdn: '991234567' })).toEqual(ready)
    expect(typing('0991234567', { orderMsisdn: '991234567', known: [checking('991234567')] })).toEqual(ready)
  })

  it('drops an answer as soon as the number changes', () => {
    const known = [{ about: '881234567', status: { is: 'offer', offer: bill } }] as const
    expect(typing('881234567', { known })).toEqual({ is: 'offer', offer: bill })
    expect(typing('881234568', { known })).toBeUndefined()
    expect(typing('881234568', { known: [checking('881234568'), ...known] })).toMatchObject({ is: 'checking' })
  })
})

describe('a visitor may continue', () => {
  const mayContinue = (text: string, more: Partial<LineFacts> = {}) =>
    mayBePrepaid(typing(text, more), parseMsisdn(text, rules))

  it('with a complete number, before its line is known', () => {
    expect(mayContinue('991234567')).toBe(true)
    expect(mayContinue('991234567', { known: [checking('991234567')] })).toBe(true)
    const unchecked = { is: 'unchecked', text: '' } as const
    expect(mayContinue('991234567', { known: [{ about: '991234567', status: unchecked }] })).toBe(true)
    expect(mayContinue('99123456')).toBe(false)
    expect(mayContinue('')).toBe(false)
  })

  it('not with an invalid number, or one of another kind', () => {
    const known = (status: NonNullable<ReturnType<typeof typing>>) => ({ known: [{ about: '881234567', status }] })
    expect(mayContinue('881234567', known({ is: 'offer', offer: bill }))).toBe(false)
    expect(mayContinue('881234567', known({ is: 'fault', text: '' }))).toBe(false)
  })
})
