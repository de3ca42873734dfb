import type { ServerResponse } from 'node:http'
import { dataVolume } from '@nyanja/domain/bundles/bundle'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type TimeoutName, timeoutsMs } from '../../common/timeouts.contract.ts'
import { describeDeliveryProvider, send } from '../../payments/delivery-provider.contract.ts'
import type { Purchase } from '../../payments/delivery-provider.ts'
import { describeBalanceSource } from '../../subscriber/balance-source.contract.ts'
import { describeBundleSource } from '../../subscriber/bundle-source.contract.ts'
import { describeLineSource } from '../../subscriber/line-source.contract.ts'
import { createAuthorization } from '../bss-authorization.ts'
import type { ContractFault } from '../contract-faults.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { serve } from '../serve.contract.ts'
import type { ChargingOptions } from './charging-client.ts'
import { createChargingDeliveryProvider } from './charging-delivery-provider.ts'
import {
  createChargingBalanceSource,
  createChargingBundleSource,
  createChargingLineSource,
} from './charging-sources.ts'
import { prepaidCharging } from './definition.ts'

const sandbox = testSandbox()
const name = 'a prepaid charging system'
const line = '999000001'

const charging = (timeout: TimeoutName = 'usual') => ({
  ...({ baseUrl: `${sandbox.url}/ocs`, countryCode: '265', currency: 'MWK', centsPerUnit: 100 } as const),
  authorization: createAuthorization({ kind: 'basic', user: 'portal', password: 'sandbox-password' }),
  timeoutMs: timeoutsMs[timeout],
  pause: async () => {},
})
const inject = (operation: string, kind: string, times = 1) =>
  sandbox.injectFault({ provider: 'bss', operation: `ocs.${operation}`, kind, times })

describeLineSource(
  name,
  async (timeout) => ({
    lines: createChargingLineSource(charging(timeout)),
    numbers: { PREPAID: '999000010', withBundles: line, unknown: '999000050' },
    silence: () => inject('service.read', 'reset_before', 10),
    garble: () => inject('service.read', 'garbage_after', 10),
  }),
  { types: ['PREPAID'], hasRouters: false },
)

describeBalanceSource(name, async (timeout) => ({
  balances: createChargingBalanceSource(charging(timeout)),
  numbers: { busy: line, unlimited: '999000071', ended: '999000006' },
  silence: () => inject('bucket.read', 'reset_before', 10),
}))

describeBundleSource(name, async (timeout) => ({
  source: createChargingBundleSource(charging(timeout)),
  examples: [
    {
      ...{ productCode: 'MW-W-2600', name: 'Weekly 2.6GB', description: '2.6 GB of data for seven days' },
      ...({ category: 'data', lineType: 'PREPAID', data: dataVolume(2.6, 'GB') } as const),
      validity: { amount: 7, unit: 'day' },
      price: money('MWK', 200_000),
    },
  ],
  async remove(productCode) {
    const url = `${sandbox.url}/bss/tmf-api/productCatalogManagement/v4/productOffering/${productCode}`
    const headers = { 'content-type': 'application/merge-patch+json' }
    const body = JSON.stringify({ lifecycleStatus: 'Retired' })
    expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(200)
  },
  silence: () => inject('productOffering.read', 'reset_before', 10),
}))

const faults = {
  'lost before': 'reset_before',
  'lost after': 'reset_after',
  broken: 'error_after',
  garbled: 'garbage_after',
} as const

let bought = 0
const purchase = (kind: Purchase['kind'] = 'airtime'): Purchase => {
  bought += 1
  return { id: `TXN-${bought}`, kind, msisdn: line, amount: money('MWK', 50_050) }
}

describeDeliveryProvider(
  name,
  async (timeout) => ({
    deliveryProvider: createChargingDeliveryProvider(charging(timeout)),
    purchase,
    plan: async () => {},
    release: async () => {},
    refuse: (one) => ({ ...one, amount: money('MWK', -100) }),
    spoil: (_kind, fault) => inject('balanceTopup', faults[fault]),
    records: async () => (await sandbox.records()).deliveries,
  }),
  { kinds: prepaidCharging.sells, deliversAtOnce: true },
)

const unsure = { code: 'provider_broke_contract' }
const airtimeOf = async (options: ChargingOptions) =>
  (await createChargingBalanceSource(options).balancesOf(line)).filter(({ serviceType }) => serviceType === 'AIRTIME')

