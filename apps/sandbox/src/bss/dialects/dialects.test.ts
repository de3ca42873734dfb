import { describe, expect, it } from 'vitest'
import { markets } from '../../core/market.ts'
import { openFixture, topUpOf } from '../bss-fixture.ts'
import { standard } from './dialect.ts'
import { dialectsOf } from './dialects.ts'

const dialects = dialectsOf(markets.mw)
const sales = '/tmf-api/sales/v4'
const basic = `Basic ${Buffer.from('portal:sandbox-password').toString('base64')}`

function open() {
  const fixture = openFixture()
  async function call(url: string, headers: Record<string, string> = {}, payload?: object) {
    const method = payload === undefined ? 'GET' : 'POST'
    const answer = await fixture.app.inject({ method, url, headers, ...(payload && { payload }) })
    const { statusCode: status, headers: sent, body } = answer
    return {
      status,
      headers: sent,
      body,
      json: (sent['content-type'] ?? '').includes('json') && body !== '' ? answer.json() : undefined,
    }
  }
  return { ...fixture, call }
}

it('serves at least six dialects, each below its own path', () => {
  expect(new Set(dialects.map(({ base }) => base)).size).toBeGreaterThanOrEqual(6)
})

describe('an API gateway', () => {
  const bills = '/bss-linked/partner/customerBillManagement/4.0.0/customerBill'
  const headers = { 'x-api-key': 'sandbox-key' }

  it('refuses calls without its key', async () => {
    expect((await open().call(bills)).status).toBe(401)
  })

  it('continues a list by its links alone', async () => {
    const { call, get } = open()
    const seen: string[] = []
    const products = '/bss-linked/partner/productInventory/4.0.0/product'
    let next: string | undefined = `${products}?limit=100&offset=40`
    while (next !== undefined) {
      const { json, headers: sent } = await call(next, headers)
      expect(json.length).toBeLessThanOrEqual(20)
      seen.push(...json.map(({ id }: { id: string }) => id))
      next = /^<([^>]+)>; rel="next"$/.exec(String(sent.link ?? ''))?.[1]
    }
    const all = (await get('/bss/tmf-api/productInventory/v4/product?limit=1000')).rows
    expect(seen).toEqual(all.map(({ id }) => id))
  })

  it('reads and writes national numbers', async () => {
    const { call } = open()
    const url = '/bss-linked/partner/productInventory/4.0.0/product?productSerialNumber=999000010'
    const [line] = (await call(url, headers)).json
    expect(line).toMatchObject({ id: 'prd-main-265999000010', productSerialNumber: '999000010' })
  })
})

describe('a server with few filters', () => {
  it('caps pages, counts all rows, and ignores nested filters', async () => {
    const { call } = open()
    const url = '/bss-counted/rest/customerBillManagement/v4/customerBill?billingAccount.id=P1234567890&limit=100'
    const { json, headers } = await call(url, { authorization: basic })
    expect(json).toHaveLength(7)
    expect(Number(headers['x-total-count'])).toBeGreaterThan(7)
    expect(json[0].href).toBe(`customerBill/${json[0].id}`)
  })

  it('answers an unsupported filter with a page', async () => {
    const url = '/bss-counted/rest/prepayBalanceManagement/v4/topupBalance?reason=T1'
    const { status, body } = await open().call(url, { authorization: basic })
    expect([status, body]).toEqual([500, expect.stringContaining('<h1>Internal Server Error')])
  })

  it('numbers its top-ups', async () => {
    const { call } = open()
    const headers = { authorization: basic }
    const url = '/bss-counted/rest/prepayBalanceManagement/v4/topupBalance'
    const { json } = await call(url, headers, topUpOf('999000001', 5, 'T1'))
    expect(json.id).toEqual(expect.any(Number))
    expect((await call(`${url}/${json.id}`, headers)).json).toMatchObject({ reason: 'T1', status: 'completed' })
  })
})

describe('a server with partial content', () => {
  const url = '/bss-ranged/api/productInventory/v4/product'

  it('reports the range of each page', async () => {
    const { call } = open()
    const first = await call(url)
    const total = /^items 0-4\/(\d+)$/.exec(String(first.headers['content-range']))?.[1]
    expect(first.status).toBe(206)
    expect(await call(`${url}?offset=${total}`)).toMatchObject({
      status: 416,
      headers: { 'content-range': `items */${total}` },
    })
  })

  it('answers an unknown id with a page', async () => {
    expect(await open().call(`${url}/none`)).toMatchObject({ status: 404, body: expect.stringContaining('Not Found') })
  })
})

it('writes local times without a zone, and amounts as text', async () => {
  const url = '/bss-zoneless/prepayBalanceManagement/v4/bucket?logicalResource.id=0999000001&usageType=data'
  const { json, headers } = await open().call(url)
  expect(headers).not.toHaveProperty('x-total-count')
  expect(json).toMatchObject([
    {
      validFor: { endDateTime: '2026-11-25T10:00:00' },
      remainingValue: { amount: '0.6000', units: 'GB' },
      logicalResource: [{ id: '0999000001' }],
    },
  ])
  expect(json[0]).not.toHaveProperty('href')
})

