import { createOperationStores } from '@nyanja/back-office/db/operations/stores'
import { ActionLog } from '@nyanja/back-office/operations/action-log'
import { Looks } from '@nyanja/back-office/operations/looks'
import { PaymentFiles } from '@nyanja/back-office/operations/payment-files'
import { Reviews } from '@nyanja/back-office/operations/reviews'
import { StaffActs } from '@nyanja/back-office/operations/staff-acts'
import type { DifferenceRules } from '@nyanja/domain/payments/received-money'
import type { WorkSlot } from '@nyanja/server/common/work-queue'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { createPinEntryStore } from '@nyanja/server/db/payments/attempt-store'
import { createCorrectionStore } from '@nyanja/server/db/payments/order-store'
import { assemble, createStores } from '@nyanja/server/db/payments/test-core'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import type { Method } from '@nyanja/server/payments/attempt'
import { Corrections } from '@nyanja/server/payments/corrections'
import { MethodSwitches } from '@nyanja/server/payments/methods'
import {
  journalDeliveries,
  journalGateway,
  journalPinWallet,
  type MoneyJournal,
} from '@nyanja/server/payments/money-journal'
import type { MethodSetup } from '@nyanja/server/payments/payments'
import { PinPayments } from '@nyanja/server/payments/pin/pin-payments'
import type { TakebackProvider } from '@nyanja/server/payments/takebacks'
import { createSchema } from '../../environment/database.ts'
import type { createBss } from './bss.ts'
import type { Consents, Proofs } from './consents.ts'
import { isPinMethod, type PinWalletName, type ProviderName, pinWalletNames, providerNames } from './injected-faults.ts'
import { type Interleaving, Machine } from './machine.ts'
import type { PinWalletSimulator } from './pin-wallet-simulator.ts'
import type { Memory, Provider } from './provider.ts'

const setup = { startTimeoutMs: 60_000, lifeMs: 10 * 60_000 }

const methods = {
  card: [{ ...setup, gateway: 'card' }],
  nyanja_money: [{ ...setup, gateway: 'wallet' }],
  airtime: [{ ...setup, gateway: 'airtime', needsProof: true }],
  mpesa: [{ ...setup, gateway: 'mpesa' }],
  nyanja_money_pin: [{ ...setup, gateway: 'pin_wallet', needsProof: true }],
  smartcash: [{ ...setup, gateway: 'smartcash', needsProof: true }],
} as const satisfies Partial<Record<Method, readonly (MethodSetup & { readonly gateway: ProviderName })[]>>

export const leaseMs = 120_000

/** The environment of a process. */
interface Environment {
  readonly database: OpenDatabase
  readonly now: () => number
  readonly newId: () => string
  readonly moneyJournal: MoneyJournal
  readonly providers: Readonly<Record<ProviderName, Provider>>
  readonly wallets: Readonly<Record<PinWalletName, PinWalletSimulator>>
  readonly bss: ReturnType<typeof createBss>
  readonly takebackProvider: TakebackProvider
  readonly proofs: Proofs
  readonly differences: DifferenceRules
  readonly consents: Consents
  readonly watch: (what: string, work: Promise<unknown>) => void
  /** Tells whether a queue of the process has free capacity now. */
  readonly hasPlace: () => boolean
  /** Begins work in the process of this machine. */
  readonly beginIn: (machine: Machine, what: string, work: () => Promise<unknown>) => void
}

export type PortalProcess = ReturnType<typeof boot>

/** Starts a new process with no state but the database. Every port call is a point to wait or to die. */
export function boot(world: Environment, interleaving: Interleaving) {
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
    credits: machine.reaching('credits', bare.credits),
    takebacks: machine.reaching('takebacks', bare.takebacks),
    due: machine.reaching('due', bare.due),
    outbox: machine.reaching('outbox', bare.outbox),
  }
  const memory: Memory = {
    prompts: new Map(),
    unheardOf: new Map(),
    answered: (id) => world.watch('answered', stores.reader.checkSoon(id, now())),
  }
  const journal = machine.reaching('journal', world.moneyJournal)
  const gateways = Object.fromEntries(
    providerNames.map((name) => {
      const gateway = machine.reaching(name, world.providers[name].gatewayFor(memory))
      return [name, journalGateway(name, gateway, journal)]
    }),
  )
  const operations = createOperationStores(database, now)
  const switches = new MethodSwitches({ store: machine.reaching('switches', operations.switches), now })
  const proofs = machine.reaching('proofs', { accept: world.proofs.accept, consentOf: world.consents.of })
  const slotOf = (queue: string): WorkSlot => ({
    leaseMs,
    run: (work) => world.beginIn(machine, queue, work),
    free: () => {},
  })
  const core = assemble({
    stores,
    reserve: async (queue) => (world.hasPlace() ? slotOf(queue) : undefined),
    gateways,
    deliveryProvider: journalDeliveries(machine.reaching('bss', world.bss.deliveryProvider), journal),
    takebackProvider: journalDeliveries(machine.reaching('debits', world.takebackProvider), journal, 'take_back'),
    now,
    newId,
    newReference: newId,
    alert: () => {},
    sendReceipt: (receipt) => stores.outbox.sent(receipt),
    async acceptProof(proof, payer) {
      if (!isPinMethod(payer.method)) return proofs.accept(proof, payer)
      const given = await proofs.consentOf(proof)
      return given?.method === payer.method && given.msisdn === payer.msisdn
    },
    rules: { methods, isOpen: (method) => switches.isOpen(method) },
  })
  const pinPayments = new PinPayments({
    payments: core.payments,
    attempts: stores.attempts,
    reader: stores.reader,
    entries: machine.reaching('entries', createPinEntryStore(database.db)),
    wallets: Object.fromEntries(
      pinWalletNames.map((name) => [
        name,
        journalPinWallet(name, machine.reaching(name, world.wallets[name].wallet), journal),
      ]),
    ),
    consentOf: proofs.consentOf,
    now,
    notify: () => {},
  })
  const requests = machine.reaching('requests', operations.staffRequests)
  const acts = machine.reaching('acts', operations.paymentActs)
  const reviews = new Reviews({
    store: machine.reaching('reviews', operations.reviews),
    differences: world.differences,
  })
  const log = new ActionLog({ store: operations.actionLog, now })
  const moves = machine.reaching('moves', operations.corrections)
  const files = new PaymentFiles({ reviews, requests, corrections: moves, looks: new Looks({ log, now }) })
  const staffActs = new StaffActs({
    ...{ payments: acts, requests, reviews, corrections: moves, switches, log, newId },
    ...{ submissions: operations.submissions, leads: operations.leadDecisions },
    ...{ coverage: operations.coverageReports, incidents: operations.incidents },
    cases: { move: async () => false },
    closing: { closeDay: async () => false },
  })
  const corrections = new Corrections({
    store: machine.reaching('corrections', createCorrectionStore(database.db, now)),
    now,
  })
  const retention = machine.reaching('retention', operations.retention)
  const staff = { switches, reviews, requests, acts, files, staffActs, corrections, retention }
  return { machine, due: stores.due, ...staff, pinPayments, ...core }
}

/** Opens SQLite in memory, or a separate schema on a PostgreSQL server, removed when it is closed. */
export async function openFresh(serverUrl: string | undefined): Promise<OpenDatabase> {
  if (serverUrl === undefined) {
    const database = openDatabase({ file: ':memory:' })
    await migrateTables(database)
    return database
  }
  const schema = await createSchema(serverUrl)
  const database = openDatabase({ url: schema.url })
  return {
    ...database,
    async close() {
      await database.close()
      await schema.drop()
    },
  }
}
