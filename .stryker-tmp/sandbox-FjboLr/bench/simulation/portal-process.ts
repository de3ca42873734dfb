// @ts-nocheck
import { createOperationStores } from '../../apps/portal/server/db/operations/stores.ts'
import { assemble, createStores } from '../../apps/portal/server/db/payments/test-core.ts'
import { MethodSwitches } from '../../apps/portal/server/operations/method-switches.ts'
import { Reviews } from '../../apps/portal/server/operations/reviews.ts'
import type { Method } from '../../apps/portal/server/payments/attempt.ts'
import type { MethodSetup } from '../../apps/portal/server/payments/payments.ts'
import { type Interleaving, Machine } from './machine.ts'
import { type Memory, type ProviderName, providerNames } from './provider.ts'
import type { World } from './world.ts'

const setup = { startTimeoutMs: 60_000, lifeMs: 10 * 60_000 }

export const methods = {
  card: { ...setup, gateway: 'card' },
  nyanja_money: { ...setup, gateway: 'wallet' },
  airtime: { ...setup, gateway: 'airtime', needsProof: true },
  mpesa: { ...setup, gateway: 'mpesa' },
} as const satisfies Partial<Record<Method, MethodSetup & { readonly gateway: ProviderName }>>

export type PortalProcess = ReturnType<typeof boot>

/** A new process, that knows no more than the database. Every port is a place to be held up or to die. */
export function boot(world: World, interleaving: Interleaving) {
  const machine = new Machine(interleaving)
  const { now, newId, database } = world
  const bare = createStores(database, now)
  const stores = {
    orders: machine.reaching('orders', bare.orders),
    attempts: machine.reaching('attempts', bare.attempts),
    reader: machine.reaching('reader', bare.reader),
    checks: machine.reaching('checks', bare.checks),
    deliveries: machine.reaching('deliveries', bare.deliveries),
    refunds: machine.reaching('refunds', bare.refunds),
    due: machine.reaching('due', bare.due),
  }
  const memory: Memory = {
    prompts: new Map(),
    unheardOf: new Map(),
    answered: (id) => world.watch('answered', stores.reader.checkSoon(id, now())),
  }
  const gateways = Object.fromEntries(
    providerNames.map((name) => [name, machine.reaching(name, world.providers[name].gatewayFor(memory))]),
  )
  const operations = createOperationStores(database, now)
  const switches = new MethodSwitches({ store: machine.reaching('switches', operations.switches), now })
  const proofs = machine.reaching('proofs', { accept: world.proofs.accept })
  const core = assemble({
    stores,
    gateways,
    deliverer: machine.reaching('bss', world.bss.deliverer),
    now,
    newId,
    newReference: newId,
    alert: () => {},
    acceptProof: proofs.accept,
    rules: { methods, isOpen: (method) => switches.isOpen(method) },
  })
  const reviews = new Reviews({ store: machine.reaching('reviews', operations.reviews) })
  const retention = machine.reaching('retention', operations.retention)
  return { machine, due: stores.due, switches, reviews, retention, ...core }
}
