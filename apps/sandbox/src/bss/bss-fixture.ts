import Fastify, { type FastifyInstance } from 'fastify'
import { addControl } from '../control/control-api.ts'
import { isJsonObject, type JsonObject } from '../core/bodies.ts'
import { addFaultHooks } from '../core/faults.ts'
import { createWorld } from '../core/html.ts'
import type { World } from '../core/simulator.ts'
import { createBss } from './bss.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The single object of the answer; empty for lists and empty answers. */
  readonly row: JsonObject
  readonly rows: readonly JsonObject[]
}

export interface Fixture {
  readonly app: FastifyInstance
  readonly world: World
  /** Advances the BSS's clock. */
  pass(ms: number): void
  get(path: string): Promise<Answer>
  post(path: string, body: object): Promise<Answer>
  patch(path: string, body: object): Promise<Answer>
  remove(path: string): Promise<Answer>
}

/** Opens a separate seeded BSS for one test, with a manual clock. */
export function openFixture(): Fixture {
  let now = Date.UTC(2026, 10, 20, 8)
  const world = createWorld({ now: () => new Date(now), timeScale: 0 })
  const app = Fastify()
  addFaultHooks(app, world.faults)
  const bss = createBss(world)
  bss.register(app)
  addControl(app, world, [bss])

  async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<Answer> {
    const { statusCode, headers, body } = await app.inject({ method, url, ...(payload && { payload }) })
    const json: unknown = body === '' ? undefined : JSON.parse(body)
    const rows = Array.isArray(json) ? json.filter(isJsonObject) : []
    return { status: statusCode, headers, row: isJsonObject(json) ? json : {}, rows }
  }

  return {
    app,
    world,
    pass(ms) {
      now += ms
    },
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    remove: (path) => call('DELETE', path),
  }
}

export const paths = {
  catalogue: '/bss/tmf-api/productCatalogManagement/v4',
  ordering: '/bss/tmf-api/productOrderingManagement/v4',
  products: '/bss/tmf-api/productInventory/v4',
  resources: '/bss/tmf-api/resourceInventoryManagement/v4',
  balances: '/bss/tmf-api/prepayBalanceManagement/v4',
  accounts: '/bss/tmf-api/accountManagement/v4',
  payments: '/bss/payment/v4',
  bills: '/bss/tmf-api/customerBillManagement/v4',
  qualification: '/bss/tmf-api/serviceQualificationManagement/v4',
  sales: '/bss/tmf-api/sales/v4',
} as const

/** Builds the request as an adapter sends it. */
export function topUpOf(msisdn: string, amount: number, reason: string): JsonObject {
  return {
    amount: { amount, units: 'MWK' },
    usageType: 'monetary',
    bucket: { id: `265${msisdn}-main` },
    partyAccount: { id: `pa-265${msisdn}` },
    logicalResource: [{ id: `265${msisdn}`, '@referredType': 'MSISDN' }],
    channel: { id: 'CWAAA', name: 'WEBPORTAL' },
    reason,
  }
}

export function orderOf(msisdn: string, offering: string, externalId: string): JsonObject {
  const product = {
    isBundle: false,
    productSerialNumber: `265${msisdn}`,
    productCharacteristic: [{ name: 'msisdn', value: `265${msisdn}` }],
    productRelationship: [{ relationshipType: 'reliesOn', product: { id: `prd-main-265${msisdn}` } }],
  }
  return {
    externalId,
    relatedParty: [{ id: 'portal-web', role: 'requester', '@referredType': 'Organization' }],
    productOrderItem: [{ id: '1', action: 'add', quantity: 1, productOffering: { id: offering }, product }],
  }
}

export function paymentOf(account: string, value: number, correlatorId: string, bill?: string): JsonObject {
  const amount = { unit: 'MWK', value }
  return {
    correlatorId,
    account: { id: account, '@referredType': 'BillingAccount' },
    paymentMethod: { '@type': 'bankCard', name: 'card' },
    totalAmount: amount,
    amount,
    paymentItem: bill ? [{ id: '1', amount, item: { id: bill, '@referredType': 'CustomerBill' } }] : [],
  }
}
