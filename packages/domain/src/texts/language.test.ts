import { describe, expect, it } from 'vitest'
import { languageOfPath, languagePrefixOf, type SiteLanguages, toLanguagePrefix } from './language.ts'

const languages: SiteLanguages = [{ code: 'en' }, { code: 'sw', prefix: 'sw' }, { code: 'pt-BR', prefix: 'br' }]

describe('the language of a page', () => {
  it.each([
    ['/', 'en'],
    ['/about', 'en'],
    ['/sw', 'sw'],
    ['/SW/about', 'sw'],
    ['/sw?order=a1', 'sw'],
    ['/br/about', 'pt-BR'],
    ['/swahili', 'en'],
    ['/fr/about', 'en'],
  ])('of %s is %s', (path, language) => {
    expect(languageOfPath(path, languages)).toBe(language)
  })

  it('has the prefix that its market gives it, and the first language has none', () => {
    expect(languages.map(({ code }) => toLanguagePrefix(code, languages))).toEqual(['', '/sw', '/br'])
    expect(toLanguagePrefix('fr', languages)).toBe('')
  })

  it('cannot be named by a page whose path has two letters more', () => {
    expect([languagePrefixOf('/orp/fixed-internet'), languagePrefixOf('/map/places')]).toEqual(['', ''])
  })
})
