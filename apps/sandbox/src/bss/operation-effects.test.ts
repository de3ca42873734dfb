import { describe, expect, it } from 'vitest'
import { openFixture, orderOf, paths, paymentOf, topUpOf } from './bss-fixture.ts'

const { ordering, products, balances, accounts, payments, bills } = paths
const topUps = `${balances}/topupBalance`
const orders = `${ordering}/productOrder`
const line = '999000100'

function remaining(amount: number) {
  return { row: { remainingValue: { amount, units: 'MWK' } } }
}

describe('a top-up', () => {
  it('credits the main balance immediately', async () => {
    const { get, post } = openFixture()
    const { row } = await post(topUps, topUpOf(line, 500, 'T1'))
    expect(row).toMatchObject({ status: 'completed', reason: 'T1', amount: { amount: 500, units: 'MWK' } })
    expect(await get(`${balances}/bucket/265${line}-main`)).toMatchObject(remaining(500))
    expect((await get(`${balances}/accumulatedBalance/265${line}-total`)).row.totalBalance).toEqual({
      amount: 500,
      units: 'MWK',
    })
  })

  it('is credited twice when it is sent twice, and both are found by their reason', async () => {
    const { get, post } = openFixture()
    await post(topUps, topUpOf(line, 0.1, 'T1'))
    await post(topUps, topUpOf(line, 0.2, 'T1'))
    await post(topUps, topUpOf(line, 1, 'T2'))
    expect((await get(`${topUps}?reason=T1`)).rows).toHaveLength(2)
    expect((await get(`${topUps}?reason=T3`)).rows).toEqual([])
    expect(await get(`${balances}/bucket/265${line}-main`)).toMatchObject(remaining(1.3))
  })

  it('returns a 404 for an unknown line or bucket without an effect', async () => {
    const { get, post } = openFixture()
    const { bucket: _without, ...byNumber } = topUpOf('999009999', 500, 'T1')
    expect(await post(topUps, byNumber)).toMatchObject({
      status: 404,
      row: { message: 'There is no line 265999009999' },
    })
    expect((await post(topUps, topUpOf('999009999', 500, 'T1'))).row.code).toBe('notFound')
    expect((await get(topUps)).rows).toEqual([])
  })

  it('fails in a foreign currency without a credit', async () => {
    const { get, post } = openFixture()
    const { row } = await post(topUps, { ...topUpOf(line, 5, 'T1'), amount: { amount: 5, units: 'USD' } })
    expect(row).toMatchObject({ status: 'failed', note: [{ text: 'The bucket holds MWK' }] })
    expect(await get(`${balances}/bucket/265${line}-main`)).toMatchObject(remaining(0))
  })
})

describe('an invalid amount', () => {
  it('is refused, or fails', async () => {
    const { post } = openFixture()
    const topUp = topUpOf(line, 5, 'T1')
    expect((await post(topUps, { ...topUp, amount: { units: 'MWK' } })).row.message).toBe('amount.amount is required')
    expect((await post(topUps, topUpOf(line, -5, 'T1'))).row.status).toBe('failed')
    expect((await post(`${payments}/payment`, paymentOf('P1234567890', 0, 'P1'))).row.status).toBe('failed')
  })
})

