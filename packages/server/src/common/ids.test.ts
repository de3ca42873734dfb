import { hour, minute } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { IssuedIds, newId, newReference, newTimedId } from './ids.ts'

const at = Date.UTC(2026, 10, 20, 12)

describe('an id with a time prefix', () => {
  it('sorts with ids of the same quarter of an hour, and after earlier ones', () => {
    const ids = [0, 1, 2, 24, 24 * 365].map((hours) => newTimedId(at + hours * hour))
    expect(ids.toSorted()).toEqual(ids)
    expect(newTimedId(at).slice(0, 4)).toBe(newTimedId(at + minute).slice(0, 4))
  })

  it('is unguessable, because all but the prefix is random', () => {
    const ids = Array.from({ length: 100 }, () => newTimedId(at).slice(4))
    expect(new Set(ids).size).toBe(100)
    for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(newId()).toHaveLength(26)
  })
})

describe('an issued id', () => {
  const ids = new IssuedIds('a secret')

  it('has the form of every other id, and is as unguessable', () => {
    const issued = Array.from({ length: 100 }, () => ids.newTimedId(at).slice(4))
    expect(new Set(issued).size).toBe(100)
    for (const id of [...issued, ids.newId()]) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(ids.newTimedId(at).slice(0, 4)).toBe(newTimedId(at).slice(0, 4))
  })

  it('is recognised by every process with the same secret, and by no other', () => {
    for (const id of [ids.newId(), ids.newTimedId(at)]) {
      expect(new IssuedIds('a secret').isIssued(id)).toBe(true)
      expect(new IssuedIds('another secret').isIssued(id)).toBe(false)
    }
  })

  it('is told from invented, changed and cut ones', () => {
    const id = ids.newTimedId(at)
    const changed = [...id].map(
      (letter, place) => id.slice(0, place) + (letter === 'A' ? 'B' : 'A') + id.slice(place + 1),
    )
    const others = [...changed, id.slice(1), id.slice(4), `${id}A`, id.toLowerCase(), '', 'nonsense', 'é'.repeat(26)]
    expect(others.filter((one) => ids.isIssued(one))).toEqual([])
    expect(Array.from({ length: 500 }, newId).filter((one) => ids.isIssued(one))).toEqual([])
  })
})

it('has a reference short enough to be read over the phone', () => {
  expect(newReference('Nyanja')).toMatch(/^NYA-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
})
