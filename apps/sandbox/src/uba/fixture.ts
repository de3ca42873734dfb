import { openCardFixture } from '../core/fixture.ts'
import { createUbaSimulator } from './simulator.ts'

const merchantId = 'CMMWI00001'
const serviceKey = '7f2d3c1e-5b64-4a0f-9d1b-0c6f2a8e4b91'

const order = {
  merchantId,
  serviceKey,
  description: 'Airtime recharge',
  total: '1000.00',
  date: '20/11/2026 12:00:00',
  countryCurrencyCode: '454',
  noOfItems: '1',
  customerFirstName: 'Chisomo',
  customerLastname: 'Banda',
  customerEmail: 'chisomo@example.com',
  customerPhoneNumber: '265999000001',
  referenceNumber: 'TXN-1',
}

export async function openUba() {
  const fixture = await openCardFixture({ create: (world, { issuer }) => createUbaSimulator(world, { issuer }) })

  async function post(path: string, fields: Record<string, string>): Promise<string> {
    const url = `${fixture.url}/uba/cipg-payportal/${path}`
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
    return answer.text()
  }

  return {
    ...fixture,
    register: (changes: Record<string, string> = {}) => post('regptran', { ...order, ...changes }),
    registerAsJson: async (changes: Record<string, string> = {}) =>
      JSON.parse(await post('regjtran', { ...order, ...changes })),
    verify: (query: Record<string, string> = {}, form: Record<string, string> = {}) => {
      const named = new URLSearchParams({ mytxnref: 'TXN-1', cipgid: merchantId, ...query })
      return post(`confirmation/verify?${named}`, form)
    },
    control: (path: string, payload: object = {}) =>
      fixture.call({ method: 'POST', url: `/__sim/uba/${path}`, payload }),
    inspect: async (reference = 'TXN-1') => (await fixture.call({ url: `/__sim/uba/${reference}` })).json,
  }
}
