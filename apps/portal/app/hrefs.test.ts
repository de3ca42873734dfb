import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hrefs } from './hrefs.ts'
import { inLanguage, languagePrefixOf } from './page-language.ts'

it('puts every address behind the prefix of its language', () => {
  expect(hrefs('').home()).toBe('/')
  expect(hrefs('/sw').home()).toBe('/sw')
  expect(hrefs('/sw').recharge({ order: 'a1' })).toBe('/sw/prepaid-recharge?order=a1')
  expect(hrefs('').recharge({ order: undefined })).toBe('/prepaid-recharge')
})

it('spells a method in an address with hyphens', () => {
  expect(hrefs('').paymentStart({ order: 'a1', method: 'nyanja_money' })).toBe('/payment/start/nyanja-money?order=a1')
  expect(hrefs('').paymentStart({ order: 'a1' })).toBe('/payment/start?order=a1')
})

it('leads to no address but a link’s, for any text in place of its token', () => {
  expect(hrefs('/sw').payMe('7ZZZ1VDJ')).toBe('/sw/pay-me/7ZZZ1VDJ')
  expect(hrefs('').payMe('\r\n')).toBe('/pay-me/%0D%0A')
  expect(hrefs('').payMe('\0')).toBe('/pay-me/%00')
  expect(hrefs('').payMe('a/../b?c#d')).toBe('/pay-me/a%2F..%2Fb%3Fc%23d')
})

it('distinguishes the prefix from a path that begins with the same letters', () => {
  expect(languagePrefixOf('/sw')).toBe('/sw')
  expect(languagePrefixOf('/SW/about')).toBe('/sw')
  expect(languagePrefixOf('/swahili')).toBe('')
})

it('keeps the page when the language changes', () => {
  expect(inLanguage('/', '/sw')).toBe('/sw')
  expect(inLanguage('/sw', '')).toBe('/')
  expect(inLanguage('/sw/payment/status', '')).toBe('/payment/status')
  expect(inLanguage('/about', '/sw')).toBe('/sw/about')
})

const origin = 'https://portal.example'
const piece = fc.constantFrom(
  '/',
  '\\',
  '//',
  '/sw',
  '/SW',
  '\t',
  '\n',
  ' ',
  '.',
  '..',
  '@',
  ':',
  '%2F',
  'evil.example',
  'x',
)

it('stays on this site when the language changes, for any path', () => {
  const path = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(path, fc.constantFrom('' as const, '/sw' as const), (hostile, prefix) => {
      for (const pathname of [hostile, `/${hostile}`, `/sw/${hostile}`])
        expect(new URL(inLanguage(pathname, prefix), origin).origin).toBe(origin)
    }),
    { numRuns: 2000, examples: [['/evil.example/x', '']] },
  )
})
