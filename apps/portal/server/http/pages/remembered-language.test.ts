import { describe, expect, it } from 'vitest'
import { rememberLanguage } from './remembered-language.ts'

const publicOrigin = 'https://portal.example'
const languages = [{ code: 'en' }, { code: 'ny', prefix: 'ny' }, { code: 'sw', prefix: 'sw' }] as const
const ask = (url: string, headers: { referer?: string; cookie?: string; 'sec-fetch-site'?: string }) =>
  rememberLanguage({ url, headers }, { publicOrigin, languages })
const from = (path: string) => ({ referer: publicOrigin + path })

describe('the language of a visitor', () => {
  it.each([
    ['/ny', '/', 'ny'],
    ['/ny/prepaid-recharge?order=S1', '/prepaid-recharge?order=S1', 'ny'],
    ['/sw/privacy', '/ny/privacy', 'sw'],
  ])('is kept when %s is chosen on %s', (url, before, language) => {
    expect(ask(url, from(before)).cookie).toMatch(new RegExp(`^language=${language}; Path=/; Max-Age=15552000; `))
  })

  it('is forgotten when the first one is chosen', () => {
    expect(ask('/privacy', from('/ny/privacy')).cookie).toMatch(/^language=; Path=\/; Max-Age=0; /)
    expect(ask('/', { ...from('/ny'), cookie: 'language=ny' })).not.toHaveProperty('redirect')
  })

  it.each([
    ['/ny/about', {}],
    ['/ny/about', from('/ny/privacy')],
    ['/ny/about', from('/privacy')],
    ['/ny/about', { referer: 'https://other.example/about' }],
    ['/ny/about', { referer: `${publicOrigin}.evil.example/about` }],
  ])('is not what a link to %s chose', (url, headers) => {
    expect(ask(url, headers)).toEqual({})
  })

  it('leads from the first page to the one in it, and from no other', () => {
    expect(ask('/', { cookie: 'a=b; language=ny' })).toEqual({ redirect: '/ny' })
    expect(ask('/?utm=x', { cookie: 'language=sw' })).toEqual({ redirect: '/sw?utm=x' })
    for (const [url, cookie] of [
      ['/privacy', 'language=ny'],
      ['/', 'language=en'],
      ['/', 'language=fr'],
      ['/', 'xlanguage=ny'],
      ['/', ''],
    ] as const)
      expect(ask(url, { cookie })).toEqual({})
  })

  it('gives way to the language of a link that was followed on our pages', () => {
    for (const headers of [from('/about'), { 'sec-fetch-site': 'same-origin' }])
      expect(ask('/', { ...headers, cookie: 'language=ny' })).toEqual({})
    const headers = { referer: 'https://search.example/', 'sec-fetch-site': 'cross-site', cookie: 'language=ny' }
    expect(ask('/', headers)).toEqual({ redirect: '/ny' })
  })
})
