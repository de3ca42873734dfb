import { describe, expect, it } from 'vitest'
import { openFixture, paths, paymentOf } from './bss-fixture.ts'

const accounts = '/__sim/bss/accounts'
const shop = {
  id: 'P7000000001',
  line: '1756001',
  email: 'till@shop.example',
  phone: '265999000123',
  bills: [
    { amount: 500.5, dueInDays: -3 },
    { amount: 900, paid: 400, dueInDays: 8 },
  ],
}

describe('a fixed account that a test creates', () => {
  it('has its line, its bills and its account contact', async () => {
    const { get, post } = openFixture()
    expect(await post(accounts, shop)).toMatchObject({ status: 201, row: { id: shop.id, bills: 2 } })
    expect((await get(`${paths.accounts}/billingAccount/${shop.id}`)).row).toMatchObject({
      contact: [
        {
          contactMedium: [
            { characteristic: { emailAddress: shop.email } },
            { characteristic: { phoneNumber: shop.phone } },
          ],
        },
      ],
    })
    expect((await get(`${paths.products}/product?billingAccount.id=${shop.id}`)).rows).toHaveLength(1)
    expect((await get(`${accounts}/${shop.id}`)).row).toMatchObject({
      outstanding: 1000.5,
      open: 2,
      bills: [
        { state: 'sent', remaining: 500.5 },
        { state: 'partiallyPaid', remaining: 500 },
      ],
    })
  })

  it('may have no account contact', async () => {
    const { get, post } = openFixture()
    const { email: _, phone: __, ...silent } = shop
    await post(accounts, silent)
    const { row } = await get(`${paths.accounts}/billingAccount/${shop.id}`)
    expect(row).toMatchObject({ contact: [{ contactMedium: [] }] })
  })

  it('shows which of its bills are paid', async () => {
    const { get, post } = openFixture()
    await post(accounts, shop)
    const [bill] = (await get(`${paths.bills}/customerBill?billingAccount.id=${shop.id}`)).rows
    await post(`${paths.payments}/payment`, paymentOf(shop.id, 500.5, 'T1', String(bill?.id)))
    expect((await get(`${accounts}/${shop.id}`)).row).toMatchObject({
      open: 1,
      bills: [{ state: 'settled', remaining: 0 }, { state: 'partiallyPaid' }],
    })
  })

  it('is created once, and only with a valid number', async () => {
    const { post } = openFixture()
    await post(accounts, shop)
    expect(await post(accounts, shop)).toMatchObject({ status: 400 })
    expect(await post(accounts, { ...shop, id: '7000000001' })).toMatchObject({ status: 400 })
    expect(await post(accounts, { ...shop, id: 'P7000000002', bills: [{ amount: 0, dueInDays: 1 }] })).toMatchObject({
      status: 400,
    })
  })

  it('is listed with the seeded ones', async () => {
    const { get, post } = openFixture()
    await post(accounts, shop)
    const { rows } = await get(accounts)
    expect(rows).toContainEqual({
      id: 'P1234567890',
      name: 'Chisomo Banda',
      outstanding: 130_000,
      currency: 'MWK',
      open: 2,
    })
    expect(rows).toContainEqual(expect.objectContaining({ id: shop.id, open: 2 }))
    expect((await get(`${accounts}/P0000000000`)).status).toBe(404)
  })
})
