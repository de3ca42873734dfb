import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'

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

it('does not keep the token of an address that a provider calls nearly right', async () => {
  const notify = '/api/portal-service/transaction/v1/pg-callback/notify/dpo'
  for (const end of ['/', '//', '/again', '?x=1'])
    await test.app.inject({ method: 'POST', url: `${notify}/some-secret-token${end}`, payload: {} })
  expect(logged).toContain(notify)
  expect(logged).not.toContain('some-secret-token')
})

it('does not keep what opens a payment, in an address or in a report about one', async () => {
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
