import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { type CspReport, collectBrowserReports, type ScriptErrorReport } from './browser-reports.ts'

function open() {
  const reports: CspReport[] = []
  const errors: ScriptErrorReport[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  collectBrowserReports(app, {
    now: () => 0,
    onCsp: (report) => reports.push(report),
    onScriptError: (report) => errors.push(report),
  })
  const post = (payload: unknown, type = 'application/csp-report', url = '/csp-reports') =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: JSON.stringify(payload),
    })
  return { reports, errors, post }
}

const markers = ['thoko@example.com', '271828', 'a-token', '0991234567']
const hostile = markers.join(' ')

it('keeps the directive, the blocked origin and the page of a report', async () => {
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

it('keeps no text that a sender wrote into a report', async () => {
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
  for (const marker of markers) expect(JSON.stringify(reports)).not.toContain(marker)
})

it('keeps the name, the place and the page of a script error', async () => {
  const { errors, post } = open()
  const send = (sent: object) => post({ message: '', stack: '', ...sent }, 'text/plain;charset=UTF-8', '/script-errors')
  await send({
    name: 'TypeError',
    message: `Cannot read ${hostile}`,
    stack: `TypeError: ${hostile}\n at x (https://portal.example/assets/recharge-recharge-hGj_t9Zb.js:1:234)`,
    page: `/payment/status/${hostile}`,
  })
  await send({
    name: 'Error',
    message: 'Minified React error #418; visit https://react.dev/',
    page: '/prepaid-recharge',
  })
  await send({ name: hostile, message: hostile, stack: hostile, page: 7 })
  expect(errors).toEqual([
    { name: 'TypeError', at: 'recharge-recharge-hGj_t9Zb.js:1:234', page: '/payment/status/:id' },
    { name: 'Error', react: '418', page: '/prepaid-recharge' },
    { name: 'other', page: '' },
  ])
})
