import { describe, expect, it } from 'vitest'
import { byRank, filterOptions, optionText } from './form.ts'

const towns = [{ value: 'Lilongwe' }, { value: 'blantyre', label: 'Blantyre (city)' }, { value: 'Zomba' }]

describe('the options of a list', () => {
  it.each([
    ['LONG', ['Lilongwe']],
    ['ba', ['Zomba']],
    ['city', ['Blantyre (city)']],
    ['BLANTYRE', ['Blantyre (city)']],
    [' ', ['Lilongwe', 'Blantyre (city)', 'Zomba']],
    ['cairo', []],
  ])('that match %j are %j', (typed, found) => {
    expect(filterOptions(typed, towns).map(optionText)).toEqual(found)
  })
})

describe('the ranks of a form', () => {
  it('determine the order and are left out of the result', () => {
    const fields = [{ rank: 3 }, { rank: 1 }, { rank: 2 }]
    expect(byRank(fields)).toEqual([{ rank: 1 }, { rank: 2 }, { rank: 3 }])
    expect(fields[0]).toEqual({ rank: 3 })
  })
})
