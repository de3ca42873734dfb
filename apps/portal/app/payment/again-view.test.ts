import { money } from '@nyanja/domain/money/money'
import { expect, it } from 'vitest'
import { readPress } from './again-view.ts'

const token = 'S31DFQZE6RKECJAH8G7G2E18GZVBCE'

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

it('reads a press with the price that the visitor has seen', () => {
  const seen = money('MWK', 52_000)
  const pressed = { press: token, seen: '52000', pay: 'same' }
  expect(readPress(formOf(pressed), 'MWK')).toEqual({ token, seen, isOtherWay: false })
  expect(readPress(formOf({ ...pressed, pay: 'other' }), 'MWK')).toEqual({ token, seen, isOtherWay: true })
})

it.each([
  ['no token', { seen: '52000' }],
  ['a token of another form', { press: "x' or 1=1", seen: '52000' }],
  ['no price', { press: token }],
  ['a price that is none', { press: token, seen: '-1' }],
  ['a price with a part', { press: token, seen: '520.5' }],
])('reads no press with %s', (_what, fields) => {
  expect(readPress(formOf({ pay: 'same', ...fields }), 'MWK')).toBeUndefined()
})
