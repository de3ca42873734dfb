import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '../core/bodies.ts'
import { openFixture, paths } from './bss-fixture.ts'

const { catalogue, ordering, products, resources, balances, accounts, bills, qualification, sales } = paths

const lists = [
  ...['catalog', 'category', 'productSpecification', 'productOffering', 'productOfferingPrice'].map(
    (name) => `${catalogue}/${name}`,
  ),
  `${products}/product`,
  `${resources}/resource`,
  `${resources}/logicalResource`,
  ...['bucket', 'accumulatedBalance', 'reserveBalance', 'transferBalance'].map((name) => `${balances}/${name}`),
  `${accounts}/billingAccount`,
  `${bills}/customerBill`,
  `${bills}/appliedCustomerBillingRate`,
]

const minimal: readonly (readonly [string, JsonObject])[] = [
  [`${catalogue}/catalog`, { name: 'Kit' }],
  [`${catalogue}/category`, { name: 'Kit' }],
  [`${catalogue}/productSpecification`, { name: 'Kit' }],
  [`${catalogue}/productOffering`, { name: 'Kit' }],
  [`${catalogue}/productOfferingPrice`, { name: 'Kit' }],
  [`${ordering}/productOrder`, { productOrderItem: [{ id: '1', action: 'add' }] }],
  [`${products}/product`, { status: 'created' }],
  [`${resources}/resource`, { name: 'Kit', '@type': 'Resource' }],
  [`${balances}/bucket`, { usageType: 'data' }],
  [`${balances}/topupBalance`, { amount: { amount: 5, units: 'MWK' }, bucket: { id: '265999000100-main' } }],
  [`${balances}/adjustBalance`, { amount: { amount: 5, units: 'MWK' }, product: { id: 'prd-main-265999000100' } }],
  [`${balances}/reserveBalance`, { amount: { amount: 5, units: 'MWK' }, bucket: { id: '265999000100-main' } }],
  [`${balances}/transferBalance`, { amount: { amount: 5, units: 'MWK' }, bucket: { id: '265999000100-main' } }],
  [`${accounts}/billingAccount`, { name: 'Kit', relatedParty: [{ id: '1', '@referredType': 'Customer' }] }],
  [`${bills}/customerBillOnDemand`, { billingAccount: { id: 'P1234567890' } }],
  [`${qualification}/checkServiceQualification`, { serviceQualificationItem: [{}] }],
  [`${sales}/salesLead`, { name: 'Kit' }],
]

