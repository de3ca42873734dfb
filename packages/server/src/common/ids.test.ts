import { hour, minute } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { newId, newReference, newTimedId } from './ids.ts'

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

it('has a reference short enough to be read over the phone', () => {
  expect(newReference('Nyanja')).toMatch(/^NYA-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
})
