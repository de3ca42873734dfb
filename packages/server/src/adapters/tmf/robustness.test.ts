import { money } from '@nyanja/domain/money/money'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Purchase } from '../../payments/delivery-provider.ts'
import type { ContractFault } from '../contract-faults.ts'
import { serve } from '../serve.contract.ts'
import { BssProfile } from './profile.ts'
import { createTmfBalanceSource } from './tmf-balance-source.ts'
import { computeUnpaidRest, createTmfBillSource } from './tmf-bill-source.ts'
import { createTmfBundleSource } from './tmf-bundle-source.ts'
import { createTmfClient } from './tmf-client.ts'
import { createTmfDeliveryProvider } from './tmf-delivery-provider.ts'
import { createTmfLineSource } from './tmf-line-source.ts'

interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}
type Answers = Readonly<Record<string, Answer | readonly unknown[]>>

const notFound: Answer = { status: 404, body: '<h1>404</h1>' }

/** Finds the answer to `/x/name?…`, `/x/name/id` or `POST /x/name`. A list has one page. */
function answerTo(answers: Answers, method: string, { pathname, searchParams }: URL): Answer {
  const [before = '', last = ''] = pathname.split('/').slice(-2)
  const key = method === 'POST' ? `POST ${last}` : last
  const given = answers[key] ?? answers[`${before}/${last}`] ?? notFound
  if (!isList(given)) return given
  return { body: searchParams.get('offset') === '0' ? given : [] }
}

const isList = (given: Answer | readonly unknown[]): given is readonly unknown[] => Array.isArray(given)

/** Serves a BSS over real HTTP. */
async function serveBss(answers: Answers, profile: object = {}) {
  const faults: string[] = []
  const posted: unknown[] = []
  const baseUrl = await serve(({ method = 'GET', url = '' }, sent, response) => {
    if (method === 'POST') posted.push(JSON.parse(sent.toString()))
    const { status = 200, headers, body } = answerTo(answers, method, new URL(url, 'http://bss'))
    const isPage = typeof body === 'string'
    response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json;charset=UTF-8', ...headers })
    response.end(isPage ? body : body && JSON.stringify(body))
  }, onTestFinished)
  const options = {
    ...{ baseUrl, countryCode: '265', timeoutMs: 5000, pause: async () => {} },
    ...{ timeZone: 'Asia/Kolkata', numberLength: 9, now: () => Date.UTC(2026, 10, 20) },
    currency: 'MWK',
    profile: BssProfile.parse(profile),
    reportFault: ({ call, field }: ContractFault) => void faults.push(`${call} ${field}`),
  } as const
  return { options, faults, posted }
}

const bucket = {
  id: 'b-main',
  name: 'Main balance',
  usageType: 'MONETARY',
  status: 'ACTIVE',
  remainingValue: { amount: '800.500000', units: 'mwk' },
  partyAccount: { href: 'https://bss.internal/account/pa-1' },
  logicalResource: [null, { id: '+265 999 000001', '@referredType': 'MSISDN' }],
  validFor: null,
  '@type': 'Bucket',
}
const msisdn = '999000001'
const topUp: Purchase = { id: 'TXN-1', kind: 'airtime', msisdn, amount: money('MWK', 50_050) }

async function send(options: Parameters<typeof createTmfDeliveryProvider>[0], purchase: Purchase) {
  const call = await createTmfDeliveryProvider(options).prepare(purchase)
  return call()
}

