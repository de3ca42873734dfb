import { describe, expect, it } from 'vitest'
import { isLinkAddress, listedLinks } from './link-list.ts'

describe('a list of links', () => {
  it('has names of ours and links of the editor, in his order', () => {
    expect(listedLinks('contactUs, [Work with us](https://jobs.example.com/mw?a=1), about')).toEqual([
      { name: 'contactUs' },
      { text: 'Work with us', href: 'https://jobs.example.com/mw?a=1' },
      { name: 'about' },
    ])
  })

  it('may be written with room, over lines, and with a comma in the words', () => {
    expect(listedLinks(' a ,\n[Jobs, news](/news) ,, ')).toEqual([{ name: 'a' }, { text: 'Jobs, news', href: '/news' }])
    expect(listedLinks('')).toEqual([])
  })

  it('takes what is written badly for a name, which nobody knows', () => {
    expect(listedLinks('[Jobs]https://jobs.example.com')).toEqual([{ name: '[Jobs]https://jobs.example.com' }])
  })
})

describe('the address of a link', () => {
  it.each(['/about', '/table?kind=data', 'https://jobs.example.com'])('may be %s', (href) => {
    expect(isLinkAddress(href)).toBe(true)
  })

  it.each([
    'about',
    '//jobs.example.com',
    '/\\jobs.example.com',
    'http://jobs.example.com',
    'https://',
    'https://{brand}.example.com/jobs',
    'javascript:alert(1)',
    '',
  ])('may not be %s', (href) => expect(isLinkAddress(href)).toBe(false))
})
