import { money } from '@nyanja/domain/money/money'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { describeBalanceSource } from '../../subscriber/balance-source.contract.ts'
import { describeBillSource } from '../../subscriber/bill-source.contract.ts'
import { describeBundleSource } from '../../subscriber/bundle-source.contract.ts'
import { describeContactSource } from '../../subscriber/contact-source.contract.ts'
import { describeLineSource } from '../../subscriber/line-source.contract.ts'
import { tmfV4 } from './profile.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfBalanceSource } from './tmf-balance-source.ts'
import { createTmfBillSource } from './tmf-bill-source.ts'
import { createTmfBundleSource } from './tmf-bundle-source.ts'
import { createTmfContactSource } from './tmf-contact-source.ts'
import { createTmfLineSource } from './tmf-line-source.ts'

const { sandbox, tmf, silence, garble } = testBss()

describeLineSource('the BSS', async (timeout) => ({
  lines: createTmfLineSource(tmf(timeout)),
  numbers: {
    PREPAID: '999000010',
    POSTPAID: '999000050',
    HYBRID: '999000060',
    broadband: '999000070',
    withBundles: '999000001',
    unknown: '991111111',
  },
  silence: () => silence('product.read'),
  garble: () => garble('product.read'),
}))

describeBalanceSource('the BSS', async (timeout) => ({
  balances: createTmfBalanceSource(tmf(timeout)),
  numbers: { busy: '999000001', unlimited: '999000071', ended: '999000006' },
  silence: () => silence('bucket.read'),
}))

describeBillSource('the BSS', async (timeout) => ({
  bills: createTmfBillSource({ ...tmf(timeout), numberLength: 9 }),
  lines: { owing: '999000050', ahead: '999000053', prepaid: '999000010', unknown: '991111111' },
  accounts: { owing: 'P1234567890', partlyPaid: 'PE1234567891', final: 'P1234567891', unknown: 'P0000000000' },
  silence: (resource) => silence(`${resource}.read`),
  garble: (resource) => garble(`${resource}.read`),
}))

describeContactSource('the BSS', async (timeout) => ({
  contacts: createTmfContactSource({ ...tmf(timeout), numberLength: 9 }),
  numbers: { router: '999000070', itsContact: '999000010', withoutContact: '999000072', unknown: '991111111' },
  silence: () => silence('billingAccount.read'),
}))

const weekly = {
  productCode: 'MW-W-2600',
  name: 'Weekly 2.6GB',
  description: '2.6 GB of data for seven days',
  category: 'data',
  period: 'Weekly',
  lineType: 'PREPAID',
  data: { bytes: 2_600_000_000, value: 2.6, unit: 'GB' },
  validity: { amount: 7, unit: 'day' },
  price: money('MWK', 200_000),
  translations: { sw: { name: 'Wiki GB 2.6', description: 'GB 2.6 za data kwa siku saba' } },
} as const

describeBundleSource('the BSS', async (timeout) => ({
  source: createTmfBundleSource(tmf(timeout)),
  examples: [
    weekly,
    {
      productCode: 'MW-X-1000',
      name: 'Combo 1GB + 60 min + 100 SMS',
      description: '1 GB, 60 minutes and 100 SMS for seven days',
      category: 'mixed',
      period: 'Weekly',
      lineType: 'PREPAID',
      data: { bytes: 1e9, value: 1, unit: 'GB' },
      voice: { seconds: 3600, value: 60, unit: 'MIN' },
      sms: 100,
      validity: { amount: 7, unit: 'day' },
      price: money('MWK', 250_000),
      translations: {
        sw: {
          name: 'Mchanganyiko GB 1 + dakika 60 + SMS 100',
          description: 'GB 1, dakika 60 na SMS 100 kwa siku saba',
        },
      },
    },
    {
      productCode: 'HBB-UNL',
      name: 'Home Unlimited',
      description: 'Unlimited data for the home for thirty days',
      category: 'broadband',
      period: 'Monthly',
      lineType: 'PREPAID',
      data: 'unlimited',
      validity: { amount: 30, unit: 'day' },
      price: money('MWK', 12_000_000),
      translations: {
        sw: { name: 'Nyumbani bila kikomo', description: 'Data bila kikomo ya nyumbani kwa siku thelathini' },
      },
    },
  ],
  remove: (productCode) => changeOffering(productCode, { lifecycleStatus: 'Retired' }),
  silence: () => silence('productOffering.read'),
}))

async function changeOffering(id: string, body: object): Promise<void> {
  const url = `${sandbox.url}/bss/tmf-api/productCatalogManagement/v4/productOffering/${id}`
  const headers = { 'content-type': 'application/merge-patch+json' }
  const response = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}

const bundles = async (profile = tmfV4) => createTmfBundleSource({ ...tmf(), profile }).bundles()
const bundle = async (code: string) => (await bundles()).find(({ productCode }) => productCode === code)

it('reads the whole catalogue with pages of any size', async () => {
  expect(await bundles({ ...tmfV4, pageSize: 4 })).toEqual(await bundles())
})

it('resolves a price that is only a reference', async () => {
  await changeOffering('MW-W-2600', { productOfferingPrice: [{ id: 'pop-MW-W-2600' }] })
  expect(await bundle('MW-W-2600')).toEqual(weekly)
})

it('finds volumes on the specification', async () => {
  const volume = { name: 'data', productSpecCharacteristicValue: [{ value: 5, unitOfMeasure: 'GB' }] }
  const id = await addSpecification({ name: '5GB', productSpecCharacteristic: [volume] })
  await changeOffering('MW-W-2600', { prodSpecCharValueUse: [], productSpecification: { id } })
  expect(await bundle('MW-W-2600')).toMatchObject({ category: 'data', data: { bytes: 5e9 }, lineType: 'PREPAID' })
})

async function addSpecification(body: object): Promise<string> {
  const url = `${sandbox.url}/bss/tmf-api/productCatalogManagement/v4/productSpecification`
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return z.object({ id: z.string() }).parse(await response.json()).id
}

it('treats a missing term as unlimited', async () => {
  expect(await bundle('MW-Z-1000')).toMatchObject({ validity: 'unlimited' })
})

it.each([
  ['a foreign currency', { productOfferingPrice: [{ price: { taxIncludedAmount: { unit: 'USD', value: 2 } } }] }],
  ['a third decimal', { productOfferingPrice: [{ price: { taxIncludedAmount: { unit: 'MWK', value: 1.005 } } }] }],
  ['an odd validity', { productOfferingTerm: [{ duration: { amount: 3, units: 'MOONS' } }] }],
  ['no volume', { prodSpecCharValueUse: [], productSpecification: null }],
  ['a price that leads nowhere', { productOfferingPrice: [{ id: 'pop-none' }] }],
  ['no price', { productOfferingPrice: null }],
  ['a shape of its own', { productOfferingTerm: 'weekly' }],
  ['a sign that it is not for sale', { isSellable: false }],
])('leaves out an offering with %s, and no other', async (_what, change) => {
  const all = (await bundles()).length
  await changeOffering('MW-W-2600', change)
  expect(await bundle('MW-W-2600')).toBeUndefined()
  expect(await bundles()).toHaveLength(all - 1)
})

it('reads money exactly, and rounds displayed amounts down', async () => {
  const entries = await createTmfBalanceSource(tmf()).balancesOf('999000005')
  expect(entries).toContainEqual({ serviceType: 'AIRTIME', description: 'Main balance', unit: 'MWK', balance: '800.5' })
})