describe('every resource of the BSS', () => {
  it.each(lists)('lists rows with id and href: %s', async (list) => {
    const { status, rows } = await openFixture().get(list)
    expect(status).toBe(200)
    expect(rows).not.toEqual([])
    for (const row of rows) expect(row).toMatchObject({ id: expect.any(String), href: expect.any(String) })
  })

  it.each(lists)('returns one row by its id, and 404 for an unknown one: %s', async (list) => {
    const { get } = openFixture()
    const [row] = (await get(list)).rows
    expect((await get(`${list}/${row?.id}`)).row).toEqual(row)

    const unknown = await get(`${list}/nobody`)
    expect(unknown.status).toBe(404)
    expect(unknown.row).toMatchObject({ code: 'notFound', reason: 'Not Found', status: '404' })
  })

  it.each(minimal)('creates a row from the minimum that the kits send: %s', async (list, body) => {
    const { get, post } = openFixture()
    const created = await post(list, body)
    expect(created.status).toBe(201)
    expect(created.row).toMatchObject({ id: expect.any(String), href: created.headers.location })
    expect((await get(`${created.headers.location}`)).status).toBe(200)
    const { rows } = await get(`${list}?id=${created.row.id}`)
    expect(rows).toHaveLength(1)
  })

  it('finds by exact text, by dotted paths, by flags, and by any of several values', async () => {
    const { get } = openFixture()
    const counts = {
      [`${catalogue}/productOffering?name=Daily 100MB`]: 1,
      [`${catalogue}/productOffering?lifecycleStatus=Active&category.id=broadband-bundles`]: 2,
      [`${catalogue}/productOfferingPrice?priceType=oneTime&limit=3`]: 3,
      [`${products}/product?productSerialNumber=265999000001`]: 2,
      [`${products}/product?productCharacteristic.value=265999000001`]: 2,
      [`${resources}/logicalResource?value=265999000001`]: 1,
      [`${balances}/bucket?logicalResource.id=265999000001&usageType=monetary`]: 1,
      [`${balances}/bucket?usageType=nothing`]: 0,
      [`${bills}/customerBill?billingAccount.id=P1234567890`]: 2,
      [`${bills}/customerBill?id=cb-0001,cb-0002`]: 2,
      [`${bills}/customerBill?id=cb-0001&id=cb-0002`]: 2,
      [`${bills}/appliedCustomerBillingRate?isBilled=true&limit=4`]: 4,
      [`${bills}/appliedCustomerBillingRate?isBilled=false`]: 0,
    }
    for (const [url, count] of Object.entries(counts)) expect([url, (await get(url)).rows.length]).toEqual([url, count])
  })

  it('compares by the operators of the guidelines', async () => {
    const { get } = openFixture()
    const billNumbers = async (query: string) => (await get(`${bills}/customerBill?${query}`)).rows.map(({ id }) => id)
    const account = 'billingAccount.id=E1234567890&limit=100'
    expect(await billNumbers(`${account}&amountDue.value.gt=27000`)).toHaveLength(1)
    expect(await billNumbers(`${account}&amountDue.value.gte=27000`)).toHaveLength(2)
    expect(await billNumbers(`${account}&amountDue.value.lt=12750`)).toHaveLength(1)
    expect(await billNumbers(`${account}&amountDue.value.lte=12750`)).toHaveLength(2)
    expect(await billNumbers(`${account}&amountDue.value.gt=12750&amountDue.value.lt=13250`)).toHaveLength(1)
    const due = 'paymentDueDate'
    const [late, early] = [`${due}.lt=2026-11-20T08:00:00.000Z`, `${due}.gte=2026-11-20T08:00:00.000Z`]
    const counts = [await billNumbers(`${account}&${late}`), await billNumbers(`${account}&${early}`)]
    expect(counts.map((found) => found.length > 0)).toEqual([true, true])
    expect(counts.flat()).toHaveLength(60)
    expect(await billNumbers('state.ne=sent&billingAccount.id.eq=P1234567891')).toHaveLength(1)
  })

  it('sorts by one or more attributes, ascending or descending', async () => {
    const { get } = openFixture()
    const values = async (query: string) => {
      const { rows } = await get(`${bills}/customerBill?limit=100&${query}`)
      return rows.map(({ amountDue }) => (isJsonObject(amountDue) ? Number(amountDue.value) : 0))
    }
    const up = await values('billingAccount.id=E1234567890&sort=amountDue.value')
    expect(up).toEqual(up.toSorted((left, right) => left - right))
    expect(await values('billingAccount.id=E1234567890&sort=-amountDue.value')).toEqual(up.toReversed())
    const { rows } = await get(
      `${bills}/customerBill?billingAccount.id=P1234567890&sort=amountDue.value,-paymentDueDate`,
    )
    expect(rows).toHaveLength(2)
    const dates = rows.map(({ paymentDueDate }) => String(paymentDueDate))
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  it('returns the requested fields only, and always id and href', async () => {
    const { get } = openFixture()
    const { rows } = await get(`${bills}/customerBill?fields=billNo,state&limit=1`)
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['billNo', 'href', 'id', 'state'])
    const { row } = await get(`${accounts}/billingAccount/P1234567890?fields=accountBalance.amount`)
    expect(Object.keys(row).toSorted()).toEqual(['accountBalance', 'href', 'id'])
  })

  it('returns pages with a total count', async () => {
    const { get } = openFixture()
    const first = await get(`${resources}/logicalResource?limit=10`)
    const second = await get(`${resources}/logicalResource?offset=10&limit=10`)
    const total = Number(first.headers['x-total-count'])
    expect(first.headers['x-result-count']).toBe('10')
    expect(total).toBeGreaterThan(960)
    expect(second.rows[0]).not.toEqual(first.rows[9])
    expect((await get(`${resources}/logicalResource?offset=${total - 3}&limit=10`)).rows).toHaveLength(3)
    expect((await get(`${resources}/logicalResource?limit=many`)).status).toBe(400)
  })

  it('refuses requests without required fields, with a message', async () => {
    const { app, post } = openFixture()
    expect(await post(`${catalogue}/productOffering`, {})).toMatchObject({
      status: 400,
      row: { code: 'invalidRequest', message: 'name is required' },
    })
    expect((await post(`${ordering}/productOrder`, { productOrderItem: [{ id: '1' }] })).row.message).toBe(
      'productOrderItem.action is required',
    )
    const headers = { 'content-type': 'application/json' }
    const broken = await app.inject({ method: 'POST', url: `${balances}/bucket`, headers, payload: '{' })
    expect(broken.statusCode).toBe(400)
    expect(broken.json()).toMatchObject({ code: 'invalidRequest' })
  })
})

describe('the requirements of single kits', () => {
  it.each(['productOffering', 'productOfferingPrice'])('620: renames and deletes a %s', async (name) => {
    const { get, post, patch, remove } = openFixture()
    const { location } = (await post(`${catalogue}/${name}`, { name: 'Kit' })).headers
    expect(await patch(`${location}`, { name: 'Renamed' })).toMatchObject({ status: 200, row: { name: 'Renamed' } })
    expect((await remove(`${location}`)).status).toBe(204)
    expect((await get(`${location}`)).status).toBe(404)
  })

  it('620: takes a merge patch by its own media type', async () => {
    const { app } = openFixture()
    const headers = { 'content-type': 'application/merge-patch+json' }
    const url = `${catalogue}/productOffering/MW-D-100`
    const patched = await app.inject({ method: 'PATCH', url, headers, payload: '{"name":"Renamed"}' })
    expect(patched.json()).toMatchObject({ id: 'MW-D-100', name: 'Renamed' })
  })

  it("620: completes offerings and prices with the definition's fields", async () => {
    const { post } = openFixture()
    expect((await post(`${catalogue}/productOffering`, { name: 'Kit' })).row).toMatchObject({
      lastUpdate: '2026-11-20T08:00:00.000Z',
      lifecycleStatus: 'Active',
      isBundle: false,
      productSpecification: { id: expect.any(String) },
    })
    expect((await post(`${catalogue}/productOfferingPrice`, { name: 'Kit' })).row).toMatchObject({
      lastUpdate: expect.any(String),
      lifecycleStatus: 'Active',
      priceType: 'oneTime',
    })
  })

  it('622: every order has items, a date, parties and a state', async () => {
    const { get, post } = openFixture()
    await post(`${ordering}/productOrder`, { productOrderItem: [{ id: '1', action: 'add' }] })
    const { rows } = await get(`${ordering}/productOrder`)
    expect(rows[0]).toMatchObject({ orderDate: '2026-11-20T08:00:00.000Z', relatedParty: [], state: 'failed' })
    expect((await get(`${ordering}/productOrder?orderDate=2026-11-20T08:00:00.000Z`)).rows).toHaveLength(1)
  })

  it('637: every product has account, offering, status and the three lists', async () => {
    const { get } = openFixture()
    const { rows } = await get(`${products}/product?limit=2000`)
    for (const row of rows) {
      expect(row).toMatchObject({
        status: 'active',
        billingAccount: { id: expect.any(String) },
        productOffering: { id: expect.any(String) },
        productCharacteristic: expect.any(Array),
        productPrice: expect.any(Array),
        relatedParty: expect.any(Array),
      })
    }
  })

  it('654: answers balance actions with amount, status and the named target as a list', async () => {
    const { post } = openFixture()
    const body = { amount: { amount: 5, units: 'MWK' }, product: { id: 'prd-main-265999000100' } }
    expect((await post(`${balances}/adjustBalance`, body)).row).toMatchObject({
      amount: { amount: 5, units: 'MWK' },
      status: 'completed',
      usageType: 'monetary',
      product: [{ id: 'prd-main-265999000100' }],
    })
    const reserve = { amount: { amount: 5, units: 'MWK' }, bucket: { id: '265999000100-main' } }
    expect((await post(`${balances}/reserveBalance`, reserve)).row).toMatchObject({
      relatedParty: [],
      bucket: reserve.bucket,
    })
  })

  it('654: tops up the bucket that the kit has just made', async () => {
    const { get, post } = openFixture()
    const bucket = await post(`${balances}/bucket`, { usageType: 'monetary' })
    expect(bucket.row).toMatchObject({ status: 'active', confirmationDate: expect.any(String) })
    const body = { amount: { amount: 7, units: 'USD' }, bucket: { id: bucket.row.id } }
    expect((await post(`${balances}/topupBalance`, body)).row.status).toBe('completed')
    const { row } = await get(`${balances}/bucket/${bucket.row.id}`)
    expect(row.remainingValue).toEqual({ amount: 7, units: 'USD' })
  })

  it('678: every bill names its document and its account, and lists payments and taxes', async () => {
    const { get } = openFixture()
    for (const row of (await get(`${bills}/customerBill`)).rows) {
      expect(row).toMatchObject({
        billDocument: [{ id: expect.any(String) }],
        billingAccount: { id: expect.any(String) },
        appliedPayment: expect.any(Array),
        taxItem: expect.any(Array),
      })
    }
  })

  it('678: changes the state of the last bill, which belongs to no demo account', async () => {
    const { get, patch, post } = openFixture()
    const last = (await get(`${bills}/customerBill`)).rows.at(-1)
    expect(last?.billingAccount).toMatchObject({ id: 'P9999999999' })
    expect(await patch(`${bills}/customerBill/${last?.id}`, { state: 'onHold' })).toMatchObject({
      status: 200,
      row: { ...last, state: 'onHold', lastUpdate: expect.any(String) },
    })
    const requested = await post(`${bills}/customerBillOnDemand`, { billingAccount: { id: 'P1234567890' } })
    expect(requested.row.billingAccount).toEqual({ id: 'P1234567890' })
  })
})
