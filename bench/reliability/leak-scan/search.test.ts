import { describe, expect, it } from 'vitest'
import { findLeaks, type Place } from './artefacts.ts'
import { findValue, type Marker } from './markers.ts'

const secret: Marker = { kind: 'secret', name: 'a key', value: 'sk_live_0123456789' }
const email: Marker = { kind: 'personal', name: 'an e-mail', value: 'a.banda+1@example.com' }

describe('a value is found', () => {
  it('as it is, in an address, in JSON, in hexadecimal digits', () => {
    expect(findValue(`x ${email.value} y`, email.value)).toBe(2)
    expect(findValue(`?to=${encodeURIComponent(email.value)}`, email.value)).toBe(4)
    expect(findValue('{"a":"say \\"hello\\" twice"}', 'say "hello" twice')).toBe(6)
    expect(findValue(Buffer.from(secret.value).toString('hex'), secret.value)).toBe(0)
  })

  it.each([0, 1, 2, 3, 4])('in Base64 after %i other letters', (before) => {
    const text = Buffer.from(`${'x'.repeat(before)}${secret.value}:more`).toString('base64')
    expect(findValue(text, secret.value)).toBeGreaterThanOrEqual(0)
  })

  it('as a number with its country code and with spaces, but not within another number or word', () => {
    expect(findValue('call 265999000401 now', '999000401')).toBe(5)
    expect(findValue('call 999 000 401 now', '999000401')).toBe(5)
    expect(findValue('1999000401', '999000401')).toBe(-1)
    expect(findValue('01ABC123456XYZ', '123456')).toBe(-1)
  })
})

describe('a leak', () => {
  const leaksOf = (place: Place, mutated: Marker) =>
    findLeaks([{ place, name: 'here', text: `what ${mutated.value} is` }], [mutated]).length

  it('is a secret anywhere', () => {
    const places: readonly Place[] = ['log', 'metrics', 'api error', 'page error', 'column', 'database file']
    expect(places.map((place) => leaksOf(place, secret))).toEqual(places.map(() => 1))
  })

  it('is an e-mail address anywhere but on the page where it was typed', () => {
    expect(leaksOf('log', email)).toBe(1)
    expect(leaksOf('api error', email)).toBe(1)
    expect(leaksOf('column', email)).toBe(1)
    expect(leaksOf('database file', email)).toBe(1)
    expect(leaksOf('page error', email)).toBe(0)
  })
})
