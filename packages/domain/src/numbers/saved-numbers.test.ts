import { describe, expect, it } from 'vitest'
import { keepEntry, labelOr, readLabel, type SavedEntry, shortName } from './saved-numbers.ts'

const mum = { msisdn: '991234567', label: 'Mum' }
const home = { account: 'P1234567890', label: 'Home' }
const numbered = (count: number): SavedEntry[] =>
  Array.from({ length: count }, (_, at) => ({ msisdn: `88100000${at}`, label: `Shop ${at}` }))

describe('the name of a saved number', () => {
  it('is stored as typed, without spaces around it', () => {
    expect(readLabel('  My   mum ')).toEqual({ outcome: 'valid', label: 'My mum' })
    expect(readLabel('Amayi ❤')).toEqual({ outcome: 'valid', label: 'Amayi ❤' })
  })

  it('is required', () => {
    expect(readLabel(' ')).toEqual({ outcome: 'missing' })
    expect(readLabel('\u200b\u202e\n')).toEqual({ outcome: 'missing' })
  })

  it('has at most twenty characters as displayed', () => {
    expect(readLabel('a'.repeat(20))).toMatchObject({ outcome: 'valid' })
    expect(readLabel('😀'.repeat(20))).toMatchObject({ outcome: 'valid' })
    expect(readLabel('a'.repeat(21))).toEqual({ outcome: 'too_long' })
  })

  it('contains no invisible or direction-changing characters', () => {
    expect(readLabel('Mu\u202em')).toEqual({ outcome: 'valid', label: 'Mu m' })
  })
})

describe('a name that may be left out', () => {
  it('is the typed one where there is one', () => {
    expect(labelOr('Number', ' Mum ')).toBe('Mum')
    for (const typed of ['', ' ', '\u200b']) expect(labelOr('Number', typed)).toBe('Number')
  })

  it('is cut at twenty characters', () => {
    expect(labelOr('Number', `  ${'😀'.repeat(30)}`)).toBe('😀'.repeat(20))
    expect(labelOr('Number', 'My very dear grandmother')).toBe('My very dear grandmo')
  })
})

describe('the numbers saved on a phone', () => {
  it('are at most five, accounts included', () => {
    expect(keepEntry([...numbered(4), home], mum)).toBeUndefined()
    expect(keepEntry(numbered(4), mum)).toHaveLength(5)
    expect(keepEntry(numbered(5), mum)).toBeUndefined()
  })

  it('are stored once each, under the latest name', () => {
    const five = [...numbered(4), mum]
    expect(keepEntry(five, { ...mum, label: 'Mother' })).toEqual([...numbered(4), { ...mum, label: 'Mother' }])
  })

  it('are displayed by name and last digits only, accounts masked as elsewhere', () => {
    expect(shortName(mum)).toBe('Mum ·· 4567')
    expect(shortName(home)).toBe('Home P1•••••7890')
  })
})
