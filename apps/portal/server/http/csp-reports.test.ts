import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { type CspReport, collectCspReports } from './csp-reports.ts'

function open() {
  const reports: CspReport[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  collectCspReports(app, { now: () => 0, reported: (report) => reports.push(report) })
  const post = (payload: unknown, type = 'application/csp-report') =>
    app.inject({
      method: 'POST',
      url: '/csp-reports',
      headers: { 'content-type': type },
      payload: JSON.stringify(payload),
    })
  return { reports, post }
}

const canaries = ['thoko@example.com', '271828', 'a-token', '0991234567']
const hostile = canaries.join(' ')

it('keeps of a report its directive, the blocked origin and the page', async () => {
  const { reports, post } = open()
  await post({
    'csp-report': {
      'effective-directive': 'script-src-elem',
      'blocked-uri': `https://evil.example/x?${hostile}`,
      'document-uri': `https://portal.example/payment/status/${hostile}?code=271828`,
      'script-sample': hostile,
    },
  })
  const body = { effectiveDirective: 'img-src', blockedURL: 'data', documentURL: 'https://portal.example/about' }
  await post([{ type: 'csp-violation', body: { ...body, sample: hostile } }], 'application/reports+json')
  expect(reports).toEqual([
    { directive: 'script-src-elem', blocked: 'https://evil.example', page: '/payment/status/:id' },
    { directive: 'img-src', blocked: 'data', page: '/about' },
  ])
})

it('keeps nothing that someone wrote into a report', async () => {
  const { reports, post } = open()
  const fields = { 'effective-directive': hostile, 'blocked-uri': hostile, 'document-uri': hostile }
  for (const report of [
    hostile,
    null,
    [hostile],
    { [hostile]: 1 },
    { 'csp-report': fields },
    { 'csp-report': hostile },
  ])
    expect((await post(report)).statusCode).toBe(204)
  for (const canary of canaries) expect(JSON.stringify(reports)).not.toContain(canary)
})