describe('an adjustment', () => {
  const payer = '999000001'
  const adjusted = (amount: number, more: object = {}) => ({ ...topUpOf(payer, amount, 'A1'), ...more })
  const adjustments = `${balances}/adjustBalance`

  it('debits with a negative amount', async () => {
    const { get, post } = openFixture()
    expect((await post(adjustments, adjusted(-1_200))).row.status).toBe('completed')
    expect(await get(`${balances}/bucket/265999000001-main`)).toMatchObject(remaining(3_800))
    expect((await get(`${adjustments}?reason=A1`)).rows).toHaveLength(1)
  })

  it('never makes a balance negative', async () => {
    const { get, post } = openFixture()
    expect((await post(adjustments, adjusted(-5_001))).row).toMatchObject({
      status: 'failed',
      note: [{ text: 'The balance is too low' }],
    })
    expect(await get(`${balances}/bucket/265999000001-main`)).toMatchObject(remaining(5_000))
  })

  it('happens twice when it is sent twice, and both are found by their reason and ids', async () => {
    const { get, post } = openFixture()
    const first = await post(adjustments, adjusted(-100))
    const second = await post(adjustments, adjusted(-100))
    expect((await get(`${adjustments}?reason=A1`)).rows).toEqual([first.row, second.row])
    expect((await get(`${adjustments}/${first.row.id}`)).row).toEqual(first.row)
    expect(await get(`${balances}/bucket/265${payer}-main`)).toMatchObject(remaining(4_800))
  })

  it('has an id that is unique across resets', async () => {
    const { post } = openFixture()
    const { row } = await post(adjustments, adjusted(-1))
    await post('/__sim/reset', {})
    expect((await post(adjustments, adjusted(-1))).row.id).not.toBe(row.id)
  })

  it('never debits a barred line, but credits it', async () => {
    const { get, post } = openFixture()
    await post(`/__sim/bss/lines/${payer}`, { isBarred: true })
    expect((await get(`${balances}/bucket/265${payer}-main`)).row.status).toBe('suspended')
    expect((await post(adjustments, adjusted(-100))).row).toMatchObject({
      status: 'failed',
      note: [{ text: 'The line is barred' }],
    })
    expect((await post(adjustments, adjusted(100))).row.status).toBe('completed')
    expect(await get(`${balances}/bucket/265${payer}-main`)).toMatchObject(remaining(5_100))
  })

  it('returns a 404 for an unknown bucket without an effect', async () => {
    const { get, post } = openFixture()
    const unknown = adjusted(-100, { bucket: { id: '265999009999-main' } })
    expect(await post(adjustments, unknown)).toMatchObject({ status: 404, row: { code: 'notFound' } })
    expect((await get(adjustments)).rows).toEqual([])
  })

  it('is in the provider records as a capture of the operator, and as a refund', async () => {
    const { get, post } = openFixture()
    const records = async () => (await get('/__sim/books')).row.captures
    const { row } = await post(adjustments, adjusted(-100.5))
    await post(adjustments, adjusted(-5_000, { reason: 'A2' }))
    await post(adjustments, adjusted(7))
    const taken = {
      provider: 'bss',
      reference: 'A1',
      providerReference: row.id,
      amountMinor: 10_050,
      currency: 'MWK',
      payer,
      refundedMinor: 0,
      at: '2026-11-20T08:00:00.000Z',
    }
    expect(await records()).toEqual([taken])

    await post(adjustments, adjusted(100.5, { reason: 'A1-refund', description: 'refund of A1' }))
    expect(await records()).toEqual([{ ...taken, refundedMinor: 10_050 }])
  })

  it('counts once when it was refunded once and debited twice', async () => {
    const { get, post } = openFixture()
    await post(adjustments, adjusted(-100))
    await post(adjustments, adjusted(-100))
    await post(adjustments, adjusted(100, { reason: 'A1-refund', description: 'refund of A1' }))
    expect((await get('/__sim/books')).row.captures).toMatchObject([{ refundedMinor: 10_000 }, { refundedMinor: 0 }])
  })
})

describe('an order', () => {
  it('is acknowledged first and completed when it is read', async () => {
    const { get, post } = openFixture()
    const { row } = await post(orders, orderOf(line, 'MW-X-1000', 'O1'))
    expect(row).toMatchObject({ state: 'acknowledged', externalId: 'O1' })
    expect((await get(`${orders}?externalId=O1`)).rows).toMatchObject([{ id: row.id, state: 'completed' }])
  })

  it('gives the line a product and a bucket for each volume, for exactly the validity of the bundle', async () => {
    const { get, post } = openFixture()
    await post(orders, orderOf(line, 'MW-X-1000', 'O1'))
    const bundle = (await get(`${products}/product?productSerialNumber=265${line}`)).rows[1]
    expect(bundle).toMatchObject({
      status: 'active',
      productOffering: { id: 'MW-X-1000' },
      terminationDate: '2026-11-27T08:00:00.000Z',
    })
    const { rows } = await get(`${balances}/bucket?product.id=${bundle?.id}`)
    expect(rows.map(({ usageType, remainingValue }) => [usageType, remainingValue])).toEqual([
      ['data', { amount: 1, units: 'GB' }],
      ['voice', { amount: 60, units: 'MIN' }],
      ['sms', { amount: 100, units: 'SMS' }],
    ])
    for (const { validFor } of rows) expect(validFor).toMatchObject({ endDateTime: '2026-11-27T08:00:00.000Z' })
  })

  it('gives a bundle without validity no end, and an unlimited one -1', async () => {
    const { get, post } = openFixture()
    await post(orders, orderOf(line, 'MW-Z-1000', 'O1'))
    await post(orders, orderOf('999000072', 'HBB-UNL', 'O2'))
    const [endless] = (await get(`${balances}/bucket?logicalResource.id=265${line}&usageType=data`)).rows
    expect(endless?.validFor).toEqual({ startDateTime: '2026-11-20T08:00:00.000Z' })
    const [unlimited] = (await get(`${balances}/bucket?logicalResource.id=265999000072&usageType=data`)).rows
    expect(unlimited?.remainingValue).toEqual({ amount: -1, units: 'GB' })
  })

  it.each([
    ['an unknown offering', line, 'MW-NOTHING'],
    ['an unknown line', '999009999', 'MW-D-100'],
    ['a router bundle for a phone', line, 'HBB-150'],
    ['a phone bundle for a router', '999000070', 'MW-D-100'],
    ['a prepaid bundle for a postpaid line', '999000050', 'MW-D-100'],
  ])('for %s is accepted and then fails, without an effect', async (_what, msisdn, offering) => {
    const { get, post } = openFixture()
    const before = (await get(`${products}/product`)).headers['x-total-count']
    const { row } = await post(orders, orderOf(msisdn, offering, 'O1'))
    expect(row.state).toBe('acknowledged')
    expect((await get(`${orders}/${row.id}`)).row.state).toBe('failed')
    expect((await get(`${products}/product`)).headers['x-total-count']).toBe(before)
  })
})

