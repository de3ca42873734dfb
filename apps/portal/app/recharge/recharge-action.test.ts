import { describe, expect, it } from 'vitest'
import english from '../../content/en/recharge-translation.json' with { type: 'json' }
import { numberMessage } from '../number/line-answer.ts'
import { readTyped } from './recharge-action.ts'

const texts = { ...english, digitsSoFar: '{count} digits so far, 9 are needed.' }

function posted(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('the fields of the form', () => {
  it('are read as they were typed', () => {
    expect(readTyped(posted({ msisdn: '099 123', amount: '', bundle: 'W' }))).toEqual({
      msisdn: '099 123',
      amount: '',
      bundle: 'W',
    })
  })

  it('are overridden by a press on a quick amount', () => {
    expect(readTyped(posted({ msisdn: '1', amount: '70', bundle: 'W', quick: '500' }))).toEqual({
      msisdn: '1',
      amount: '500',
      bundle: '',
    })
  })
})

describe('the message about a number', () => {
  it('begins with the exact message, then says what to do', () => {
    expect(numberMessage({ outcome: 'empty', digits: '' }, texts)).toBe('Phone No is required')
    expect(numberMessage({ outcome: 'too_short', digits: '991234' }, texts)).toMatch(
      /^Invalid Mobile No\. 6 digits so far/,
    )
  })

  it('names the stray characters among the digits', () => {
    expect(numberMessage({ outcome: 'not_a_number', digits: '99', stray: 'a' }, texts)).toContain('take out “a”')
  })
})
