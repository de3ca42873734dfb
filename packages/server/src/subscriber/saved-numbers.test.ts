import { longestLabel, mostSavedEntries } from '@nyanja/domain/numbers/saved-numbers'
import { describe, expect, it } from 'vitest'
import { SavedNumbers } from './saved-numbers.ts'

const ours = new SavedNumbers('our secret')
const numbers = [
  { msisdn: '991234567', label: 'Mum' },
  { msisdn: '881234567', label: 'Shop' },
  { account: 'PE1234567890', label: 'Home' },
]

/** Replaces the letter in one place with another one. */
const changed = (sealed: string, at: number) =>
  `${sealed.slice(0, at)}${sealed.at(at) === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`

describe('saved numbers', () => {
  it('are returned unchanged', () => {
    expect(ours.open(ours.seal(numbers))).toEqual(numbers)
  })

  it("are unreadable without the portal's key", () => {
    const sealed = ours.seal(numbers)
    const bytes = Buffer.from(sealed, 'base64url').toString('latin1')
    for (const secret of ['991234567', 'Mum', '881234567', 'Shop', 'PE1234567890']) {
      expect(sealed).not.toContain(secret)
      expect(bytes).not.toContain(secret)
    }
    expect(ours.seal(numbers)).not.toBe(sealed)
  })

  it('are empty when they were changed or forged', () => {
    const sealed = ours.seal(numbers)
    for (const at of [0, 20, sealed.length - 3]) expect(ours.open(changed(sealed, at))).toEqual([])
    for (const made of ['', 'x', 'A'.repeat(5000), JSON.stringify(numbers)]) expect(ours.open(made)).toEqual([])
    expect(ours.open(new SavedNumbers('another secret').seal(numbers))).toEqual([])
  })

  it('fit into a cookie with the longest names', () => {
    const label = '👨‍👩‍👧'.repeat(longestLabel).slice(0, 2 * longestLabel)
    const many = Array.from({ length: mostSavedEntries }, (_, at) => ({ msisdn: `99123456${at}`, label }))
    const sealed = ours.seal(many)
    expect(ours.open(sealed)).toEqual(many)
    expect(sealed.length).toBeLessThan(2500)
  })
})
