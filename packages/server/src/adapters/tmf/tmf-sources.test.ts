import { expect, it } from 'vitest'
import { z } from 'zod'
import { weeklyBundle } from './bundle-examples.contract.ts'
import { tmfV4 } from './profile.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfBalanceSource } from './tmf-balance-source.ts'
import { createTmfBundleSource } from './tmf-bundle-source.ts'

const { sandbox, tmf } = testBss()

async function changeOffering(id: string, body: object): Promise<void> {
  const url = `${sandbox.url}/bss/tmf-api/productCatalogManagement/v4/productOffering/${id}`
  const headers = { 'content-type': 'application/merge-patch+json' }
  const response = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}

const bundles = async (profile = tmfV4) => createTmfBundleSource({ ...tmf(), profile }).bundles()
const bundle = async (code: string) => (await bundles()).find(({ productCode }) => productCode === code)

it('reads the whole catalogue with pages of any size', async () => {
  expect(await bundles({ ...tmfV4, paging: { ...tmfV4.paging, size: 4 } })).toEqual(await bundles())
})

it('resolves a price that is only a reference', async () => {
  await changeOffering('MW-W-2600', { productOfferingPrice: [{ id: 'pop-MW-W-2600' }] })
  expect(await bundle('MW-W-2600')).toEqual(weeklyBundle)
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
