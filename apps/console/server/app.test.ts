import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from './testing/test-console.ts'

let test: TestConsole
beforeEach(async () => {
  test = await createTestConsole()
})
afterEach(() => test.close())

const report = (more = '') => ({
  'csp-report': {
    'effective-directive': 'script-src',
    'blocked-uri': `https://evil.example/?${more}`,
    'document-uri': `http://localhost:3400/payments/NYA-1?${more}`,
  },
})
const send = (payload: string) =>
  test.app.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    payload,
  })
const reports = () => test.lines.filter((line) => line.includes('csp report'))

describe('what a browser reports about the policy of a page', () => {
  it('is asked for by every page, and logged without what was typed', async () => {
    const { headers } = await test.get('/signed-out?done')
    expect(headers['content-security-policy']).toContain('report-uri /csp-reports; report-to csp')
    expect(headers['reporting-endpoints']).toBe('csp="/csp-reports"')
    expect((await send(JSON.stringify(report('0999000001')))).statusCode).toBe(204)
    expect(reports().map((line) => JSON.parse(line).report)).toEqual([
      { directive: 'script-src', blocked: 'https://evil.example', page: '/payments/NYA-1' },
    ])
  })

  it('is bounded in size and rate', async () => {
    expect((await send(JSON.stringify(report('x'.repeat(9_000))))).statusCode).toBe(413)
    for (let count = 0; count < 70; count += 1) await send(JSON.stringify(report()))
    expect(reports()).toHaveLength(60)
  })
})
