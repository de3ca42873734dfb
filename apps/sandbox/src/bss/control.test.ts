import { describe, expect, it } from 'vitest'
import { openFixture, orderOf, paths, paymentOf, topUpOf } from './bss-fixture.ts'

const topUps = `${paths.balances}/topupBalance`
const orders = `${paths.ordering}/productOrder`
const line = '999000100'

async function balanceOf(fixture: ReturnType<typeof openFixture>) {
  return (await fixture.get(`/__sim/bss/lines/${line}`)).row.mainBalance
}

describe('a planned outcome', () => {
  it('fails the next top-up of the line, and no other', async () => {
    const fixture = openFixture()
    await fixture.post('/__sim/bss/outcomes', { operation: 'topup', msisdn: line, outcome: 'failed' })
    expect((await fixture.post(topUps, topUpOf('999000101', 5, 'T1'))).row.status).toBe('completed')
    expect((await fixture.post(topUps, topUpOf(line, 5, 'T2'))).row.status).toBe('failed')
    expect((await fixture.post(topUps, topUpOf(line, 5, 'T3'))).row.status).toBe('completed')
    expect(await balanceOf(fixture)).toEqual({ amount: 5, currency: 'MWK' })
  })

  it('applies the requested number of times', async () => {
    const { post } = openFixture()
    await post('/__sim/bss/outcomes', { operation: 'payment', outcome: 'failed', times: 2 })
    const states = []
    for (const id of ['1', '2', '3']) {
      states.push((await post(`${paths.payments}/payment`, paymentOf('P1234567890', 1, id))).row.status)
    }
    expect(states).toEqual(['failed', 'failed', 'done'])
  })

  it('holds a top-up as created until it is released', async () => {
    const fixture = openFixture()
    await fixture.post('/__sim/bss/outcomes', { operation: 'topup', outcome: 'hold' })
    const { row } = await fixture.post(topUps, topUpOf(line, 5, 'T1'))
    fixture.pass(86_400_000)
    expect((await fixture.get(`${topUps}/${row.id}`)).row.status).toBe('created')
    expect(await balanceOf(fixture)).toEqual({ amount: 0, currency: 'MWK' })
    expect((await fixture.get('/__sim/books')).row.deliveries).toEqual([])
    expect((await fixture.get('/__sim/bss/outcomes')).row.held).toMatchObject([{ id: row.id, operation: 'topup' }])

    expect((await fixture.post('/__sim/bss/outcomes/release', {})).row).toEqual({ released: 1 })
    expect((await fixture.get(`${topUps}/${row.id}`)).row.status).toBe('completed')
    expect(await balanceOf(fixture)).toEqual({ amount: 5, currency: 'MWK' })
  })

  it('releases one line only, and with a failure on request', async () => {
    const { get, post } = openFixture()
    await post('/__sim/bss/outcomes', { operation: 'order', outcome: 'hold', times: 2 })
    const first = await post(orders, orderOf(line, 'MW-D-100', 'O1'))
    const second = await post(orders, orderOf('999000101', 'MW-D-100', 'O2'))
    await post('/__sim/bss/outcomes/release', { operation: 'order', msisdn: line, outcome: 'failed' })
    expect((await get(`${orders}/${first.row.id}`)).row.state).toBe('failed')
    expect((await get(`${orders}/${second.row.id}`)).row.state).toBe('acknowledged')
  })
})

describe('a delay', () => {
  it('leaves a top-up created until its time', async () => {
    const { get, pass, post } = openFixture()
    await post('/__sim/bss/delays', { topup: 5_000 })
    const { row } = await post(topUps, topUpOf(line, 5, 'T1'))
    expect(row.status).toBe('created')
    pass(4_999)
    expect((await get(`${topUps}/${row.id}`)).row.status).toBe('created')
    pass(1)
    expect((await get(`${topUps}/${row.id}`)).row).toMatchObject({
      status: 'completed',
      confirmationDate: '2026-11-20T08:00:05.000Z',
    })
  })

  it('ends the sooner operation first', async () => {
    const { get, pass, post } = openFixture()
    await post('/__sim/bss/delays', { topup: 60_000, order: 1_000 })
    await post(topUps, topUpOf(line, 5, 'T1'))
    await post(orders, orderOf(line, 'MW-D-100', 'O1'))
    pass(1_000)
    expect((await get(`${orders}?externalId=O1`)).rows).toMatchObject([{ state: 'completed' }])
    expect((await get(`${topUps}?reason=T1`)).rows).toMatchObject([{ status: 'created' }])
  })
})