describe('a top-up', () => {
  const completed = { id: 'tu-7', reason: topUp.id, status: 'COMPLETED' }
  const lists = { bucket: [bucket], topupBalance: [completed] }

  it.each<[string, Answer]>([
    ['200 with the resource', { body: completed }],
    ['201 with the resource in an array', { status: 201, body: [completed] }],
    ['202 with a state that is not final', { status: 202, body: { ...completed, status: 'created' } }],
    ['201 with a relative location alone', { status: 201, headers: { location: '/v4/topupBalance/tu-7' } }],
    ['201 with an absolute location', { status: 201, headers: { location: 'http://10.0.0.1/topupBalance/tu-7?x=1' } }],
    ['202 with an address in place of an id', { status: 202, body: { href: 'topupBalance/tu-7', status: null } }],
    ['204', { status: 204 }],
    ['200 without a body', { status: 200 }],
    ['202 without body and location', { status: 202 }],
    ['200 with fields of other types', { body: { id: 7, status: { code: 'completed' }, reason: 5, externalId: {} } }],
  ])('is delivered once for an answer of %s', async (_what, answer) => {
    const { options, posted } = await serveBss({
      ...lists,
      'POST topupBalance': answer,
      'topupBalance/tu-7': { body: completed },
    })
    expect(await send(options, topUp)).toMatchObject({ outcome: 'delivered' })
    expect(posted).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['the page of a login with 200', { body: '<h1>Sign in</h1>' }],
    ['a redirect to a login', { status: 302, headers: { location: '/login' } }],
    ['a refusal in words', { status: 400, body: 'Bad request' }],
    ['an HTML page of a proxy', { status: 502, body: '<h1>502</h1>' }],
    ['a conflict', { status: 409, body: { code: '9', reason: 'exists' } }],
  ])('is neither delivered nor refused by %s', async (_what, answer) => {
    const { options, posted } = await serveBss({ ...lists, 'POST topupBalance': answer })
    await expect(send(options, topUp)).rejects.toMatchObject({ name: 'PortalError' })
    expect(posted).toHaveLength(1)
  })

  it('stays pending after 200 with an error in place of the resource', async () => {
    const { options } = await serveBss({
      ...{ bucket: [bucket], topupBalance: [] },
      'POST topupBalance': { body: { code: 'ERR-7', reason: 'no credit', status: '' } },
    })
    expect(await send(options, topUp)).toMatchObject({ outcome: 'pending' })
  })

  it('stays pending under our reference while the BSS names no id and shows nothing', async () => {
    const { options } = await serveBss({ bucket: [bucket], topupBalance: [], 'POST topupBalance': { status: 202 } })
    expect(await send(options, topUp)).toEqual({ outcome: 'pending', bssReference: topUp.id })
  })

  it('is not stopped by fields that it does not need', async () => {
    const odd = {
      ...bucket,
      name: {},
      remainingValue: { amount: {} },
      validFor: 'soon',
      partyAccount: 'pa-1',
      product: 5,
    }
    const { options, posted, faults } = await serveBss({
      ...lists,
      bucket: [{ id: null }, 'row', odd],
      'POST topupBalance': { body: completed },
    })
    expect(await send(options, topUp)).toMatchObject({ outcome: 'delivered', bssReference: 'tu-7' })
    expect(posted).toMatchObject([{ bucket: { id: 'b-main' }, amount: { amount: 500.5, units: 'MWK' } }])
    expect(faults).toEqual(
      expect.arrayContaining(['GET bucket id', 'GET bucket validFor', 'GET bucket remainingValue']),
    )
  })

  it('is sent as text in hundredths where the profile says so', async () => {
    const profile = { money: { send: 'text', in: 'minor', unit: 'cents' }, buckets: { main: { idEndsWith: '-main' } } }
    const others = [{ ...bucket, id: 'b-bonus' }, bucket].map((one) => ({ ...one, remainingValue: null }))
    const { options, posted } = await serveBss(
      { ...lists, bucket: others, 'POST topupBalance': { body: completed } },
      profile,
    )
    await send(options, topUp)
    expect(posted).toMatchObject([{ bucket: { id: 'b-main' }, amount: { amount: '50050', units: 'cents' } }])
  })
})

