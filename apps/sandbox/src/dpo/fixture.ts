import { openCardFixture } from '../core/fixture.ts'
import { createDpoSimulator } from './simulator.ts'

export const companyToken = '9F416C11-127B-4DE2-AC7F-D5710E4C5E0A'

/** Opens DPO, the bank and a merchant who receives callbacks, for tests. */
export async function openDpo() {
  const fixture = await openCardFixture({
    create: (world, { issuer, callbackUrl }) => createDpoSimulator(world, { issuer, pushUrl: callbackUrl }),
  })
  const post = async (body: string, headers: Record<string, string> = { 'content-type': 'application/xml' }) =>
    (await fixture.app.inject({ method: 'POST', url: '/dpo/API/v6/', headers, payload: body })).body

  return {
    ...fixture,
    post,
    notify: async (request: string, inner: string) =>
      tagsIn(
        await post(`<API3G><CompanyToken>${companyToken}</CompanyToken><Request>${request}</Request>${inner}</API3G>`),
      ),
    pay: (companyRef: string, outcome: string) =>
      fixture.app.inject({ method: 'POST', url: `/__sim/dpo/${companyRef}/pay`, payload: { outcome } }),
  }
}

/** A separate parser, so that the simulator's own is not tested with itself. */
export function tagsIn(xml: string): Record<string, string> {
  return Object.fromEntries([...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, tag = '', text = '']) => [tag, text]))
}

const transaction = {
  PaymentAmount: '1000.00',
  PaymentCurrency: 'MWK',
  CompanyRef: 'TXN-1',
  RedirectURL: 'http://localhost:3000/orp/dpo',
  BackURL: 'http://localhost:3000/orp/dpo?status=CANCELLED',
  CompanyRefUnique: '1',
  PTL: '30',
  PTLtype: 'minutes',
}

const service = { ServiceType: '3854', ServiceDescription: 'Airtime recharge', ServiceDate: '2026/11/20 10:00' }

const xmlOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([tag, value]) => `<${tag}>${value}</${tag}>`)
    .join('')

/** Builds the content of a createToken request, with changes. */
export const order = (changes: Record<string, string> = {}, serviceChanges: Record<string, string> = {}): string =>
  `<Transaction>${xmlOf({ ...transaction, ...changes })}</Transaction>` +
  `<Services><Service>${xmlOf({ ...service, ...serviceChanges })}</Service></Services>`