describe('a billing suite behind OAuth', () => {
  const base = '/bss-guarded'
  const grant = { grant_type: 'client_credentials' }

  async function signedIn() {
    const fixture = open()
    const authorization = `Basic ${Buffer.from('portal:sandbox-secret').toString('base64')}`
    const { access_token } = (await fixture.call(`${base}/oauth2/token`, { authorization }, grant)).json
    return { ...fixture, headers: { authorization: `Bearer ${access_token}` } }
  }

  it('serves callers with a token until it ends', async () => {
    const { call, headers, pass } = await signedIn()
    const url = `${base}/brm/accountManagement/v4/billingAccount/1000000053`
    expect((await call(url)).status).toBe(401)
    expect((await call(url, headers)).json).toMatchObject({ accountBalance: [{ amount: { value: 500 } }] })
    pass(2000)
    expect((await call(url, headers)).status).toBe(401)
  })

  it('issues no token for other credentials', async () => {
    expect(
      (await open().call(`${base}/oauth2/token`, {}, { ...grant, client_id: 'portal', client_secret: 'no' })).status,
    ).toBe(401)
  })

  it('writes ids that need escaping, and debits as positive amounts', async () => {
    const { call, headers, get } = await signedIn()
    const [line] = (
      await call(`${base}/brm/productInventory/v4/product?productCharacteristic.value=265999000001`, headers)
    ).json
    expect(line).toMatchObject({ id: '0.0.0.1+-prd-main-265999000001+/7' })
    expect(line).not.toHaveProperty('productSerialNumber')
    const path = `${base}/brm/productInventory/v4/product/${encodeURIComponent(line.id)}`
    expect((await call(path, headers)).json.href).toContain('%2B')
    const body = { amount: { amount: 100, units: 'MWK' }, bucket: { id: '0.0.0.1+-265999000001-main+/7' }, reason: 'T' }
    await call(`${base}/brm/prepayBalanceManagement/v4/adjustBalance`, headers, body)
    expect((await get('/__sim/bss/lines/999000001')).row.mainBalance).toMatchObject({ amount: 4900 })
  })
})

it('accepts what is created without a body, with its address', async () => {
  const { call } = open()
  const created = await call(`/bss-accepted${sales}/salesLead`, {}, { name: 'HB-1' })
  expect(created).toMatchObject({
    status: 202,
    body: '',
    headers: { location: expect.stringContaining('/salesLead/LD-') },
  })
  expect((await call(new URL(String(created.headers.location), 'http://x').pathname)).json).toMatchObject({
    name: 'HB-1',
  })
})

it('writes states in capitals, absent members as null, and prices as references', async () => {
  const { call } = open()
  const url = '/bss-capitals/tmf-api/productCatalogManagement/v4/productOffering'
  const [offering] = (await call(`${url}?lifecycleStatus=ACTIVE`)).json
  expect(offering).toMatchObject({ lifecycleStatus: 'ACTIVE', validFor: null, vendorExtension: { tenant: 7 } })
  expect(offering.productOfferingPrice[0]).not.toHaveProperty('price')
})

describe('version 5', () => {
  const order = '/bss-v5/tmf-api/productOrderingManagement/v5/productOrder'
  const body = {
    '@type': 'ProductOrder',
    externalId: [{ '@type': 'ExternalIdentifier', id: 'T1', owner: 'WEBPORTAL', externalIdentifierType: 'order' }],
    channel: [{ '@type': 'RelatedChannel', role: 'web', channel: { '@type': 'ChannelRef', id: 'CWAAA' } }],
    relatedParty: [
      {
        '@type': 'RelatedPartyRefOrPartyRoleRef',
        role: 'requester',
        partyOrPartyRole: { '@type': 'PartyRef', id: 'portal-web', '@referredType': 'Organization' },
      },
    ],
    productOrderItem: [
      {
        ...{
          '@type': 'ProductOrderItem',
          id: '1',
          action: 'add',
          productOffering: { '@type': 'ProductOfferingRef', id: 'MW-W-2600' },
        },
        product: {
          '@type': 'Product',
          productRelationship: [
            { '@type': 'ProductRelationship', relationshipType: 'reliesOn', id: 'prd-main-265999000001' },
          ],
        },
      },
    ],
  }

  it('takes orders in its own form, and finds them by the id of their identifier', async () => {
    const { call, get } = open()
    expect((await call(order, {}, body)).status).toBe(201)
    expect((await get('/bss/tmf-api/productOrderingManagement/v4/productOrder?externalId=T1')).rows).toMatchObject([
      {
        state: 'completed',
        externalId: 'T1',
        relatedParty: [{ id: 'portal-web' }],
        channel: [{ id: 'CWAAA', role: 'web' }],
      },
    ])
    expect((await call(`${order}?externalId.id=T1`)).json).toMatchObject([
      { '@type': 'ProductOrder', externalId: [{ id: 'T1', owner: 'WEBPORTAL' }], creationDate: expect.any(String) },
    ])
    expect((await call(`${order}?externalId.id=T2`)).json).toEqual([])
  })

  it.each([
    ['the form of version 4', { ...body, externalId: 'T1' }],
    ['an order without a type', { ...body, '@type': undefined }],
  ])('refuses %s', async (_what, sent) => {
    expect((await open().call(order, {}, sent)).status).toBe(400)
  })

  it('writes contacts and parties in their new forms', async () => {
    const { call } = open()
    const account = (await call('/bss-v5/tmf-api/accountManagement/v5/billingAccount/P1234567890')).json
    expect(account.contact[0].contactMedium).toContainEqual(
      expect.objectContaining({ '@type': 'EmailContactMedium', emailAddress: expect.stringContaining('@') }),
    )
    expect(account.relatedParty[0]).toMatchObject({ partyOrPartyRole: { id: 'c-P1234567890' } })
  })
})

it('leaves the standard as it is', async () => {
  const { get } = open()
  expect(standard.traits).toEqual([])
  const [bucket] = (
    await get('/bss/tmf-api/prepayBalanceManagement/v4/bucket?logicalResource.id=265999000001&usageType=data')
  ).rows
  expect(bucket).toMatchObject({
    validFor: { endDateTime: '2026-11-25T08:00:00.000Z' },
    remainingValue: { amount: 0.6 },
  })
})
