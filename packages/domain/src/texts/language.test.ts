import { describe, expect, it } from 'vitest'
import { languageOfPath, languagePrefixOf, type SiteLanguages, toLanguagePrefix } from './language.ts'

const languages: SiteLanguages = [
  { code: 'en' },
  { code: 'sw', prefix: 'sw' },
  { code: 'pt-BR', prefix: 'pt-br' },
  { code: 'bem', prefix: 'bem' },
]

describe('the language of a page', () => {
  it.each([
    ['/', 'en'],
    ['/about', 'en'],
    ['/sw', 'sw'],
    ['/SW/about', 'sw'],
    ['/sw?order=a1', 'sw'],
    ['/pt-br/about', 'pt-BR'],
    ['/PT-BR', 'pt-BR'],
    ['/bem', 'bem'],
    ['/bem/about', 'bem'],
    ['/bemba', 'en'],
    ['/swahili', 'en'],
    ['/fr/about', 'en'],
  ])('of %s is %s', (path, language) => {
    expect(languageOfPath(path, languages)).toBe(language)
  })

  it('has the prefix that its market gives it, and the first language has none', () => {
    expect(languages.map(({ code }) => toLanguagePrefix(code, languages))).toEqual(['', '/sw', '/pt-br', '/bem'])
    expect(toLanguagePrefix('fr', languages)).toBe('')
  })

  it('cannot be named by a page', () => {
    const pages = ['/orp/fixed-internet', '/map/places', '/pay-me/abc', '/api/x', '/cms/webpage', '/hbb-lead']
    expect(pages.filter((page) => languagePrefixOf(page) !== '')).toEqual([])
  })
})
