import { readObject, readText } from './json.ts'
import { ask } from './sandbox.ts'

const offerings = '/bss/tmf-api/productCatalogManagement/v4/productOffering'

/** Puts this number of bundles on sale, and returns their codes. */
export async function sellBundles(count: number): Promise<string[]> {
  const codes: string[] = []
  for (let at = 0; at < count; at += 1) {
    const price = { taxIncludedAmount: { unit: 'MWK', value: 100 + at } }
    const offering = await ask(offerings, 'POST', {
      name: `Plan ${at + 1}`,
      lifecycleStatus: 'Active',
      category: [{ id: 'prepaid-bundles', name: 'Monthly' }],
      prodSpecCharValueUse: [
        { name: 'data', productSpecCharacteristicValue: [{ value: at + 1, unitOfMeasure: 'MB', isDefault: true }] },
      ],
      productOfferingTerm: [{ name: 'validity', duration: { amount: 30, units: 'DAYS' } }],
      productOfferingPrice: [{ id: `plan-${at + 1}`, name: 'price', priceType: 'oneTime', price }],
    })
    codes.push(readText(readObject(offering), 'id'))
  }
  return codes
}

export async function removeBundles(codes: readonly string[]): Promise<void> {
  for (const code of codes) await ask(`${offerings}/${code}`, 'DELETE')
}

/** Puts this number more on sale, of four periods in turn. Their codes begin with the prefix. */
export async function offerMany(service: 'data' | 'social' | 'HBB', prefix: string, count: number): Promise<void> {
  await ask('/__sim/bss/offerings', 'POST', { service, prefix, count })
}
