import { expect, it } from 'vitest'
import { forgottenLanguage, keptLanguage, languageCookie } from './language-cookie.ts'

it('asks the phone to keep a language for half a year', () => {
  expect(languageCookie('ny')).toBe('language=ny; Path=/; Max-Age=15552000; Secure; HttpOnly; SameSite=Lax')
  expect(forgottenLanguage).toMatch(/^language=; Path=\/; Max-Age=0; /)
})

it('reads the kept language among other cookies', () => {
  expect(keptLanguage('a=b; language=ny')).toBe('ny')
  expect(keptLanguage('language=pt-BR; a=b')).toBe('pt-BR')
  for (const cookies of ['xlanguage=ny', 'language=<script>', 'language=', '', null, undefined])
    expect(keptLanguage(cookies)).toBeUndefined()
})
