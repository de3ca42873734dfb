import { describe, expect, it } from 'vitest'
import { openFixture, paths } from '../bss/bss-fixture.ts'
import { viewLine } from '../bss/line-view.ts'
import { Store } from '../bss/store.ts'
import { textAt, valuesAt } from '../core/bodies.ts'
import { demoNumber, markets } from '../core/market.ts'
import seeds from './bundles.json' with { type: 'json' }
import { seedBss } from './seed-bss.ts'

async function lineOf(number: number) {
  return (await openFixture().get(`/__sim/bss/lines/999000${String(number).padStart(3, '0')}`)).row
}

describe('the demo lines', () => {
  it.each([
    [1, { type: 'PREPAID', service: 'mobile', bundles: [{ productCode: 'MW-W-1000' }] }],
    [49, { type: 'PREPAID', service: 'mobile', bundles: [] }],
    [50, { type: 'POSTPAID', mainBalance: null, account: { outstanding: 18_250.75 } }],
    [53, { type: 'POSTPAID', account: { outstanding: -500 } }],
    [60, { type: 'HYBRID', mainBalance: { amount: 750 }, account: { outstanding: 3_000 } }],
    [70, { type: 'PREPAID', service: 'HBB', bundles: [{ productCode: 'HBB-150' }] }],
    [71, { service: 'HBB', buckets: [{ usageType: 'data', remaining: -1 }] }],
    [100, { type: 'PREPAID', mainBalance: { amount: 0, currency: 'MWK' }, bundles: [] }],
    [999, { type: 'PREPAID', mainBalance: { amount: 0, currency: 'MWK' } }],
  ])('have 999000%i as documented', async (number, line) => {
    expect(await lineOf(number)).toMatchObject(line)
  })
})

describe('the demo lines of DR Congo', () => {
  const store = new Store(markets.cd)
  seedBss(store, new Date('2026-11-20T08:00:00Z'))

  it.each([
    [1, { international: '243830000001', mainBalance: { amount: 5, currency: 'USD' } }],
    [2, { mainBalance: { amount: 0.25, currency: 'USD' } }],
    [50, { type: 'POSTPAID', account: { outstanding: 18.25, currency: 'USD' } }],
    [70, { service: 'HBB', bundles: [{ productCode: 'HBB-150' }] }],
    [100, { type: 'PREPAID', mainBalance: { amount: 0, currency: 'USD' } }],
  ])('have 830000%i in dollars', (number, line) => {
    expect(viewLine(store, demoNumber(markets.cd, number))).toMatchObject(line)
  })

  it('have the bundles of their own country', () => {
    expect(viewLine(store, '830000001')).toMatchObject({ bundles: [{ productCode: 'CD-W-1000' }] })
    expect(new Set(seeds.CD.map(({ category }) => category))).toEqual(new Set(seeds.MW.map(({ category }) => category)))
  })
})

describe('the demo accounts', () => {
  it.each(['2026-01-01T00:30:00Z', '2026-02-28T22:30:00Z', '2028-02-29T12:00:00Z'])(
    'have an overdue and an open invoice whenever the sandbox starts: %s',
    (day) => {
      const store = new Store(markets.mw)
      seedBss(store, new Date(day))
      const due = store
        .in('customerBill')
        .find('billingAccount.id', 'P1234567890')
        .map((bill) => Date.parse(textAt(bill, 'paymentDueDate') ?? ''))
      expect(due.map((time) => time < Date.parse(day))).toEqual([true, false])
    },
  )

  it('owe the sum of the unpaid rests of their bills', async () => {
    const { get } = openFixture()
    for (const id of ['P1234567890', 'PE1234567890', 'P1234567891', 'PE1234567891', 'P1234567892', '1000000051']) {
      const { rows } = await get(`${paths.bills}/customerBill?billingAccount.id=${id}`)
      const left = rows.reduce((total, row) => total + Number(textAt(row, 'remainingAmount', 'value')), 0)
      const { row } = await get(`${paths.accounts}/billingAccount/${id}`)
      expect([id, textAt(row, 'accountBalance', 'amount', 'value')]).toEqual([id, String(left)])
    }
  })

  it('belong to one fixed line each', async () => {
    const { rows } = await openFixture().get(`${paths.products}/product?billingAccount.id=PE1234567890`)
    expect(rows).toMatchObject([{ productSpecification: { id: 'ps-fixed-line' }, productSerialNumber: '2651755002' }])
  })
})

describe('the catalogue', () => {
  it('covers every family', () => {
    expect(new Set(seeds.MW.map(({ category }) => category))).toEqual(
      new Set(['data', 'social', 'voice', 'mixed', 'sms', 'router']),
    )
    expect(new Set(seeds.MW.map(({ periodType }) => periodType))).toEqual(
      new Set(['Daily', 'Weekly', 'Monthly', 'Others']),
    )
    expect(seeds.MW).toHaveLength(15)
  })

  it('has the same price inline and at the price resource', async () => {
    const { get } = openFixture()
    const { row } = await get(`${paths.catalogue}/productOffering/MW-W-2600`)
    expect(valuesAt(row, ['productOfferingPrice', 'price', 'taxIncludedAmount'])).toEqual([
      { unit: 'MWK', value: 2_000 },
    ])
    const [price] = (
      await get(`${paths.catalogue}/productOfferingPrice?id=${textAt(row, 'productOfferingPrice', 'id')}`)
    ).rows
    expect(price?.price).toEqual({ unit: 'MWK', value: 2_000 })
  })

  it('has volumes with units, and no end for unlimited bundles', async () => {
    const { get } = openFixture()
    const { row } = await get(`${paths.catalogue}/productOffering/MW-Z-1000`)
    expect(row.productOfferingTerm).toEqual([])
    expect(row.prodSpecCharValueUse).toContainEqual({
      name: 'data',
      productSpecCharacteristicValue: [{ value: 1, isDefault: true, unitOfMeasure: 'GB' }],
    })
    const night = (await get(`${paths.catalogue}/productOffering/MW-N-2000`)).row
    expect(valuesAt(night, ['prodSpecCharValueUse', 'name'])).toContain('nightWindow')
  })
})

it('is the same again after changes and a reset, and new after a minute', () => {
  const now = new Date('2026-11-20T08:00:00Z')
  const store = new Store(markets.mw)
  store.reset(now, seedBss)
  const seeded = store.snapshot()
  const [bucket] = [...store.in('bucket').all()]
  if (bucket) store.change('bucket', bucket, { status: 'expired' })
  store.add('salesLead', { name: 'HB-1' })
  store.in('productOffering').delete('MW-W-2600')
  store.reset(now, seedBss)
  expect(store.in('bucket').find('status', 'expired')).toEqual([])
  expect(store.in('salesLead').find('name', 'HB-1')).toEqual([])
  expect(store.get('productOffering', 'MW-W-2600')).toBeDefined()
  expect(store.snapshot().nextId).toBe(seeded.nextId)
  store.reset(new Date('2026-11-20T09:00:00Z'), seedBss)
  expect(store.get('bucket', bucket?.id)?.confirmationDate).toBe('2026-11-20T09:00:00.000Z')
})