describe('a top-up of a prepaid charging system', () => {
  it('raises the airtime of the line, which is shown as one balance', async () => {
    await send(createChargingDeliveryProvider(charging()), purchase())
    expect(await airtimeOf(charging())).toEqual([
      { serviceType: 'AIRTIME', description: 'Airtime', unit: 'MWK', balance: '5500.50' },
    ])
    expect(await createChargingBalanceSource(charging()).balancesOf(line)).toContainEqual(
      expect.objectContaining({ serviceType: 'DATA', unit: 'MB', balance: '600' }),
    )
  })

  it('is found behind many others', async () => {
    const deliveryProvider = createChargingDeliveryProvider(charging())
    const all = Array.from({ length: 8 }, () => purchase())
    for (const one of all) await send(deliveryProvider, one)
    for (const one of all) expect(await deliveryProvider.findByReference(one)).toMatchObject({ outcome: 'delivered' })
  })

  it('may have been delivered when its bucket was used up, so nothing is reported for certain', async () => {
    const deliveryProvider = createChargingDeliveryProvider(charging())
    const used = purchase()
    await send(deliveryProvider, used)
    await sandbox.control(`/bss/lines/${line}`, { balance: 0 })
    await expect(deliveryProvider.findByReference(used)).rejects.toMatchObject(unsure)
    const other = { ...purchase(), amount: money('MWK', 70_000) }
    expect(await deliveryProvider.findByReference(other)).toBeUndefined()
  })

  it('is impossible for anything but airtime, and cannot be looked up then', async () => {
    const deliveryProvider = createChargingDeliveryProvider(charging())
    expect(await send(deliveryProvider, purchase('bundle'))).toMatchObject({ outcome: 'impossible' })
    await expect(deliveryProvider.findByReference(purchase('bundle'))).rejects.toMatchObject(unsure)
    expect((await sandbox.records()).deliveries).toEqual([])
  })

  it('cannot be looked up without the number, which a restored database does not know', async () => {
    const lookUp = createChargingDeliveryProvider(charging()).findByReference({ ...purchase(), msisdn: '' })
    await expect(lookUp).rejects.toMatchObject(unsure)
  })

  it('is sent in whole units where the system counts in them', async () => {
    const whole = { ...charging(), centsPerUnit: 1 }
    const { lists, options } = await serveLists({ bucket: [{ status: 200, rows: [] }] }, whole)
    await send(createChargingDeliveryProvider(options), purchase())
    expect(lists.sent).toMatchObject([{ amount: { units: 'cents', amount: '500.50' }, name: `TXN-${bought}` }])
  })
})

interface Answer {
  readonly status: number
  readonly rows?: readonly object[]
  readonly range?: string
  readonly etag?: string
}

/** A system that answers each request for a list with the next of its answers, and then with the last one. */
async function serveLists(answers: Readonly<Record<string, readonly Answer[]>>, from: ChargingOptions = charging()) {
  const lists = { requested: [] as string[], sent: [] as unknown[] }
  const answered = new Map<string, number>()
  const json = (response: ServerResponse, { status, rows, range, etag }: Answer) => {
    const headers = { ...(range && { 'content-range': range }), ...(etag && { etag }) }
    response.writeHead(status, { 'content-type': rows ? 'application/json' : 'text/html', ...headers })
    response.end(rows ? JSON.stringify(rows) : '<h1>no</h1>')
  }
  const baseUrl = await serve(({ url = '', method, headers }, body, response) => {
    if (method === 'POST') {
      lists.sent.push(JSON.parse(body.toString()))
      return response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"1-1"}')
    }
    if (url.includes('/service/'))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"265","product":"P"}')
    const list = ['log', 'bucket', 'productOffering'].find((one) => url.includes(`/${one}`)) ?? ''
    const count = answered.get(list) ?? 0
    answered.set(list, count + 1)
    lists.requested.push([headers.range ?? '', headers['if-match'] ?? ''].join(' ').trim())
    const all = answers[list] ?? [{ status: 200, rows: [] }]
    return json(response, all[Math.min(count, all.length - 1)] ?? { status: 500 })
  }, onTestFinished)
  return { lists, options: { ...from, baseUrl } }
}

const bucket = (id: number, amount = '100.000000') => ({
  ...{ id: String(id), name: `other-${id}`, product: { id: 'P' } },
  remainedAmount: { amount, units: 'cents' },
})
const [one, two] = [bucket(1), bucket(2)]
const etag = '"list"'

