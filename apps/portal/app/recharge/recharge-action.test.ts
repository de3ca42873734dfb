import { describe, expect, it } from 'vitest'
import english from '../../content/en/recharge-translation.json' with { type: 'json' }
import { numberMessage } from '../number/line-answer.ts'
import { readTyped } from './recharge-action.ts'
import { choiceMessage } from './recharge-problems.ts'

const texts = {
  ...english,
  digitsSoFar: '{count} digits so far, 9 are needed.',
  serviceSilent: 'A service we need does not answer right now.',
}

function posted(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('what is read from the form', () => {
  it('takes every field as it was typed', () => {
    expect(readTyped(posted({ msisdn: '099 123', amount: '', bundle: 'W' }))).toEqual({
      msisdn: '099 123',
      amount: '',
      bundle: 'W',
    })
  })

  it('lets a press on a quick amount outdo what stood there before', () => {
    expect(readTyped(posted({ msisdn: '1', amount: '70', bundle: 'W', quick: '500' }))).toEqual({
      msisdn: '1',
      amount: '500',
      bundle: '',
    })
  })
})

describe('messages', () => {
  it('begin with the exact words, then say what to do', () => {
    expect(numberMessage({ problem: 'empty', digits: '' }, texts)).toBe('Phone No is required')
    expect(numberMessage({ problem: 'too_short', digits: '991234' }, texts)).toMatch(
      /^Invalid Mobile No\. 6 digits so far/,
    )
    expect(numberMessage({ problem: 'unknown_line', digits: '991234567' }, texts)).toMatch(
      /^Invalid Mobile No\. We do not/,
    )
  })

  it('do not blame the number when a service is silent', () => {
    expect(numberMessage({ problem: 'service_silent', digits: '' }, texts)).toBe(texts.serviceSilent)
    expect(choiceMessage('service_silent', texts)).toBe(texts.serviceSilent)
  })
})
