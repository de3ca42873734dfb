import type { FastifyInstance } from 'fastify'
import { BadBody, numberIn, objectIn, optionalTextIn, textIn } from '../core/bad-body.ts'
import { type JsonObject, objectsAt, textAt } from '../core/json.ts'
import { addFixedLineAccount, type FixedLineAccountSeed } from '../seed/seed-bills.ts'
import { valueIn } from './amounts.ts'
import type { Row } from './collection.ts'
import { characteristic } from './line.ts'
import type { Store } from './store.ts'
import type { Bss } from './tmf-routes.ts'

const anyAmount = { min: 0.01, max: 1e12 }
const anyDay = { min: -3650, max: 3650 }
const mostBills = 5000

/** Accounts of fixed lines with their bills: to be listed, and made for a story of one's own. */
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

/** In the order in which they were made: an index puts what was changed last. */
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
