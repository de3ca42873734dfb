import { expect, it } from 'vitest'
import { viewOf } from './serve-pages.ts'

const market = { opco: 'MW', languages: [{ code: 'en' }, { code: 'sw', prefix: 'sw' }] as const }
const html = { 'content-type': 'text/html; charset=utf-8' }

interface Seen {
  readonly method?: string
  readonly status?: number
  readonly type?: Record<string, string>
}

const view = (url: string, { method = 'GET', status = 200, type = html }: Seen = {}) =>
  viewOf({ method, url }, { status, headers: new Headers(type) }, market)

it('counts a page by its name and language, and nothing of the query', () => {
  expect(view('/sw/contact-us?utm_source=sms')).toEqual({ page: 'MW_cw_contact_us', language: 'sw' })
  expect(view('/payment/status/4ACRNRH2GNJS0V3RYNZK5Q8W1T')).toEqual({ page: 'MW_cw_status', language: 'en' })
})

it.each<[string, string, Seen]>([
  ['an answer to a form', '/prepaid-recharge', { method: 'POST' }],
  ['a look at the head alone', '/about', { method: 'HEAD' }],
  ['what is not there', '/no-such-page', { status: 404 }],
  ['a file', '/table/bundles.csv', { type: { 'content-type': 'text/csv' } }],
  ['a spelling that only machines use', '/%61bout', {}],
])('does not count %s', (_, url, seen) => {
  expect(view(url, seen)).toBeUndefined()
})