describe('pages that are HTTP ranges', () => {
  it('are continued under the entity tag of their list, up to a total that comes last', async () => {
    const { lists, options } = await serveLists({
      bucket: [
        { status: 206, rows: [one], range: 'items 1-1/*', etag },
        { status: 206, rows: [two], range: 'items 2-2/2', etag },
      ],
    })
    expect(await airtimeOf(options)).toMatchObject([{ balance: '2' }])
    expect(lists.requested).toEqual(['', `items=2-101 ${etag}`])
  })

  it('end where 416 says so', async () => {
    const { options } = await serveLists({
      bucket: [{ status: 206, rows: [one], range: 'items 1-1/*' }, { status: 416 }],
    })
    expect(await airtimeOf(options)).toMatchObject([{ balance: '1' }])
  })

  it('are read once more from the first when the list changed meanwhile', async () => {
    const { options } = await serveLists({
      bucket: [
        { status: 206, rows: [one], range: 'items 1-1/*', etag },
        { status: 412 },
        { status: 200, rows: [one, two], range: 'items 1-2/2' },
      ],
    })
    expect(await airtimeOf(options)).toMatchObject([{ balance: '2' }])
  })

  it.each([
    ['repeats the first page', [{ status: 206, rows: [one], range: 'items 1-1/*' }]],
    ['ignores ranges', [{ status: 200, rows: [one] }]],
    [
      'answers the next range with nothing',
      [
        { status: 206, rows: [one], range: 'items 1-1/*' },
        { status: 200, rows: [] },
      ],
    ],
    ['counts rows that it does not send', [{ status: 206, rows: [one], range: 'items 1-2/2' }]],
    ['begins with an empty part', [{ status: 206, rows: [] }]],
    ['changes all the time', [{ status: 206, rows: [one], range: 'items 1-1/*', etag }, { status: 412 }]],
    ['has a row that cannot be read', [{ status: 200, rows: [one, { name: 'x' }], range: 'items 1-2/2' }]],
  ])('show no airtime and no certain absence of a system that %s', async (_, answers) => {
    const { options } = await serveLists({ bucket: answers })
    expect(await airtimeOf(options).catch(() => [])).toEqual([])
    const again = await serveLists({ bucket: answers })
    await expect(createChargingDeliveryProvider(again.options).findByReference(purchase())).rejects.toMatchObject(
      unsure,
    )
  })

  it('hold only what belongs to the product, even when the filter is ignored', async () => {
    const { options } = await serveLists({
      bucket: [{ status: 200, rows: [one, { ...two, product: [{ id: 'Q' }] }], range: 'items 1-2/2' }],
    })
    expect(await airtimeOf(options)).toMatchObject([{ balance: '1' }])
  })

  it('lose one bad row, which is reported by its field', async () => {
    const reported: ContractFault[] = []
    const paid = (priceType: string) => ({ priceType, price: { taxIncludedAmount: '29.950000' } })
    const offering = {
      ...{ id: 'W', name: 'Week', lifecycleStatus: 'Active' },
      productOfferingTerm: [{ duration: { amount: 1, units: 'WEEKS' } }],
      productOfferingPrice: [{ ...paid('one_time'), prodPriceAlteration: { unitOfMeasure: '500m' } }],
    }
    const renewed = { productOfferingPrice: [{ ...paid('recurring'), prodPriceAlteration: { unitOfMeasure: '1g' } }] }
    const { options } = await serveLists({
      productOffering: [
        { status: 200, rows: [offering, { id: 'X' }, { ...offering, ...renewed, id: 'R' }], range: 'items 1-3/3' },
      ],
    })
    const source = createChargingBundleSource({ ...options, reportFault: (fault) => void reported.push(fault) })
    expect(await source.bundles()).toMatchObject([
      { productCode: 'W', data: { value: 500, unit: 'MB' }, validity: { amount: 1, unit: 'week' } },
    ])
    expect(reported).toEqual([{ api: 'catalogue', call: 'GET productOffering', field: 'name' }])
  })
})

describe('a system whose lists do not prove that a top-up is missing', () => {
  it('has no log of balances', async () => {
    const { options } = await serveLists({ log: [{ status: 404 }] })
    await expect(createChargingDeliveryProvider(options).findByReference(purchase())).rejects.toMatchObject(unsure)
  })

  it('has a log that it sends in parts without announcing the rest', async () => {
    const entry = { type: 'deduct', bucketBalance: { id: '9' }, product: { id: 'P' } }
    const { options } = await serveLists({ log: [{ status: 200, rows: [entry] }] })
    await expect(createChargingDeliveryProvider(options).findByReference(purchase())).rejects.toMatchObject(unsure)
  })

  it('still finds a top-up that is listed', async () => {
    const found = { ...one, name: 'TXN-FOUND' }
    const { options } = await serveLists({ bucket: [{ status: 200, rows: [found] }], log: [{ status: 404 }] })
    const lookUp = createChargingDeliveryProvider(options).findByReference({ ...purchase(), id: 'TXN-FOUND' })
    expect(await lookUp).toEqual({ outcome: 'delivered', bssReference: '1' })
  })
})

it.each([
  ['100.999999', 100, '1'],
  ['5000.750000', 1, '5000.75'],
])('reads %s cents, of which %i are a unit, as %s', async (amount, centsPerUnit, balance) => {
  const { options } = await serveLists({ bucket: [{ status: 200, rows: [bucket(1, amount)], range: 'items 1-1/1' }] })
  expect(await airtimeOf({ ...options, centsPerUnit })).toMatchObject([{ balance }])
})

it('is refused without credentials', async () => {
  const options = { ...charging(), authorization: createAuthorization({ kind: 'none' }) }
  await expect(createChargingLineSource(options).lineOf(line)).rejects.toMatchObject(unsure)
})
