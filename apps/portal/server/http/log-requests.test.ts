import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const id = '7ZZZ1VDJA4JPKTSWA5W9WEJBV7'

let test: TestApp
let logged: string
beforeEach(async () => {
  logged = ''
  test = await createTestApp({
    log: {
      write(line) {
        logged += line
      },
    },
  })
})
afterEach(() => test.close())

it('does not log the token of a misspelled callback address of a provider', async () => {
  const notify = '/api/portal-service/transaction/v1/pg-callback/notify/dpo'
  for (const end of ['/', '//', '/again', '?x=1'])
    await test.app.inject({ method: 'POST', url: `${notify}/some-secret-token${end}`, payload: {} })
  expect(logged).toContain('/api/portal-service/transaction/v1/pg-callback/notify')
  expect(logged).not.toContain('some-secret-token')
})

it.each(['notify/bss%2F', 'notify%2Fbss/', 'notify%2fbss%2f', '/notify/bss/', 'Notify/BSS/', 'notify/', 'notify'])(
  'does not log the token of a callback address that the BSS calls as %s',
  async (path) => {
    const url = `/api/portal-service/lead/v1/${path}some-secret-token`
    await test.app.inject({ method: 'POST', url, payload: {} })
    expect(logged).toContain('/api/portal-service/lead/v1/')
    expect(logged).not.toContain('some-secret-token')
  },
)

it.each([
  [`/pay-me/${id}`, '/pay-me/:id'],
  [`/pay-me/${id}.data`, '/pay-me/:id'],
  [`/pay-me/${id}%20`, '/pay-me/:id'],
  [`/sw/Pay-Me//${id}.data?_routes=x`, '/sw/Pay-Me//:id'],
  [`/pay-me/x/${id}`, '/pay-me/:id'],
  [`/pay-me/%37${id.slice(1)}`, '/pay-me/:id'],
  [`/payment/status/${id}.data`, '/payment/status/:id'],
  [`/payment/status/${id}/state.data`, '/payment/status/:id/state'],
  [`/payment/status.data?id=${id}`, '/payment/status.data'],
  [`/somewhere/else/${id}.data`, '/somewhere/else/:id.data'],
])('logs %s as %s', async (url, path) => {
  await test.app.inject({ url })
  expect(logged).toContain(`"path":"${path}"`)
  expect(logged).not.toContain(id.slice(1))
})

it('does not log what opens a payment, in an address or in a report about one', async () => {
  await test.app.inject({ url: `/payment/status/${id}/state?id=${id}` })
  await test.app.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    payload: JSON.stringify({ 'csp-report': { 'document-uri': `https://portal/payment/status/${id}?id=${id}` } }),
  })
  expect(logged).toContain('/payment/status/:id')
  expect(logged).toContain('csp report')
  expect(logged).not.toContain(id)
})
