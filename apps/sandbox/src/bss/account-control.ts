import type { FastifyInstance } from 'fastify'
import {
  BadBody,
  type JsonObject,
  numberIn,
  objectIn,
  objectsAt,
  oneOf,
  optionalTextIn,
  textAt,
  textIn,
} from '../core/bodies.ts'
import { addFixedLineAccount, type FixedLineAccountSeed } from '../seed/seed-bills.ts'
import { type BundleSeed, offerBundle } from '../seed/seed-catalogue.ts'
import { valueIn } from './amounts.ts'
import { grantUsedBundle, type UsedBundle } from './bundle.ts'
import type { Row } from './collection.ts'
import { characteristic, lineOf } from './line.ts'
import { viewLine } from './line-view.ts'
import type { Store } from './store.ts'
import type { Bss } from './tmf-routes.ts'

const anyAmount = { min: 0.01, max: 1e12 }
const anyDay = { min: -3650, max: 3650 }
const mostBills = 5000

/** Lists fixed-line accounts with their bills, and creates new ones for tests. */
export function addAccountControl(control: FastifyInstance, { store, world }: Bss): void {
  control.get('/accounts', async () => fixedLineAccountsIn(store).map((account) => viewAccount(store, account)))
  control.get<{ Params: { id: string } }>('/accounts/:id', async ({ params }, reply) => {
    const account = store.get('billingAccount', params.id)
    if (account === undefined) return reply.code(404).send({ message: `There is no account ${params.id}` })
    return { ...viewAccount(store, account), bills: billsOf(store, account).map(viewBill) }
  })
  control.post('/accounts', async ({ body }, reply) => {
    const seed = readAccount(objectIn(body))
    if (store.get('billingAccount', seed.id)) throw new BadBody(`There is an account ${seed.id} already`)
    addFixedLineAccount(store, seed, world.now())
    return reply.code(201).send({ id: seed.id, bills: seed.bills.length })
  })
}

function fixedLineAccountsIn(store: Store): Row[] {
  const lines = [...store.in('product').all()].filter((line) => characteristic(line, 'service') === 'fixed')
  return lines.flatMap((line) => store.get('billingAccount', textAt(line, 'billingAccount', 'id')) ?? [])
}

/** Lists the rows in order of creation: an index moves changed rows to the end. */
function billsOf(store: Store, { id }: Row): Row[] {
  const bills = store.in('customerBill').find('billingAccount.id', id)
  return bills.toSorted((left, right) => left.id.localeCompare(right.id))
}

function viewAccount(store: Store, account: Row): JsonObject {
  const [outstanding] = objectsAt(account, 'accountBalance')
  return {
    id: account.id,
    name: account.name ?? null,
    outstanding: outstanding ? valueIn(outstanding, 'amount') : 0,
    currency: store.market.currency,
    open: billsOf(store, account).filter((bill) => valueIn(bill, 'remainingAmount') > 0).length,
  }
}

function viewBill(bill: Row): JsonObject {
  return {
    id: bill.id,
    number: bill.billNo ?? null,
    state: bill.state ?? null,
    remaining: valueIn(bill, 'remainingAmount'),
  }
}

function readAccount(body: JsonObject): FixedLineAccountSeed {
  const id = textIn(body, 'id')
  if (!/^[PE]{1,2}\d{10}$/.test(id)) throw new BadBody('"id" must be P, E or both and ten digits')
  const bills = objectsAt(body, 'bills').map((bill) => ({
    amount: numberIn(bill, 'amount', anyAmount),
    dueInDays: numberIn(bill, 'dueInDays', anyDay),
    ...(bill.paid !== undefined && { paid: numberIn(bill, 'paid', anyAmount) }),
  }))
  if (bills.length > mostBills) throw new BadBody(`At most ${mostBills} bills`)
  const [email, phone] = [optionalTextIn(body, 'email'), optionalTextIn(body, 'phone')]
  const contact = { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) }
  return { id, name: optionalTextIn(body, 'name') ?? `Account ${id}`, line: textIn(body, 'line'), bills, contact }
}

const years = 24 * 365 * 10
const services = ['data', 'social', 'mixed', 'HBB'] as const

/** Changes the catalogue, and the bundles of lines. */
export function addShopControl(control: FastifyInstance, { store, world }: Bss): void {
  control.post<{ Params: { msisdn: string } }>('/lines/:msisdn/bundles', async ({ params, body }, reply) => {
    const used = readUsed(params.msisdn, objectIn(body))
    if (lineOf(store, used.msisdn) === undefined) throw new BadBody(`There is no line ${used.msisdn}`)
    if (grantUsedBundle(store, used, world.now()) === undefined) throw new BadBody(`There is no bundle ${used.code}`)
    return reply.code(201).send(viewLine(store, used.msisdn))
  })
  control.post('/offerings', async ({ body }, reply) => {
    const bundles = readMany(objectIn(body))
    for (const bundle of bundles) offerBundle(store, bundle, world.now().toISOString())
    return reply.code(201).send({ offered: bundles.length })
  })
}

function readUsed(msisdn: string, body: JsonObject): UsedBundle {
  return {
    msisdn,
    code: textIn(body, 'code'),
    boughtHoursAgo: body.boughtHoursAgo === undefined ? 1 : numberIn(body, 'boughtHoursAgo', { min: 0, max: years }),
    left: body.left === undefined ? 1 : numberIn(body, 'left', { min: 0, max: 1 }),
  }
}

const lengths = [
  { periodType: 'Daily', days: 1 },
  { periodType: 'Weekly', days: 7 },
  { periodType: 'Monthly', days: 30 },
  { periodType: 'Weekend', days: 2 },
] as const

/**
 * Adds bundles of a large catalogue: validities alternate, and each is slightly larger and dearer than the one before.
 */
function readMany(body: JsonObject): BundleSeed[] {
  const prefix = textIn(body, 'prefix')
  const service = oneOf(body, 'service', services)
  return Array.from({ length: numberIn(body, 'count', { min: 1, max: 2000 }) }, (_, at) => {
    const length = lengths[at % lengths.length] ?? lengths[0]
    const gigabytes = at + 1
    return {
      code: `${prefix}-${gigabytes}`,
      name: `${length.periodType} ${gigabytes}GB`,
      description: `${gigabytes} GB of data`,
      category: service === 'HBB' ? 'router' : service,
      data: { amount: gigabytes, unit: 'GB' },
      lineType: 'PREPAID',
      service,
      price: 1_000 + gigabytes * 50,
      ...length,
    }
  })
}