describe('the lines on the sandbox phone', () => {
  it('have a type, airtime, buckets, bundles and an account', async () => {
    const { get } = openFixture()
    expect((await get('/__sim/bss/lines/999000001')).row).toEqual({
      msisdn: '999000001',
      international: '265999000001',
      type: 'PREPAID',
      service: 'mobile',
      mainBalance: { amount: 5_000, currency: 'MWK' },
      isBarred: false,
      buckets: [
        {
          id: expect.any(String),
          name: 'Weekly 1GB',
          usageType: 'data',
          remaining: 0.6,
          units: 'GB',
          endsAt: '2026-11-25T08:00:00.000Z',
        },
      ],
      bundles: [
        {
          id: expect.any(String),
          productCode: 'MW-W-1000',
          name: 'Weekly 1GB',
          status: 'active',
          startsAt: '2026-11-18T08:00:00.000Z',
          endsAt: '2026-11-25T08:00:00.000Z',
        },
      ],
      account: null,
    })
    expect((await get('/__sim/bss/lines/265999000050')).row).toMatchObject({
      type: 'POSTPAID',
      mainBalance: null,
      isBarred: false,
      account: { id: '1000000050', outstanding: 18_250.75 },
    })
    expect((await get('/__sim/bss/lines/999009999')).status).toBe(404)
  })

  it('are listed, in pages on request', async () => {
    const { get } = openFixture()
    expect((await get('/__sim/bss/lines')).rows.length).toBeGreaterThan(960)
    expect((await get('/__sim/bss/lines?offset=1&limit=2')).rows).toMatchObject([
      { msisdn: '999000002' },
      { msisdn: '999000003' },
    ])
  })

  it('can be created', async () => {
    const { get, post } = openFixture()
    const made = await post('/__sim/bss/lines', { msisdn: '888000001', type: 'HYBRID', balance: 20, outstanding: 300 })
    expect(made).toMatchObject({
      status: 201,
      row: { type: 'HYBRID', mainBalance: { amount: 20 }, account: { id: '1000000001', outstanding: 300 } },
    })
    const [product] = (await get(`${paths.products}/product?productSerialNumber=265888000001`)).rows
    expect(product).toMatchObject({
      productSpecification: { id: 'ps-hybrid-line' },
      billingAccount: { id: '1000000001' },
    })
  })

  it('can be credited and barred', async () => {
    const { get, post } = openFixture()
    await post(`/__sim/bss/lines/${line}`, { balance: 70.5 })
    await post(`/__sim/bss/lines/${line}`, { isBarred: true })
    expect((await get(`/__sim/bss/lines/${line}`)).row).toMatchObject({ mainBalance: { amount: 70.5 }, isBarred: true })
    await post(`/__sim/bss/lines/${line}`, { isBarred: false })
    expect((await get(`/__sim/bss/lines/${line}`)).row).toMatchObject({
      mainBalance: { amount: 70.5 },
      isBarred: false,
    })
  })

  it.each([
    ['lines/999000050', { balance: 5 }, 'There is no line 999000050 with airtime'],
    ['lines/999000001', { isBarred: 'yes' }, '"isBarred" must be true or false'],
    ['lines', { msisdn: '12', type: 'PREPAID' }, '"msisdn" must be nine digits'],
    ['lines', { msisdn: '888000001', type: 'BOTH' }, '"type" must be one of PREPAID, POSTPAID, HYBRID'],
    ['lines', { msisdn: '999000001', type: 'PREPAID' }, 'There is a line 999000001 already'],
    ['outcomes', { operation: 'topup', outcome: 'perhaps' }, '"outcome" must be one of completed, failed, hold'],
    ['delays', { topup: -1 }, '"topup" must be a number from 0 to 3600000'],
  ])('refuse an invalid body for %s with a message', async (path, body, message) => {
    expect(await openFixture().post(`/__sim/bss/${path}`, body)).toMatchObject({ status: 400, row: { message } })
  })
})

