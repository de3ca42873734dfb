import { expect, it } from 'vitest'
import { parseJson } from './json.ts'

it.each([
  ['a mark of its own', '{"name":"Rene\u0301 Mu\u0302le"}', { name: 'Ren\u00e9 M\u00fble' }],
  ['an escaped mark', '{"name":"Rene\\u0301"}', { name: 'Ren\u00e9' }],
  ['an escaped mark after an escaped sign', '["\\\\e\\u0301"]', ['\\\u00e9']],
  ['no mark after an escaped backslash', '["e\\\\u0301"]', ['e\\u0301']],
  ['letters that need nothing', '["\u00e9, \u0175"]', ['\u00e9, \u0175']],
])('composes the letters of a text with %s', (_what, text, value) => {
  expect(parseJson(text)).toEqual(value)
})

it('reads nothing from what is no JSON', () => {
  expect(parseJson('e\u0301')).toBeUndefined()
})
