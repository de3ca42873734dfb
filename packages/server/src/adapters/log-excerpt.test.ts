import { expect, it } from 'vitest'
import { logExcerpt, logOutline } from './log-excerpt.ts'

it.each([
  ['{"pin":"1234","code":"60"}', '{"pin":"***","code":"60"}'],
  ['{"access_token": "abc.def"}', '{"access_token": "***"}'],
  ['<CompanyToken>9F416C11-127B</CompanyToken>', '<CompanyToken>***</CompanyToken>'],
  ['no line 265991234567 or +265 99 123 4567', 'no line # or #'],
  ['otp=123456&x=1', 'otp=***&x=1'],
  ['Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 'Bearer ***'],
  ['HTTP 500 Internal Server Error', 'HTTP 500 Internal Server Error'],
])('makes from %j', (text, excerpt) => {
  expect(logExcerpt(text)).toBe(excerpt)
})

it('limits the length', () => {
  expect(logExcerpt('x '.repeat(5000)).length).toBeLessThanOrEqual(500)
})

it.each([
  ['{"fullName":"Chisomo Banda","at":[{"street1":"Plot 4"}]}', '{"fullName":"string","at":[{"street1":"string"}]}'],
  ['{"lat":-13.9,"email":null,"isOurs":true}', '{"lat":"number","email":null,"isOurs":"boolean"}'],
  ['["Chisomo Banda"]', '["string"]'],
  ['"Chisomo Banda"', '"string"'],
  ['{"265991234567":"Chisomo"}', '{"#":"string"}'],
])('describes the structure of %j without personal data', (text, outline) => {
  expect(logOutline(text)).toBe(outline)
})

it.each(['Chisomo Banda lives here', '{"fullName":"Chisomo Ba', '', '<p>Plot 4</p>'])(
  'returns nothing for %j, which has no fields',
  (text) => {
    expect(logOutline(text)).toBeUndefined()
  },
)