describe('balances', () => {
  const data = { ...bucket, id: 'b-2', name: 'Weekly', usageType: 'data' }
  const at = (hours: number) => Date.UTC(2026, 11, 20, hours)

  it('are shown without the one that cannot be read, and with dates of the zone of the market', async () => {
    const { options, faults } = await serveBss({
      bucket: [
        bucket,
        {
          ...data,
          remainingValue: { amount: '2600000000b', units: 'MB' },
          validFor: { endDateTime: '2026-12-20T05:30:00' },
        },
        { ...data, name: 'Bytes', remainingValue: null, remainedAmount: { amount: '1500000000b' } },
        { ...data, remainingValue: { amount: [] } },
      ],
    })
    expect(await createTmfBalanceSource(options).balancesOf(msisdn)).toEqual([
      { serviceType: 'AIRTIME', description: 'Main balance', unit: 'MWK', balance: '800.5' },
      { serviceType: 'DATA', description: 'Weekly', unit: 'MB', balance: '2600', endsAt: at(0) },
      { serviceType: 'DATA', description: 'Bytes', unit: 'GB', balance: '1.5' },
    ])
    expect(faults).toContain('GET bucket remainingValue')
  })

  it('that cannot be read at all do not look like none', async () => {
    const { options } = await serveBss({ bucket: [{ ...data, remainingValue: { amount: [] } }] })
    await expect(createTmfBalanceSource(options).balancesOf(msisdn)).rejects.toMatchObject({ name: 'PortalError' })
  })

  it('are found by the product of the line, and in the zone of the profile', async () => {
    const product = { id: 'prd-1', status: 'Active', productCharacteristic: { name: 'MSISDN', value: 999000001 } }
    const profile = {
      ...{ number: { format: 'national', field: 'productCharacteristic', characteristic: 'MSISDN' } },
      ...{ lineSpecs: { mobile: {} }, lineType: { values: { 'pre-paid': 'PREPAID' }, characteristic: 'kind' } },
      ...{ buckets: { by: 'product.id' }, dates: { zone: 'Africa/Maputo' } },
    }
    const kind = { name: 'kind', value: 'Pre Paid' }
    const line = {
      ...product,
      productOffering: { id: 'mobile' },
      productCharacteristic: [product.productCharacteristic, kind],
    }
    const ofProduct = {
      ...data,
      logicalResource: null,
      product: { id: 'prd-1' },
      validFor: { endDateTime: '2026-12-20 12:00' },
    }
    const { options } = await serveBss(
      { product: [product, line], bucket: [ofProduct, { ...ofProduct, id: 'b-9', product: [] }] },
      profile,
    )
    expect(await createTmfLineSource(options).lineOf(msisdn)).toMatchObject({ found: true, lineType: 'PREPAID' })
    expect(await createTmfBalanceSource(options).balancesOf(msisdn)).toMatchObject([{ endsAt: at(10) }])
  })
})

