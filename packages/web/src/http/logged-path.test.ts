import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loggedPath } from './log-requests.ts'

const token = 'Zu8kLmWq2vT9xYb'
const encode = (text: string) =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

it('bounds the logged length of a long path', () => {
  expect(loggedPath(`/${'x'.repeat(15_000)}`).length).toBeLessThan(300)
  expect(loggedPath(`/${'%41'.repeat(15_000)}`).length).toBeLessThan(300)
})

it('logs no e-mail address', () => {
  expect(loggedPath('/x/thoko@example.com/y')).toBe('/x/:mail/y')
  expect(loggedPath('/x/thoko%40example.com')).toBe('/x/:mail')
})

it('logs no token, however its path is encoded', () => {
  const letters = fc.array(fc.nat({ max: 3 }), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(letters, fc.boolean(), (rounds, isTokenEncoded) => {
      const word = [...'notify']
        .map((letter, at) => Array.from({ length: rounds[at] ?? 0 }).reduce<string>((text) => encode(text), letter))
        .join('')
      const path = `/api/portal-service/transaction/v1/pg-callback/${word}/dpo/${isTokenEncoded ? encode(token) : token}`
      expect(loggedPath(path)).not.toContain(token)
    }),
  )
})

it('logs no query, encoded or not', () => {
  expect(loggedPath('/payment/x?id=1#y')).toBe('/payment/x')
  expect(loggedPath('/payment/x%3Fid=1')).toBe('/payment/x')
})
