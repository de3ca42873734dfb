import { hour } from '@nyanja/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'

let test: TestConsole
let cookie: string
beforeEach(async () => {
  test = await createTestConsole()
  cookie = await test.signIn('care_agent')
})
afterEach(() => test.close())

const search = async (fields: Readonly<Record<string, string>>) => {
  const { statusCode, headers } = await test.post('/search', fields, cookie)
  expect(statusCode).toBe(303)
  return String(headers.location)
}

describe('a search', () => {
  it('leads to the payment when there is one', async () => {
    const reference = await test.paid()
    for (const text of [reference, reference.toLowerCase(), '0999000001', '+265 999 000 001'])
      expect(await search({ text })).toBe(`/payments/${reference}`)
  })

  it('lists several under an address without what was typed, for the person who typed it', async () => {
    const references = [await test.paid(), await test.paid()]
    const address = await search({ text: '0999000001' })
    expect(address).toMatch(/^\/\?search=[0-9A-Z]{26}$/)
    const { body } = await test.get(address, cookie)
    for (const reference of references) expect(body).toContain(`href="/payments/${reference}"`)
    expect(body).toContain('+265 99 ••• ••01')
    expect(body).not.toContain('999000001')
    expect((await test.get(address, await test.signIn('finance'))).statusCode).toBe(404)
  })

  it('is forgotten after an hour', async () => {
    const address = await search({ text: '0999000009' })
    expect((await test.get(address, cookie)).body).toContain('No payment found')
    for (let minutes = 0; minutes < 60; minutes += 20) {
      test.clock.now += hour / 3
      await test.get('/', cookie)
    }
    expect((await test.get(address, cookie)).body).toContain('This search is more than an hour old')
  })

  it('by amount and day finds the day of the market, and explains what it cannot read', async () => {
    const reference = await test.paid()
    const fields = { amount: '500', currency: 'MWK', day: '2026-11-20', from: '', until: '' }
    expect(await search(fields)).toBe(`/payments/${reference}`)
    const bad = await test.get(await search({ ...fields, amount: 'five' }), cookie)
    expect(bad.statusCode).toBe(422)
    expect(bad.body).toContain('This amount cannot be read')
    expect((await test.get(await search({ ...fields, day: '2026-11-19' }), cookie)).body).toContain('No payment found')
  })

  it('filters by state in the address', async () => {
    await test.paid()
    await test.payments.startAttempt(await test.payments.placedOrder(), { method: 'nyanja_money' })
    const address = await search({ text: '0999000001' })
    const { body } = await test.get(`${address}&state=delivered`, cookie)
    expect(body.match(/href="\/payments\//g)).toHaveLength(1)
  })
})

it('a page is in the language that a person has chosen', async () => {
  const { headers } = await test.post('/language', { language: 'fr', to: '/' }, cookie)
  const chosen = String(headers['set-cookie']).replace(/;.*/, '')
  expect((await test.get('/', `${cookie}; ${chosen}`)).body).toContain('Trouver un paiement')
  expect((await test.post('/language', { language: 'xx', to: '//evil.example' }, cookie)).headers.location).toBe('/')
})