describe('a payment to billing', () => {
  it('pays the named bill and reduces the debt of the account', async () => {
    const { get, post } = openFixture()
    const [overdue] = (await get(`${bills}/customerBill?billingAccount.id=P1234567890`)).rows
    const { row } = await post(`${payments}/payment`, paymentOf('P1234567890', 65_000, 'P1', String(overdue?.id)))
    expect(row).toMatchObject({ status: 'done', correlatorId: 'P1' })
    expect((await get(`${bills}/customerBill/${overdue?.id}`)).row).toMatchObject({
      state: 'settled',
      remainingAmount: { unit: 'MWK', value: 0 },
      appliedPayment: [{ appliedAmount: { value: 65_000 }, payment: { id: row.id } }],
    })
    expect((await get(`${accounts}/billingAccount/P1234567890`)).row.accountBalance).toMatchObject([
      { balanceType: 'outstanding', amount: { unit: 'MWK', value: 65_000 } },
    ])
  })

  it('without a bill pays the oldest first, to the last tambala', async () => {
    const { get, post } = openFixture()
    await post(`${payments}/payment`, paymentOf('1000000051', 10_000.1, 'P1'))
    const { rows } = await get(`${bills}/customerBill?billingAccount.id=1000000051`)
    expect(rows).toMatchObject([
      { state: 'settled', remainingAmount: { value: 0 } },
      { state: 'partiallyPaid', remainingAmount: { value: 10_999.9 } },
    ])
    expect((await get(`${payments}/payment?correlatorId=P1`)).rows).toHaveLength(1)
  })

  it('may leave a credit', async () => {
    const { get, post } = openFixture()
    await post(`${payments}/payment`, paymentOf('1000000052', 100, 'P1'))
    const { row } = await get(`${accounts}/billingAccount/1000000052`)
    expect(row.accountBalance).toMatchObject([{ amount: { value: -100 } }])
  })

  it('returns a 404 for an unknown account', async () => {
    const { post } = openFixture()
    expect((await post(`${payments}/payment`, paymentOf('P0000000000', 100, 'P1'))).status).toBe(404)
  })
})

describe('the provider records', () => {
  it("contain one delivery for each effect, under its buyer's reference", async () => {
    const { get, post } = openFixture()
    await post(topUps, topUpOf(line, 500.5, 'T1'))
    await post(topUps, topUpOf(line, 500.5, 'T1'))
    await post(topUps, { ...topUpOf(line, 1, 'T2'), amount: { amount: 1, units: 'USD' } })
    await post(orders, orderOf(line, 'MW-D-100', 'O1'))
    await post(`${payments}/payment`, paymentOf('P1234567890', 100, 'P1'))
    const at = '2026-11-20T08:00:00.000Z'
    const topUp = { reference: 'T1', kind: 'topup', msisdn: line, amountMinor: 50_050, currency: 'MWK', at }
    expect((await get('/__sim/books')).row.deliveries).toEqual([
      topUp,
      topUp,
      { reference: 'O1', kind: 'order', msisdn: line, productCode: 'MW-D-100', at },
      { reference: 'P1', kind: 'payment', account: 'P1234567890', amountMinor: 10_000, currency: 'MWK', at },
    ])
  })
})
