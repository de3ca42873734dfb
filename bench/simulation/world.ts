import type { Bundle } from '@nyanja/domain/bundle'
import { type Money, money } from '@nyanja/domain/money'
import type { OpenDatabase } from '../../apps/portal/server/db/open.ts'
import { takeUpWork } from '../../apps/portal/server/db/payments/take-up-work.ts'
import { createStores } from '../../apps/portal/server/db/payments/test-core.ts'
import type { Attempt, Method } from '../../apps/portal/server/payments/attempt.ts'
import { type Choice, isPlaced, type Order } from '../../apps/portal/server/payments/order.ts'
import { createBss } from './bss.ts'
import type { Chance } from './chance.ts'
import { Interleaving, type InterleavingOptions, type Machine, type Place } from './machine.ts'
import type { Mishaps } from './mishaps.ts'
import { boot, type PortalProcess } from './portal-process.ts'
import { Proofs } from './proofs.ts'
import { type Entry, Provider, type ProviderName, providerNames } from './provider.ts'

/** Kinds of due work, by the table that they stand in. */
export const lanes = ['attempts', 'deliveries', 'refunds'] as const
type Lane = (typeof lanes)[number]

export interface WorldOptions {
  readonly database: OpenDatabase
  readonly chance: Chance
  readonly mishaps: Mishaps
  readonly processes?: number
  /** Whether a process dies at this place, the so-manieth that any process has come to. */
  readonly diesAt?: (count: number, place: Place) => boolean
  readonly isHeldUp?: InterleavingOptions['isHeldUp']
  /** As where one process serves at a time: a new one takes up what a dead one left. */
  readonly takesUpWork?: boolean
}

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** An adapter gives up a call long before the lease of its caller ends. */
const longestCallMs = 40 * second
const heldUpMs = 35 * second
const claim = { limit: 4, leaseMs: 2 * minute }
const wallets = ['999000001', '999000002', '999000003', '999000004']
const lines = ['999000005', '999000006']
/** No provider takes money for a payment that it closed so long ago. */
const latestCaptureMs = 7 * day
const promptWindowMs = 15 * minute
const promptsPerWindow = 3

/** Customers, providers, a BSS, operators and some processes of the portal on one database. */
export class World {
  readonly chance: Chance
  readonly mishaps: Mishaps
  readonly database: OpenDatabase
  readonly providers: Readonly<Record<ProviderName, Provider>>
  readonly bss
  readonly proofs = new Proofs()
  readonly orders: Order[] = []
  /** What no adapter may let happen, whatever the others do. */
  readonly failures: string[] = []
  /** Callbacks that the provider sends until they are answered. */
  readonly owed = new Map<string, ProviderName>()
  /** What happened, one line each, for whoever replays it. */
  readonly journal: string[] = []
  readonly interleaving: Interleaving
  readonly #processes: PortalProcess[]
  #now = Date.parse('2026-11-20T10:00:00Z')
  #busySince: number | undefined
  #ids = 0
  #places = 0
  readonly #takesUpWork: boolean
  #hasDied = false

