import { money } from '@nyanja/domain/money'
import type { Attempt } from '../../../payments/attempt.ts'
import { isPlaced, type Order } from '../../../payments/order.ts'
import type { OpenDatabase } from '../../open.ts'
import { assemble, createStores } from '../test-core.ts'
import { createBss } from './bss.ts'
import { type Chance, createChance, createMishaps } from './chance.ts'
import { Interleaving, Machine } from './machine.ts'
import { createProvider, type Entry, type Provider } from './provider.ts'

export type GatewayName = 'card' | 'wallet'
/** Kinds of due work, by the table that they stand in. */
export const lanes = ['attempts', 'deliveries', 'refunds'] as const
type Lane = (typeof lanes)[number]
type Process = ReturnType<World['boot']>

/** An adapter gives up a call long before the lease of its caller ends. */
const longestCallMs = 40_000
const claim = { limit: 4, leaseMs: 120_000 }
const wallets = ['999000001', '999000002']

/** Customers, providers, a BSS and two processes of the portal on one database. */
export class World {
  readonly chance: Chance
  readonly mishaps
  readonly database: OpenDatabase
  readonly providers: Readonly<Record<GatewayName, Provider>>
  readonly bss
  readonly orders: Order[] = []
  /** What no adapter may let happen, whatever the others do. */
  readonly failures: string[] = []
  /** Callbacks that the provider sends until they are answered. */
  readonly owed = new Map<string, GatewayName>()
  readonly #interleaving: Interleaving
  readonly #processes: Process[]
  #now = Date.parse('2026-11-20T10:00:00Z')
  #busySince: number | undefined
  #ids = 0

  constructor(database: OpenDatabase, seed: number) {
    this.database = database
    this.chance = createChance(seed)
    this.mishaps = createMishaps(this.chance)
    this.#interleaving = new Interleaving(this.chance)
    const { mishaps, now } = this
    this.providers = {
      card: createProvider({ handsOver: 'page', mishaps, now }),
      wallet: createProvider({ handsOver: 'push', mishaps, now }),
    }
    this.bss = createBss(mishaps)
    this.#processes = [this.boot(), this.boot()]
  }

