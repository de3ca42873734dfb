import { describe, expect, it } from 'vitest'
import { leavesOf, withNewText } from './json-leaves.ts'

describe('the values of a JSON file', () => {
  it('are found by their keys', () => {
    const json = '{\n  "a": "x\\"y",\n  "list": [{ "b": 1 }, { "b": true, "c": null }]\n}\n'
    expect(leavesOf(json)?.map(({ key, value, start, end }) => [key, value, json.slice(start, end)])).toEqual([
      ['a', 'x"y', '"x\\"y"'],
      ['list.0.b', 1, '1'],
      ['list.1.b', true, 'true'],
      ['list.1.c', null, 'null'],
    ])
  })

  it('are unknown in invalid JSON', () => {
    expect(leavesOf('{ a: 1 }')).toBeUndefined()
  })

  it.each([
    ['{\n  "a": "1",\n  "c": "3"\n}\n', '{\n  "a": "1",\n  "b": "2",\n  "c": "3"\n}\n'],
    ['{\n  "c": "3"\n}\n', '{\n  "b": "2",\n  "c": "3"\n}\n'],
    ['', '{\n  "b": "2"\n}\n'],
  ])('are replaced at their place: %j', (before, after) => {
    expect(withNewText(before, ['b', '2'], ['a', 'b', 'c'])).toBe(after)
  })

  it.each(['{\n  "a": "1"\n}\n', '{\n  "c": "3"\n}\n', ''])('are replaced as typed: %j', (before) => {
    const typed = "Costs $$5, $' or $&"
    const after = JSON.parse(withNewText(before, ['b', typed], ['a', 'b', 'c']))
    expect(after).toMatchObject({ b: typed })
  })
})
