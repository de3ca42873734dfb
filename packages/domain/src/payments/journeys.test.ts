import { describe, expect, it } from 'vitest'
import { isOffered } from './journeys.ts'

const airtimeOnly = { sells: ['airtime'] } as const

describe('the pages of a market that sells airtime alone', () => {
  it.each(['/', '/prepaid-recharge', '/sw/prepaid-recharge', '/table', '/payment/status', '/home-internet-news'])(
    'has the page %s',
    (path) => expect(isOffered(path, airtimeOnly)).toBe(true),
  )

  it.each([
    '/postpaid-bill-pay',
    '/sw/postpaid-bill-pay/code',
    '/Postpaid-Bill-Pay',
    '/data-bundle',
    '/orp/fixed-internet/invoices',
    '/home-internet/',
    '/hbb-lead-status',
  ])('does not have the page %s', (path) => expect(isOffered(path, airtimeOnly)).toBe(false))
})
