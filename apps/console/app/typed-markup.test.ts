import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../server/testing/test-console.ts'

let test: TestConsole
beforeEach(async () => {
  test = await createTestConsole()
})
afterEach(() => test.close())

const markup = `"><script>alert(1)</script><img src=x onerror='alert(1)'>{{7*7}}`

describe('typed text in the console', () => {
  it('is shown as text and never becomes part of a page', async () => {
    const reference = await test.paid()
    const agent = await test.signIn(test.staffOf('care_agent', markup))
    const form = { act: 'refund', subject: reference, reason: 'complaint', note: markup }
    expect((await test.post(`/payments/${reference}`, form, agent)).statusCode).toBe(303)
    const typed = new URLSearchParams({ requested: markup, state: markup, person: markup, to: markup })
    const administrator = await test.signIn('administrator')
    for (const [address, cookie] of [
      [`/payments/${reference}`, agent],
      [`/payments/${reference}?${typed}`, agent],
      ['/queues/requests', await test.signIn('care_lead')],
      ['/audit', administrator],
      [`/audit?${typed}`, administrator],
      [`/sign-in/callback?${typed}`, ''],
    ] as const) {
      const { body } = await test.get(address, cookie)
      expect(body, address).not.toContain('<script>alert')
      expect(body, address).not.toContain('<img src=x')
    }
    expect((await test.get('/audit', administrator)).body).toContain('&lt;script&gt;alert(1)')
  })

  it('that reads like a statement of SQL finds nothing and changes nothing', async () => {
    await test.paid()
    const cookie = await test.signIn('care_agent')
    for (const text of [`' or 1=1 --`, `"; drop table orders; --`, `999000001' union select 1`, '%', '____']) {
      const { headers } = await test.post('/search', { text }, cookie)
      const { body } = await test.get(String(headers.location), cookie)
      expect(body, text).not.toContain('/payments/')
    }
    const { headers } = await test.post('/search', { text: '0999000001' }, cookie)
    expect(headers.location).toMatch(/^\/payments\//)
  })
})
