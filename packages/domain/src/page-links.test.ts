import { describe, expect, it } from 'vitest'
import { isLinkAddress, listedLinks, pageName } from './page-links.ts'

it.each([
  ['/', 'homepage'],
  ['/sw', 'homepage'],
  ['/sw/', 'homepage'],
  ['/prepaid-recharge', 'MW_cw_prepaid_recharge'],
  ['/sw/prepaid-recharge', 'MW_cw_prepaid_recharge'],
  ['/storeLocator', 'MW_cw_storelocator'],
  ['/payment/start/nyanja-money', 'MW_cw_nyanja_money'],
  ['/give_your_feedback/', 'MW_cw_give_your_feedback'],
  // The analytics provider learns of no payment and of no link that pays.
  ['/payment/status/4ACRNRH2GNJS0V3RYNZK5Q8W1T', 'MW_cw_status'],
  ['/pay-me/7ZZZ1VDJ', 'MW_cw_pay_me'],
  ['/pay-me/ZVTQXKPN', 'MW_cw_pay_me'],
  ['/pay-me/aB3_x-9', 'MW_cw_pay_me'],
  ['/payment/status/12345', 'MW_cw_status'],
  ['/gethelp/a/get-4g', 'MW_cw_get_4g'],
])('calls %s %s', (pathname, name) => {
  expect(pageName('MW', pathname)).toBe(name)
})

describe('a list of links', () => {
  it("contains page names and the editor's own links in the editor's order", () => {
    expect(listedLinks('contactUs, [Work with us](https://jobs.example.com/mw?a=1), about')).toEqual([
      { name: 'contactUs' },
      { text: 'Work with us', href: 'https://jobs.example.com/mw?a=1' },
      { name: 'about' },
    ])
  })

  it('may contain spaces, line breaks and a comma within a text', () => {
    expect(listedLinks(' a ,\n[Jobs, news](/news) ,, ')).toEqual([{ name: 'a' }, { text: 'Jobs, news', href: '/news' }])
    expect(listedLinks('')).toEqual([])
  })

  it('treats malformed links as unknown names', () => {
    expect(listedLinks('[Jobs]https://jobs.example.com')).toEqual([{ name: '[Jobs]https://jobs.example.com' }])
  })
})

describe('the address of a link', () => {
  it.each(['/about', '/table?kind=data', 'https://jobs.example.com'])('is accepted: %s', (href) => {
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
  ])('is refused: %s', (href) => expect(isLinkAddress(href)).toBe(false))
})