describe('the catalogue control', () => {
  it('gives a line a used bundle', async () => {
    const { post } = openFixture()
    const used = { code: 'HBB-150', boughtHoursAgo: 240, left: 0.5 }
    expect(await post('/__sim/bss/lines/999000075/bundles', used)).toMatchObject({
      status: 201,
      row: {
        buckets: [{ name: 'Home 150GB', remaining: 75, units: 'GB', endsAt: '2026-12-10T08:00:00.000Z' }],
        bundles: [{ productCode: 'HBB-150', startsAt: '2026-11-10T08:00:00.000Z' }],
      },
    })
  })

  it('creates the requested number of bundles once', async () => {
    const { get, post } = openFixture()
    const request = { count: 120, prefix: 'MANY', service: 'HBB' }
    for (let times = 0; times < 2; times += 1)
      expect((await post('/__sim/bss/offerings', request)).row).toEqual({ offered: 120 })
    const { rows } = await get(`${paths.catalogue}/productOffering?limit=1000`)
    expect(rows.filter(({ id }) => String(id).startsWith('MANY-'))).toHaveLength(120)
    await post(orders, orderOf('999000075', 'MANY-7', 'O1'))
    expect((await get(`${orders}?externalId=O1`)).rows).toMatchObject([{ state: 'completed' }])
  })

  it('creates routers with an account contact', async () => {
    const { get, post } = openFixture()
    const router = { msisdn: '888000002', type: 'PREPAID', service: 'HBB', contact: '999000010' }
    await post('/__sim/bss/lines', router)
    const [product] = (await get(`${paths.products}/product?productSerialNumber=265888000002`)).rows
    expect(product).toMatchObject({ productSpecification: { id: 'ps-hbb-line' }, billingAccount: { id: '1000000002' } })
    expect((await get(`${paths.accounts}/billingAccount/1000000002`)).row.contact).toEqual([
      {
        contactName: expect.any(String),
        contactType: 'primary',
        partyRoleType: 'customer',
        validFor: { startDateTime: expect.any(String) },
        contactMedium: [{ mediumType: 'phone', characteristic: { phoneNumber: '265999000010' } }],
      },
    ])
  })

  it.each([
    ['lines/888000009/bundles', { code: 'HBB-150' }, 'There is no line 888000009'],
    ['lines/999000075/bundles', { code: 'NONE' }, 'There is no bundle NONE'],
    ['lines/999000075/bundles', { code: 'HBB-150', left: 2 }, '"left" must be a number from 0 to 1'],
    ['offerings', { count: 0, prefix: 'X', service: 'HBB' }, '"count" must be a number from 1 to 2000'],
    ['lines', { msisdn: '888000001', type: 'PREPAID', contact: '12' }, '"contact" must be nine digits'],
  ])('refuses an invalid body for %s with a message', async (path, body, message) => {
    expect(await openFixture().post(`/__sim/bss/${path}`, body)).toMatchObject({ status: 400, row: { message } })
  })
})

describe('a reset of the BSS', () => {
  it('restores the seed', async () => {
    const fixture = openFixture()
    const seeded = await fixture.get(`${paths.products}/product?limit=2000`)
    await fixture.post(topUps, topUpOf(line, 5, 'T1'))
    await fixture.post(orders, orderOf(line, 'MW-D-100', 'O1'))
    await fixture.post('/__sim/bss/outcomes', { operation: 'topup', outcome: 'hold' })
    expect((await fixture.post('/__sim/reset', {})).status).toBe(204)
    expect((await fixture.get(`${paths.products}/product?limit=2000`)).rows).toEqual(seeded.rows)
    expect((await fixture.get(topUps)).rows).toEqual([])
    expect((await fixture.get('/__sim/bss/outcomes')).row).toEqual({ planned: [], held: [] })
  })
})
