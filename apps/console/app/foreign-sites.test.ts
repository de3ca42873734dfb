import { roles } from '@nyanja/domain/staff/roles'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../server/testing/test-console.ts'

let test: TestConsole
beforeEach(async () => {
  test = await createTestConsole()
})
afterEach(() => test.close())

describe('what another site or another person cannot do', () => {
  it('is to frame a page, for staff and for visitors, found or not', async () => {
    const reference = await test.paid()
    const cookie = await test.signIn('care_lead')
    for (const [address, of] of [
      ['/', cookie],
      [`/payments/${reference}`, cookie],
      ['/payments/NYA-0000-0000', cookie],
      ['/sign-in/callback', ''],
      ['/signed-out?done', ''],
    ] as const) {
      const { headers } = await test.get(address, of)
      expect(headers['content-security-policy'], address).toContain(`frame-ancestors 'none'`)
      expect(headers['cross-origin-opener-policy'], address).toBe('same-origin')
    }
  })

  it('is to send a form, with a foreign origin or with none', async () => {
    const reference = await test.paid()
    const cookie = await test.signIn('care_agent')
    const form = { act: 'refund', subject: reference, reason: 'complaint' }
    for (const origin of ['https://evil.example', 'http://localhost:3400.evil.example', 'http://localhost:3000', ''])
      expect((await test.post(`/payments/${reference}`, form, cookie, origin)).statusCode, origin).toBe(403)
    expect(await test.console.stores.staffRequests.openAbout(reference)).toEqual([])
  })

  it('is to open the search of a colleague, of any role', async () => {
    await test.paid()
    await test.paid()
    const own = await test.signIn(test.staffOf('care_agent', 'Alinafe'))
    const { headers } = await test.post('/search', { text: '0999000001' }, own)
    const address = String(headers.location)
    expect((await test.get(address, own)).body).toContain('2 payments')
    for (const role of roles) {
      const { statusCode, body } = await test.get(address, await test.signIn(test.staffOf(role, 'Chimwemwe')))
      expect(statusCode, role).toBe(404)
      expect(body, role).not.toContain('/payments/')
    }
  })

  it('is to decide the request about another payment from this page', async () => {
    const [first, second] = [await test.paid(), await test.paid()]
    const agent = await test.signIn('care_agent')
    await test.post(`/payments/${first}`, { act: 'refund', subject: first, reason: 'complaint' }, agent)
    const [request] = await test.console.stores.staffRequests.openAbout(first)
    const form = { act: 'approve', subject: request?.id ?? '', reason: 'complaint' }
    const finance = await test.signIn('finance')
    expect((await test.post(`/payments/${second}`, form, finance)).statusCode).toBe(404)
    expect((await test.post(`/payments/${second}`, { ...form, subject: first }, finance)).statusCode).toBe(404)
    expect(await test.console.stores.staffRequests.openAbout(first)).toHaveLength(1)
  })
})
