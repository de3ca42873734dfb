import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { describe, expect, it } from 'vitest'
import { type LineFacts, lineStateOf, mayBePrepaid } from './line-state.ts'

const bill = {
  heading: 'This is a postpaid line.',
  text: 'It has a bill.',
  action: { href: '/elsewhere', text: 'Go there' },
}
const rules = { countryCode: '265', length: 9, trunk: '0' }
const typing = (text: string, more: Partial<LineFacts> = {}) =>
  lineStateOf({ reading: parseMsisdn(text, rules), answers: [], isChecking: false, hasLeft: false, ...more })

describe('what the number field says', () => {
  it('says nothing while somebody types', () => {
    expect(typing('')).toEqual({ is: 'blank' })
    expect(typing('99 12')).toEqual({ is: 'blank' })
    expect(typing('991234567')).toEqual({ is: 'blank' })
  })

  it('counts the digits of a number that was left unfinished', () => {
    expect(typing('99 12', { hasLeft: true })).toEqual({ is: 'fault', fault: { problem: 'too_short', digits: '9912' } })
  })

  it('asks for the number of a field that was left empty', () => {
    expect(typing('', { hasLeft: true })).toEqual({ is: 'fault', fault: { problem: 'empty', digits: '' } })
  })

  it('names the letters in a number', () => {
    const fault = { problem: 'not_a_number', digits: '999000001', stray: 'a' }
    expect(typing('99a9000-001', { hasLeft: true })).toEqual({ is: 'fault', fault })
  })

  it('recognises the line of the order however it is written', () => {
    expect(typing('+265 99 123 4567', { orderMsisdn: '991234567' })).toEqual({ is: 'ready' })
    expect(typing('0991234567', { orderMsisdn: '991234567', isChecking: true })).toEqual({ is: 'ready' })
  })

  it('forgets an answer as soon as the number is another one', () => {
    const answers = [{ about: '881234567', offer: bill }]
    expect(typing('881234567', { answers })).toEqual({ is: 'offer', offer: bill })
    expect(typing('881234568', { answers })).toEqual({ is: 'blank' })
    expect(typing('881234568', { answers, isChecking: true })).toEqual({ is: 'checking' })
  })

  it('lets a visitor go on whose line could not be checked', () => {
    const answers = [{ about: '991234567', isUnreached: true }]
    expect(typing('991234567', { answers })).toEqual({ is: 'unchecked' })
  })
})

describe('a visitor may go on', () => {
  const mayGoOn = (text: string, more: Partial<LineFacts> = {}) =>
    mayBePrepaid(typing(text, more), parseMsisdn(text, rules))

  it('with a whole number, before its line is known', () => {
    expect(mayGoOn('991234567')).toBe(true)
    expect(mayGoOn('991234567', { isChecking: true })).toBe(true)
    expect(mayGoOn('99123456', { isChecking: true })).toBe(false)
    expect(mayGoOn('')).toBe(false)
  })

  it('not with a number that is none, or of another kind', () => {
    expect(mayGoOn('881234567', { answers: [{ about: '881234567', offer: bill }] })).toBe(false)
    const fault = { problem: 'unknown_line' as const, digits: '881234567' }
    expect(mayGoOn('881234567', { answers: [{ about: '881234567', fault }] })).toBe(false)
  })
})
