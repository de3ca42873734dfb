import { describe, expect, it } from 'vitest'
import { maskEmail, parseEmail } from './form.ts'

describe('an e-mail address', () => {
  it.each(['chisomo@example.mw', 'a.b_c9@mail.example.co.mw', 'thoko+bills@example.org', 'ann-marie@my-shop.mw'])(
    'is accepted: %s',
    (email) => {
      expect(parseEmail(email)).toEqual({ outcome: 'valid', email })
    },
  )

  it('is accepted between spaces', () => {
    expect(parseEmail(' a@b.mw ')).toEqual({ outcome: 'valid', email: 'a@b.mw' })
  })

  it.each(['', '  '])('is missing from %j', (text) => {
    expect(parseEmail(text)).toEqual({ outcome: 'empty' })
  })

  it.each([
    'chisomo',
    'chisomo@',
    '@example.mw',
    'a@b',
    'a@b.m',
    'a@b.m1',
    'a@@b.mw',
    'a b@c.mw',
    'a@.mw',
    'a@b..mw',
    'a@b.mw,c@d.mw',
    "o'hara@b.mw",
    `${'a'.repeat(65)}@b.mw`,
    `a@${'b'.repeat(260)}.mw`,
  ])('is refused: %j', (text) => {
    expect(parseEmail(text)).toEqual({ outcome: 'not_an_email' })
  })
})

it('is masked so that only its owner recognises it', () => {
  expect(maskEmail('chisomo.banda@example.co.mw')).toBe('c•••@e•••.mw')
})
