import Fastify, { type FastifyInstance } from 'fastify'
import { createBank } from '../bank/bank.ts'
import { addFaultHooks } from '../core/fault-hooks.ts'
import type { Simulator } from '../core/simulator.ts'
import { createWorld } from '../core/world.ts'
import { createDpoSimulator } from './dpo.ts'

export const companyToken = '9F416C11-127B-4DE2-AC7F-D5710E4C5E0A'

/** DPO, the bank and a merchant who listens for pushes, for the tests. Time stands until it is moved. */
export async function openDpo() {
  let nowMs = Date.parse('2026-11-20T10:00:00Z')
  const world = createWorld({ now: () => new Date(nowMs), timeScale: 0 })
  const pushes: string[] = []
  const merchant = Fastify()
  merchant.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  merchant.post('/push', async ({ body }) => pushes.push(String(body)) && 'OK')
  const pushUrl = `${await merchant.listen({ port: 0 })}/push`

  const bank = createBank(world)
  const dpo = createDpoSimulator(world, { issuer: bank, pushUrl })
  const bankApp = await appFor(bank)
  const app = await appFor(dpo)
  world.addresses.bankUrl = await bankApp.listen({ host: '127.0.0.1', port: 0 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  async function appFor(simulator: Simulator): Promise<FastifyInstance> {
    const made = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true })
    addFaultHooks(made, world.faults)
    await made.register((scope, _options, done) => {
      simulator.register(scope)
      done()
    })
    return made
  }

  const post = async (body: string, headers: Record<string, string> = { 'content-type': 'application/xml' }) =>
    (await app.inject({ method: 'POST', url: '/dpo/API/v6/', headers, payload: body })).body

  return {
    app,
    dpo,
    world,
    url,
    bankUrl: world.addresses.bankUrl,
    pushes,
    post,
    notify: async (request: string, inner: string) =>
      tagsIn(
        await post(`<API3G><CompanyToken>${companyToken}</CompanyToken><Request>${request}</Request>${inner}</API3G>`),
      ),
    pay: (companyRef: string, outcome: string) =>
      app.inject({ method: 'POST', url: `/__sim/dpo/${companyRef}/pay`, payload: { outcome } }),
    pass: (ms: number) => {
      nowMs += ms
    },
    close: () => Promise.all([app.close(), bankApp.close(), merchant.close()]),
  }
}

/** A reader of our own, so that the simulator's parser is not judged by itself. */
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

/** The inside of a createToken, with changes. */
export const order = (changes: Record<string, string> = {}, serviceChanges: Record<string, string> = {}): string =>
  `<Transaction>${xmlOf({ ...transaction, ...changes })}</Transaction>` +
  `<Services><Service>${xmlOf({ ...service, ...serviceChanges })}</Service></Services>`