describe('bills', () => {
  const account = 'P1234567890'
  const bill = {
    id: 16,
    state: 'PARTIALLY_PAID',
    billingAccount: { id: account },
    paymentDueDate: '2026-11-15',
    remainingAmount: { unit: 'MWK', value: '650.00' },
  }

  it('are shown without the one that cannot be read, but never as none', async () => {
    const bad = { ...bill, id: 'cb-2', remainingAmount: null }
    const { options } = await serveBss({ customerBill: [bill, bad, { ...bill, id: 'cb-3', state: 'settled' }] })
    expect(await createTmfBillSource(options).openInvoices(account)).toMatchObject([
      { billId: '16', invoiceNo: '16', dueAt: Date.UTC(2026, 10, 14, 18, 30), outstanding: money('MWK', 65_000) },
    ])
    const broken = await serveBss({ customerBill: [bad] })
    await expect(createTmfBillSource(broken.options).openInvoices(account)).rejects.toMatchObject({
      name: 'PortalError',
    })
  })

  it.each([
    ['2026-11-15T23:59:59Z', '2026-11-01T00:00:00.000Z'],
    ['2026-11-15T23:59:59.999+00:00', '2026-11-01T00:00Z'],
    ['2026-11-15T00:00:00Z', '2026-11-01'],
  ])('are due on the day that the system means by %s', async (paymentDueDate, startDateTime) => {
    const endDateTime = '2026-11-10T23:59:59Z'
    const dated = { ...bill, paymentDueDate, billingPeriod: { startDateTime, endDateTime } }
    const { options } = await serveBss({ customerBill: [dated] })
    const local = (day: number) => Date.UTC(2026, 10, day - 1, 18, 30)
    expect(await createTmfBillSource(options).openInvoices(account)).toMatchObject([
      { dueAt: local(15), startsAt: local(1), endsAt: local(10) },
    ])
  })

  it('are less by a credit note, with or without a date, also after the payment of the rest', async () => {
    const credit = {
      ...bill,
      id: 'cn-1',
      paymentDueDate: undefined,
      remainingAmount: { unit: 'MWK', value: '-400.00' },
    }
    const { options } = await serveBss({ customerBill: [credit, bill] })
    const [invoice, ...others] = await createTmfBillSource(options).openInvoices(account)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({ outstanding: money('MWK', 25_000), credited: money('MWK', 40_000) })

    const paid = await serveBss({ customerBill: [credit, { ...bill, remainingAmount: { unit: 'MWK', value: 400 } }] })
    expect(await createTmfBillSource(paid.options).openInvoices(account)).toEqual([])
    const left = computeUnpaidRest(createTmfClient(paid.options), { account, billIds: ['16'], currency: 'MWK' })
    expect(await left).toEqual(money('MWK', 0))
    const creditAlone = await serveBss({ customerBill: [credit] })
    expect(await createTmfBillSource(creditAlone.options).openInvoices(account)).toEqual([])
  })

  it('with one number are told apart, and have their own numbers otherwise', async () => {
    const numbered = (id: string, billNo: string) => ({ ...bill, id, billNo })
    const { options } = await serveBss({
      customerBill: [numbered('cb-1', 'INV-7'), numbered('cb-2', 'INV-7'), numbered('cb-3', 'INV-8')],
    })
    const invoices = await createTmfBillSource(options).openInvoices(account)
    expect(invoices.map(({ invoiceNo }) => invoiceNo)).toEqual(['INV-7 (cb-1)', 'INV-7 (cb-2)', 'INV-8'])
  })

  it('have no account after 404 with any body, and may be the debt of a line', async () => {
    const { options } = await serveBss({ customerBill: [bill] })
    expect(await createTmfBillSource(options).fixedLineAccount(account)).toBeUndefined()
    const line = {
      ...{ id: 'prd-1', productSerialNumber: `265${msisdn}`, billingAccount: { id: account } },
      productSpecification: { id: 'ps-postpaid-line' },
    }
    const summed = await serveBss(
      { product: [line], customerBill: [bill] },
      { account: { outstanding: 'sum-of-bills' } },
    )
    expect(await createTmfBillSource(summed.options).accountOfLine(msisdn)).toEqual({
      ...{ account, outstanding: money('MWK', 65_000) },
    })
  })
})

describe('the catalogue', () => {
  const offering = {
    id: 'MW-1',
    name: 'Weekly',
    lifecycleStatus: 'ACTIVE',
    isSellable: 'true',
    description: null,
    prodSpecCharValueUse: [{ name: 'data', productSpecCharacteristicValue: [{ value: '5', unitOfMeasure: 'gb' }] }],
    productOfferingPrice: [{ href: '/productOfferingPrice/pop-1' }],
  }
  const price = { id: 'pop-1', priceType: 'ONE_TIME', price: { unit: 'MWK', value: '2000.00' } }

  it('loses an offering whose price is refused or which cannot be read, and no other', async () => {
    const { options, faults } = await serveBss({
      productOffering: [
        { ...offering, id: 'MW-2', productOfferingPrice: [{ id: 'pop-2' }] },
        { ...offering, id: 'MW-3', productOfferingTerm: 'weekly' },
        { ...offering, id: 'MW-4', isSellable: 'no idea' },
        { ...offering, id: 'MW-5', lifecycleStatus: 'Retired' },
        offering,
      ],
      'productOfferingPrice/pop-1': { body: price },
      'productOfferingPrice/pop-2': { status: 403, body: { code: '60', reason: 'Forbidden' } },
    })
    const bundles = await createTmfBundleSource(options).bundles()
    expect(bundles.map(({ productCode, price: { minor } }) => [productCode, minor])).toEqual([['MW-1', 200_000]])
    expect(faults.toSorted()).toEqual([
      'GET productOffering (filter ignored)',
      'GET productOffering isSellable',
      'GET productOffering productOfferingTerm',
      'GET productOfferingPrice (reference refused)',
    ])
  })
})