  readonly now = (): number => this.#now
  readonly newId = (): string => {
    this.#ids += 1
    return String(this.#ids).padStart(26, '0')
  }

  /** A new process, that knows no more than the database. */
  boot() {
    const machine = new Machine(this.#interleaving)
    const { now, newId, providers, bss } = this
    const bare = createStores(this.database, now)
    const stores = {
      orders: machine.reaching(bare.orders),
      attempts: machine.reaching(bare.attempts),
      reader: machine.reaching(bare.reader),
      checks: machine.reaching(bare.checks),
      deliveries: machine.reaching(bare.deliveries),
      refunds: machine.reaching(bare.refunds),
      due: machine.reaching(bare.due),
    }
    const gateways = {
      card: machine.reaching(providers.card.gateway),
      wallet: machine.reaching(providers.wallet.gateway),
    }
    const deliverer = machine.reaching(bss.deliverer)
    const core = assemble({ stores, gateways, deliverer, now, newId, newReference: newId, alert: () => {} })
    return { machine, due: stores.due, ...core }
  }

  async attempts(): Promise<readonly Attempt[]> {
    const { reader } = createStores(this.database, this.now)
    const payments = await Promise.all(this.orders.map(({ id }) => reader.paymentsOf(id)))
    return payments.flat().map(({ attempt }) => attempt)
  }

  /** What a worker will find to do next, and when. */
  async nextDue(): Promise<{ readonly lane: Lane; readonly at: number } | undefined> {
    const { db } = this.database
    const found = await Promise.all(
      lanes.map(async (lane) => {
        const rows = await db
          .selectFrom(lane)
          .select(['next_check_at', 'lease_until'])
          .where('next_check_at', 'is not', null)
          .execute()
        return rows.map(({ next_check_at, lease_until }) => ({ lane, at: Math.max(next_check_at ?? 0, lease_until) }))
      }),
    )
    return found.flat().toSorted((left, right) => left.at - right.at)[0]
  }

  /** Begins something in one of the processes and does not wait for it. */
  begin(what: string, work: (process: Process) => Promise<unknown>): void {
    const process = this.chance.pick(this.#processes)
    if (process === undefined) return
    this.#busySince ??= this.#now
    work(process).catch((error: unknown) => this.failures.push(`${what}: ${String(error)}`))
  }

  async orderSomething(): Promise<void> {
    const createdAt = this.#now
    const order: Order = {
      id: this.newId(),
      channel: 'web',
      language: 'en',
      msisdn: '999000005',
      lineType: 'PREPAID',
      redirectPage: '/',
      choice: { kind: 'airtime', amount: money('MWK', 10_000 * (1 + this.chance.below(50))) },
      createdAt,
      expiresAt: createdAt + 60 * 60_000,
    }
    await createStores(this.database, this.now).orders.add(order)
    this.orders.push(order)
  }

  pay(order: Order): void {
    const method = this.chance.happens(0.5) ? 'card' : 'nyanja_money'
    const payerMsisdn = this.chance.pick(wallets)
    this.begin('pay', ({ payments }) => payments.pay(order, { method, payerMsisdn }))
  }

  /** As channels do: registered first, handed over by a call of its own. */
  payInTwoCalls(order: Order): void {
    const method = this.chance.happens(0.5) ? 'card' : 'nyanja_money'
    this.begin('initiate', async ({ payments }) => {
      const begun = await payments.initiate(order, { method })
      if ('attempt' in begun && isPlaced(order)) await payments.process(order, begun.attempt)
    })
  }

  someEntry(name: GatewayName): Entry | undefined {
    return this.chance.pick([...this.providers[name].books.values()])
  }

  /** The customer approves; the provider's callback may get lost where asking must find the money all the same. */
  take(name: GatewayName, entry: Entry): void {
    if (!this.providers[name].take(entry.id)) return
    const isBehindUs = this.#now >= entry.closesAt && (entry.wasEnded || this.#now > entry.closesAt + 48 * 3_600_000)
    if (isBehindUs || this.chance.happens(0.5)) this.owed.set(entry.id, name)
  }

  callBack(id: string, name: GatewayName): void {
    // The same bytes come again only for the same news.
    const bodyHash = `${id} ${this.providers[name].books.get(id)?.state} ${this.chance.below(2)}`
    this.begin('callback', async ({ progress }) => {
      if (await progress.hinted(name, id, bodyHash)) this.owed.delete(id)
    })
  }

  /** One claim of something that is due, and its work. */
  work(lane: Lane): void {
    this.#lanes[lane]()
  }

  readonly #lanes: Readonly<Record<Lane, () => void>> = {
    attempts: () =>
      this.#forEachGateway('settle', async ({ due, settlement }, name) => {
        await Promise.all((await due.attempts(name, claim)).map((attempt) => settlement.settle(attempt)))
      }),
    deliveries: () =>
      this.begin('deliver', async ({ due, fulfilment }) => {
        await Promise.all((await due.deliveries(claim)).map((delivery) => fulfilment.deliver(delivery)))
      }),
    refunds: () =>
      this.#forEachGateway('refund', async ({ due, refunds }, name) => {
        await Promise.all((await due.refunds(name, claim)).map((payment) => refunds.giveBack(payment)))
      }),
  }

  #forEachGateway(what: string, work: (process: Process, name: GatewayName) => Promise<void>): void {
    for (const name of ['card', 'wallet'] as const) this.begin(what, (process) => work(process, name))
  }

  async goOn(steps: number): Promise<void> {
    for (let step = 0; step < steps && !this.#interleaving.isIdle; step += 1) await this.#interleaving.step()
    if (this.#interleaving.isIdle) this.#busySince = undefined
  }

  async finish(): Promise<void> {
    await this.#interleaving.drain()
    this.#busySince = undefined
  }

  async pass(ms: number): Promise<void> {
    const busyFor = this.#busySince === undefined ? 0 : this.#now + ms - this.#busySince
    if (busyFor > longestCallMs) await this.finish()
    this.#now += ms
  }

  crash(): void {
    const at = this.chance.below(this.#processes.length)
    this.#processes[at]?.machine.die()
    this.#processes[at] = this.boot()
  }
}