  constructor({ database, chance, mishaps, processes = 2, diesAt, isHeldUp, takesUpWork = false }: WorldOptions) {
    this.database = database
    this.chance = chance
    this.mishaps = mishaps
    this.#takesUpWork = takesUpWork
    const dies = (machine: Machine, place: Place) => {
      this.#places += 1
      if (!diesAt?.(this.#places, place)) return false
      this.tell(`a process dies ${place}`)
      this.#restart(this.#processes.findIndex((process) => process.machine === machine))
      return true
    }
    this.interleaving = new Interleaving({ chance, dies, ...(isHeldUp && { isHeldUp }) })
    const { now } = this
    const provider = (name: ProviderName) =>
      new Provider(name, { mishaps, now, started: (entry) => this.#started(name, entry) })
    this.providers = {
      card: provider('card'),
      wallet: provider('wallet'),
      airtime: provider('airtime'),
      mpesa: provider('mpesa'),
    }
    this.bss = createBss(mishaps, now)
    this.#processes = Array.from({ length: processes }, () => boot(this, this.interleaving))
  }

  readonly now = (): number => this.#now
  readonly newId = (): string => {
    this.#ids += 1
    return String(this.#ids).padStart(26, '0')
  }

  /** How many places processes have come to so far. */
  get places(): number {
    return this.#places
  }

  tell(what: string): void {
    this.journal.push(`${new Date(this.#now).toISOString().slice(0, 23)}  ${what}`)
  }

  #started(name: ProviderName, { id, payerMsisdn }: Entry): void {
    if (name === 'airtime' && !this.proofs.answerFor(payerMsisdn))
      this.failures.push(`${id}: airtime is taken without a proof`)
    // A minute less: the portal counts from the moment before the call.
    const since = this.#now - promptWindowMs + minute
    const asked = (['wallet', 'mpesa'] as const)
      .flatMap((push) => [...this.providers[push].books.values()])
      .filter((entry) => entry.payerMsisdn === payerMsisdn && entry.startedAt > since && entry.taken === undefined)
    if (asked.length > promptsPerWindow) this.failures.push(`${id}: the wallet is asked ${asked.length} times`)
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
        return rows.map(({ next_check_at, lease_until }) => ({
          lane,
          at: Math.max(Number(next_check_at), Number(lease_until)),
        }))
      }),
    )
    return found.flat().toSorted((left, right) => left.at - right.at)[0]
  }

  /** Begins something in one of the processes and does not wait for it. */
  begin(what: string, work: (process: PortalProcess) => Promise<unknown>): void {
    const process = this.chance.pick(this.#processes)
    if (process === undefined) return
    this.#busySince ??= this.#now
    this.watch(what, work(process))
  }

  /** A core that throws has a bug, whatever the others did. */
  watch(what: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => this.failures.push(`${what}: ${String(error)}`))
  }

  async orderSomething(): Promise<Order> {
    const amount = money('MWK', 10_000 * (1 + this.chance.below(50)))
    return this.order(this.chance.happens(0.3) ? bundleFor(amount) : { kind: 'airtime', amount })
  }

  async order(choice: Choice): Promise<Order> {
    const createdAt = this.#now
    const order: Order = {
      id: this.newId(),
      channel: 'web',
      language: 'en',
      msisdn: this.chance.pick(lines) ?? '',
      lineType: 'PREPAID',
      redirectPage: '/',
      choice,
      createdAt,
      expiresAt: createdAt + 60 * minute,
    }
    await createStores(this.database, this.now).orders.add(order)
    this.orders.push(order)
    this.tell(`order ${order.id}: ${choice.kind} for ${choice.amount.minor}`)
    return order
  }

  somePayer(order: Order, method: Method, payerMsisdn = this.chance.pick(wallets) ?? '') {
    if (method !== 'airtime' || this.chance.happens(0.2)) return { method, payerMsisdn }
    return { method, payerMsisdn, proof: this.proofs.give(payerMsisdn, order.id) }
  }

  pay(order: Order, method: Method, payerMsisdn?: string): void {
    this.tell(`pay order ${order.id} by ${method}`)
    const payer = this.somePayer(order, method, payerMsisdn)
    this.begin('pay', ({ payments }) => payments.pay(order, payer))
  }

  /** As channels do: registered first, handed over by a call of its own. */
  payInTwoCalls(order: Order, method: Method): void {
    this.tell(`pay order ${order.id} in two calls by ${method}`)
    const payer = this.somePayer(order, method)
    this.begin('initiate', async ({ payments }) => {
      const begun = await payments.initiate(order, payer)
      if ('attempt' in begun && isPlaced(order)) await payments.process(order, begun.attempt)
    })
  }

  someEntry(name: ProviderName): Entry | undefined {
    return this.chance.pick([...this.providers[name].books.values()])
  }

  /** The customer approves; the provider's callback may get lost where asking must find the money all the same. */
  take(name: ProviderName, entry: Entry): void {
    if (this.#now > entry.closesAt + latestCaptureMs || !this.providers[name].take(entry.id)) return
    this.tell(`${name} takes the money for ${entry.id}`)
    const isBehindUs = this.#now >= entry.closesAt && (entry.wasEnded || this.#now > entry.closesAt + 2 * day)
    if (entry.mustCallBack || isBehindUs || this.chance.happens(0.5)) this.owed.set(entry.id, name)
  }

  callBack(id: string, name: ProviderName): void {
    this.tell(`${name} calls back about ${id}`)
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

  #forEachGateway(what: string, work: (process: PortalProcess, name: ProviderName) => Promise<void>): void {
    for (const name of providerNames) this.begin(what, (process) => work(process, name))
  }

  async goOn(steps: number): Promise<void> {
    for (let step = 0; step < steps && !this.interleaving.isIdle; step += 1) await this.interleaving.step()
    if (this.interleaving.isIdle) this.#busySince = undefined
  }

  async finish(): Promise<void> {
    await this.interleaving.drain()
    while (this.interleaving.holdsUp) await this.#letTimePass()
    if (this.#hasDied && this.#takesUpWork) await takeUpWork(this.database, this.#now)
    this.#hasDied = false
    this.#busySince = undefined
  }

  /** Others go on working while a call stands still. */
  async #letTimePass(): Promise<void> {
    this.#now += heldUpMs
    for (const lane of lanes) this.work(lane)
    await this.interleaving.drain()
    this.interleaving.letGo()
    await this.interleaving.drain()
  }

  async pass(ms: number): Promise<void> {
    const busyFor = this.#busySince === undefined ? 0 : this.#now + ms - this.#busySince
    if (busyFor > longestCallMs) await this.finish()
    this.#now += ms
  }

  crash(): void {
    this.tell('a process dies')
    this.#restart(this.chance.below(this.#processes.length))
  }

  #restart(at: number): void {
    this.#processes[at]?.machine.die()
    this.#hasDied = true
    this.#processes[at] = boot(this, this.interleaving)
  }
}

function bundleFor(price: Money): Choice {
  const bundle: Bundle = {
    productCode: 'B1',
    name: 'Day',
    description: '',
    category: 'data',
    lineType: 'PREPAID',
    validity: { amount: 1, unit: 'day' },
    price,
  }
  return { kind: 'bundle', amount: price, bundle }
}
