import { type ErrorCode, PortalError } from '@nyanja/domain/errors'
import type { InjectOptions } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { bugContext } from '../../../app/portal-context.ts'
import { lineTypeCheck } from '../../../contract/balance.ts'
import { createTestApp, type TestApp, testLines } from '../../testing/test-app.ts'
import { testHeaders } from '../api/test-caller.ts'
import type { RequestHandler } from './serve-pages.ts'

let test: TestApp
afterEach(() => test.close())

/** Answers like React Router: what a loader throws is reported, and an error page is rendered. */
const failingWith =
  (error: Error): RequestHandler =>
  async ({ url }, context) => {
    const { pathname, search } = new URL(url)
    if (/service-unavailable|page-not-found/.test(pathname))
      return new Response(`notice ${pathname}${search}`, { headers: { 'content-type': 'text/html' } })
    context.get(bugContext)(error)
    return new Response('Unexpected Application Error!', { status: 500 })
  }

async function ask(request: InjectOptions, error: Error = new PortalError('database_unavailable', 'away')) {
  const lines: string[] = []
  test = await createTestApp({
    handlePage: failingWith(error),
    log: { write: (line) => lines.push(line) },
    lineSource: { lineOf: () => Promise.reject(error) },
  })
  return { ...(await test.app.inject({ ...request, headers: { host: 'localhost:3000', ...request.headers } })), lines }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a page that an outage keeps from being shown', () => {
  it.each([
    [{ method: 'GET', url: '/prepaid-recharge' }, '/service-unavailable?why=away&step=page&seconds=30'],
    [{ method: 'GET', url: '/sw/service-status' }, '/sw/service-unavailable?why=away&step=page&seconds=30'],
    [{ method: 'POST', url: '/prepaid-recharge' }, '/service-unavailable?why=away&step=form&seconds=30'],
    [{ method: 'POST', url: '/sw/payment/start' }, '/sw/service-unavailable?why=away&step=payment&seconds=30'],
    [{ method: 'GET', url: '/payment/status?id=1' }, '/service-unavailable?why=away&step=payment&seconds=30'],
  ] as const)('explains it in plain words: %o', async (request, notice) => {
    const answer = await ask({ ...request, headers: form })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('30')
    expect(answer.body).toBe(`notice ${notice}`)
    expect(answer.lines.join('')).toContain('database_unavailable')
    expect(answer.lines.join('')).not.toContain('unexpected error')
  })

  it.each(['provider_unreachable', 'provider_broke_contract', 'overloaded'] as const satisfies readonly ErrorCode[])(
    'is not logged as a bug: %s',
    async (code) => {
      expect((await ask({ url: '/about' }, new PortalError(code, 'it passes'))).statusCode).toBe(503)
    },
  )

  it('answers script in the format that it reads', async () => {
    const answer = await ask({ url: '/payment/status/1/state', headers: { 'sec-fetch-dest': 'empty' } })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ status: 'failure' })
  })

  it('answers channels in their envelope', async () => {
    const answer = await ask({
      method: 'POST',
      url: lineTypeCheck.path,
      headers: testHeaders,
      payload: { msisdn: testLines.prepaid },
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      statusCode: 503,
      status: 'failure',
      message: 'The service is not available right now. Please try again in a minute',
    })
  })

  it('is logged as a bug when the thrown error is unknown', async () => {
    const answer = await ask({ url: '/about' }, new Error('a bug'))
    expect([answer.statusCode, answer.body]).toEqual([500, 'Unexpected Application Error!'])
    expect(answer.lines.join('')).toContain('unexpected error')
  })
})

describe('an unknown address', () => {
  it.each(['/gethelp/%E0%A4%A', '/%', '/sw/%ff'])('shows the not-found page: %s', async (url) => {
    const answer = await ask({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe(`notice ${url.startsWith('/sw') ? '/sw' : ''}/page-not-found`)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('answers channels in their envelope', async () => {
    const answer = await ask({ url: '/orp/bfe/api/portal-service/%E0%A4%A' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ statusCode: 400, status: 'failure', message: 'Invalid address' })
  })

  it('shows the not-found page when a page asked for something that is gone', async () => {
    const answer = await ask({ url: '/hbb-lead' }, new PortalError('not_found', 'The draft has expired'))
    expect([answer.statusCode, answer.body]).toEqual([404, 'notice /page-not-found'])
  })
})
