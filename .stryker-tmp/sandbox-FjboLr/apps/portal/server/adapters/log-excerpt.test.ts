// @ts-nocheck
import { expect, it } from 'vitest'
import { logExcerpt } from './log-excerpt.ts'

it.each([
  ['{"pin":"1234","code":"60"}', '{"pin":"***","code":"60"}'],
  ['{"access_token": "abc.def"}', '{"access_token": "***"}'],
  ['<CompanyToken>9F416C11-127B</CompanyToken>', '<CompanyToken>***</CompanyToken>'],
  ['no line 265991234567 or +265 99 123 4567', 'no line # or #'],
  ['otp=123456&x=1', 'otp=***&x=1'],
  ['Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 'Bearer ***'],
  ['HTTP 500 Internal Server Error', 'HTTP 500 Internal Server Error'],
])('makes of %j', (text, excerpt) => {
  expect(logExcerpt(text)).toBe(excerpt)
})

it('is short', () => {
  expect(logExcerpt('x '.repeat(5000)).length).toBeLessThanOrEqual(500)
})
