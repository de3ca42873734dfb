import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openUba } from './fixture.ts'

let uba: Awaited<ReturnType<typeof openUba>>

beforeEach(async () => {
  uba = await openUba()
})
afterEach(() => uba.close())

describe('the registration of a payment', () => {
  it('returns the id of the transaction as plain text', async () => {
    const id = (await uba.register()).trim()
    expect(id).toMatch(/^CIPG-261120-\d{11}$/)
    expect(await uba.inspect()).toMatchObject({
      reference: 'TXN-1',
      transactionId: id,
      outcome: 'open',
      amountMinor: 100_000,
      currency: 'MWK',
      customer: { name: 'Chisomo Banda', email: 'chisomo@example.com', phone: '265999000001' },
    })
  })

  it('has a JSON variant', async () => {
    const { registration } = await uba.registerAsJson()
    expect(registration.transaction.id).toBe((await uba.inspect()).transactionId)
    expect((await uba.registerAsJson({ total: '' })).registration.error).toBe('Missing field total')
  })

  it.each([
    ['Invalid merchant', { merchantId: 'X' }],
    ['Invalid service key', { serviceKey: 'X' }],
    ['Missing field total', { total: '' }],
    ['Missing field referenceNumber', { referenceNumber: '' }],
    ['Missing field customerLastname', { customerLastname: '' }],
    ['Invalid total', { total: '10.001' }],
    ['Invalid total', { total: '0.00' }],
    ['Total exceeds limit', { total: '1500000.01' }],
    ['Invalid currency code', { countryCurrencyCode: 'MWK' }],
    ['Invalid date', { date: '2026-11-20 12:00:00' }],
    ['Invalid number of items', { noOfItems: '0' }],
  ])('answers "%s"', async (answer, changes) => {
    expect(await uba.register(changes)).toBe(answer)
    expect(await uba.inspect()).toEqual({ message: 'No such payment' })
  })

  it('accepts a reference once', async () => {
    await uba.register()
    expect(await uba.register({ total: '5.00' })).toBe('Duplicate reference number')
    expect(await uba.inspect()).toMatchObject({ amountMinor: 100_000 })
  })

  it('accepts a missing e-mail address', async () => {
    expect(await uba.register({ customerEmail: '' })).toMatch(/^CIPG-/)
  })
})

describe('the verification of a payment', () => {
  it.each([
    ['approved', 'Approved Transaction;TXN-1;1000.00;MWK'],
    ['wrong_amount', 'Approved Transaction;TXN-1;1001.00;MWK'],
    ['declined', 'Declined Transaction;TXN-1'],
    ['cancelled', 'Cancelled Transaction;TXN-1'],
  ])('reports a payment that was %s', async (outcome, text) => {
    await uba.register()
    expect(await uba.verify()).toBe('Pending Transaction;TXN-1')
    await uba.control('TXN-1/pay', { outcome })
    expect(await uba.verify()).toBe(text)
  })

  it('may leave out the amount', async () => {
    await uba.register()
    await uba.control('settings', { echoesAmount: false })
    await uba.control('TXN-1/pay', { outcome: 'approved' })
    expect(await uba.verify()).toBe('Approved Transaction;TXN-1')
  })

  it('requires both ids of a payment, and its merchant', async () => {
    const id = (await uba.register()).trim()
    expect(await uba.verify({ cipgtxnref: id })).toContain('Pending')
    expect(await uba.verify({ cipgtxnref: '' })).toContain('Pending')
    expect(await uba.verify({ cipgtxnref: 'CIPG-1' })).toBe('Transaction Not Found')
    expect(await uba.verify({ mytxnref: 'TXN-9' })).toBe('Transaction Not Found')
    expect(await uba.verify({ cipgid: 'X' })).toBe('Invalid Merchant')
    expect(await uba.verify({}, { serviceKey: 'X' })).toBe('Invalid Merchant')
  })
})

describe("the bank's merchant service", () => {
  it('refunds captures by hand, and nothing else', async () => {
    await uba.register()
    expect((await uba.control('TXN-1/refund')).status).toBe(409)
    await uba.control('TXN-1/pay', { outcome: 'approved' })
    expect((await uba.control('TXN-1/pay', { outcome: 'declined' })).status).toBe(409)
    await uba.control('TXN-1/refund')
    expect(uba.captures()).toMatchObject([{ amountMinor: 100_000, refundedMinor: 100_000 }])
  })

  it('refuses an unknown outcome', async () => {
    expect((await uba.control('TXN-9/pay', { outcome: 'approved' })).status).toBe(404)
    await uba.register()
    expect((await uba.control('TXN-1/pay', { outcome: 'lost' })).status).toBe(400)
    expect((await uba.control('settings', { echoesAmount: 1 })).status).toBe(400)
  })
})
