import type { Quote } from '@nyanja/domain/money/exchange'
import { money } from '@nyanja/domain/money/money'
import type { DifferenceRules } from '@nyanja/domain/payments/received-money'
import { leadOfId } from '@nyanja/server/common/ids'
import { recoverWork } from '@nyanja/server/db/payments/orphan-recovery'
import { toDeliveryItems } from '@nyanja/server/db/payments/rows'
import { createStores } from '@nyanja/server/db/payments/test-core'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import type { Attempt } from '@nyanja/server/payments/attempt'
import { paymentOfCredit } from '@nyanja/server/payments/credits'
import { paymentOfItem } from '@nyanja/server/payments/goods'
import type { JournalLine, MoneyJournal } from '@nyanja/server/payments/money-journal'
import type { Order, PlacedOrder } from '@nyanja/server/payments/orders'
import type { PayerProof } from '@nyanja/server/payments/payments'
import type { PinEntry } from '@nyanja/server/payments/pin/pin-wallet'
import { paymentOfTakeback, type TakebackProvider } from '@nyanja/server/payments/takebacks'
import { createBss } from './bss.ts'
import { Consents, Proofs } from './consents.ts'
import type { InjectedFaults, PinWalletName, ProviderName } from './injected-faults.ts'
import { type Chance, Interleaving, type InterleavingOptions, type Machine, type Place } from './machine.ts'
import { PinWalletSimulator } from './pin-wallet-simulator.ts'
import { boot, type PortalProcess } from './portal-process.ts'
import { type Entry, Provider } from './provider.ts'
import { queues, work } from './workers.ts'

export interface WorldOptions {
  readonly database: OpenDatabase
  readonly chance: Chance
  readonly injectedFaults: InjectedFaults
  readonly processes?: number
  /** Decides whether a process dies at this point; `count` numbers the points that any process has reached. */
  readonly diesAt?: (count: number, place: Place) => boolean
  readonly isHeldUp?: InterleavingOptions['isHeldUp']
  /** The time that a delayed call waits. */
  readonly heldUpMs?: number
  /** The world is one where one process serves at a time: a new one recovers the work of a dead one. */
  readonly recoversWork?: boolean
}

/** What a visitor sees who pays an order by PIN. */
export interface PinPage {
  readonly order: PlacedOrder
  readonly wallet: PinWalletName
  readonly proof: PayerProof
  readonly quote?: Quote
  entry?: PinEntry
}

const second = 1000
const minute = 60 * second

/** An adapter gives up a call long before the lease of its caller ends. */
const longestCallMs = 30 * second
const promptWindowMs = 15 * minute
const promptsPerWindow = 3

interface InProgress {
  readonly process: PortalProcess
  readonly since: number
}

/** Customers, providers, a BSS, staff and some processes of the portal on one database. */
export class World {
  readonly chance: Chance
  readonly injectedFaults: InjectedFaults
  readonly database: OpenDatabase
  readonly providers: Readonly<Record<ProviderName, Provider>>
  readonly bss
  /** What the BSS took from lines. */
  readonly debits
  readonly takebackProvider: TakebackProvider
  readonly wallets: Readonly<Record<PinWalletName, PinWalletSimulator>>
  readonly proofs = new Proofs()
  /** The market's answer to another amount than the one asked for. */
  readonly differences: DifferenceRules
  readonly consents = new Consents(() => this.#now)
  /** The pages of visitors who pay by PIN, by their order. */
  readonly pinPages = new Map<string, PinPage>()
  readonly orders: Order[] = []
  /** Violations that no adapter may cause, under any fault. */
  readonly failures: string[] = []
  /** Callbacks that the provider sends until they are answered. */
  readonly owed = new Map<string, ProviderName>()
  /** The events, one line each, for a replay. */
  readonly journal: string[] = []
  /** What processes journaled before they called. */
  readonly journaled: JournalLine[] = []
  readonly moneyJournal: MoneyJournal = {
    record: async (line) => void this.journaled.push(line),
  }
  readonly interleaving: Interleaving
  readonly #processes: PortalProcess[]
  readonly #inProgress = new Set<InProgress>()
  #now = Date.parse('2026-11-20T10:00:00Z')
  /** PostgreSQL drops the history of a month before its payments: those from before may be without one. */
  historyKeptFrom = 0
  #ids = 0
  #places = 0
  readonly #recoversWork: boolean
  readonly #heldUpMs: number
  #hasDied = false

  constructor(options: WorldOptions) {
    const { database, chance, injectedFaults, processes = 2, diesAt, isHeldUp, heldUpMs = 35 * second } = options
    this.database = database
    this.chance = chance
    this.injectedFaults = injectedFaults
    this.differences = {
      shortfall: chance.happens(0.5) ? 'deliver_part' : 'refund',
      excess: chance.happens(0.5) ? 'credit' : 'refund',
    }
    this.#recoversWork = options.recoversWork ?? false
    this.#heldUpMs = heldUpMs
    const dies = (machine: Machine, place: Place) => {
      this.#places += 1
      if (!diesAt?.(this.#places, place)) return false
      this.report(`a process dies ${place}`)
      this.#restart(this.#processes.findIndex((process) => process.machine === machine))
      return true
    }
    this.interleaving = new Interleaving({ chance, dies, ...(isHeldUp && { isHeldUp }) })
    const { now } = this
    const provider = (name: ProviderName) =>
      new Provider(name, { injectedFaults, now, started: (entry) => this.#started(name, entry) })
    this.providers = {
      card: provider('card'),
      wallet: provider('wallet'),
      airtime: provider('airtime'),
      mpesa: provider('mpesa'),
      pin_wallet: provider('pin_wallet'),
      smartcash: provider('smartcash'),
    }
    const simulator = (name: PinWalletName) => {
      const failed = (what: string) => this.failures.push(what)
      return new PinWalletSimulator({
        provider: this.providers[name],
        injectedFaults,
        consents: this.consents,
        now,
        failed,
      })
    }
    this.wallets = { pin_wallet: simulator('pin_wallet'), smartcash: simulator('smartcash') }
    const isAcceptanceKnown = (id: string) => hasBssReference(database, id)
    this.bss = createBss({ injectedFaults, now, isAcceptanceKnown })
    this.debits = createBss({ injectedFaults, now, isAcceptanceKnown })
    this.takebackProvider = {
      ...this.debits.deliveryProvider,
      async balanceOf({ amount: { currency, minor } }) {
        injectedFaults.before('balanceOf', '')
        return money(currency, injectedFaults.happens('balanceTooLow', '') ? minor - 1 : minor)
      },
    }
    this.#processes = Array.from({ length: processes }, () => boot(this, this.interleaving))
  }

  readonly now = (): number => this.#now
  readonly newId = (): string => {
    this.#ids += 1
    // The query is led by the time, as in the portal: by their ids PostgreSQL keeps payments of a month together.
    return leadOfId(this.#now) + String(this.#ids).padStart(22, '0')
  }

  /** The number of points that processes have reached so far. */
  get places(): number {
    return this.#places
  }

  report(what: string): void {
    this.journal.push(`${new Date(this.#now).toISOString().slice(0, 23)}  ${what}`)
  }

  #started(name: ProviderName, { id, payerMsisdn }: Entry): void {
    if (name === 'airtime' && !this.proofs.answerFor(payerMsisdn))
      this.failures.push(`${id}: airtime is taken without a proof`)
    // It is a minute less: the portal counts from the moment before the call.
    const since = this.#now - promptWindowMs + minute
    const requested = (['wallet', 'mpesa'] as const)
      .flatMap((push) => [...this.providers[push].records.values()])
      .filter((entry) => entry.payerMsisdn === payerMsisdn && entry.startedAt > since && entry.taken === undefined)
    if (requested.length > promptsPerWindow) this.failures.push(`${id}: the wallet is asked ${requested.length} times`)
  }

  async attempts(): Promise<readonly Attempt[]> {
    const { reader } = createStores(this.database, this.now)
    const payments = await Promise.all(this.orders.map(({ id }) => reader.paymentsOf(id)))
    return payments.flat().map(({ attempt }) => attempt)
  }

  /** Begins work in one of the processes and does not wait for it. */
  begin(what: string, work: (process: PortalProcess) => Promise<unknown>): void {
    const process = this.chance.pick(this.#processes)
    if (process !== undefined) this.#beginIn(process, what, work)
  }

  /** Always true in the sweeps, where nothing is left to chance. */
  readonly hasPlace = (): boolean => !this.chance.happens(0.5)

  readonly beginIn = (machine: Machine, what: string, work: () => Promise<unknown>): void => {
    const process = this.#processes.find((one) => one.machine === machine)
    if (process !== undefined) this.#beginIn(process, what, work)
  }

  #beginIn(process: PortalProcess, what: string, work: (process: PortalProcess) => Promise<unknown>): void {
    const one: InProgress = { process, since: this.#now }
    this.#inProgress.add(one)
    this.watch(
      what,
      work(process).finally(() => this.#inProgress.delete(one)),
    )
  }

  /** A core that throws has a bug, under any fault. */
  watch(what: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => this.failures.push(`${what}: ${String(error)}`))
  }

  async advance(steps: number): Promise<void> {
    for (let step = 0; step < steps && !this.interleaving.isIdle; step += 1) await this.interleaving.step()
  }

  async finish(): Promise<void> {
    await this.interleaving.drain()
    while (this.interleaving.holdsUp) await this.#letTimePass()
    if (this.#hasDied && this.#recoversWork) await recoverWork(this.database, this.#now)
    this.#hasDied = false
  }

  /** Other calls continue while one waits. */
  async #letTimePass(): Promise<void> {
    this.#now += this.#heldUpMs
    for (const queue of queues) work(this, queue)
    await this.interleaving.drain()
    this.interleaving.letGo()
    await this.interleaving.drain()
  }

  /** Calls that reached the maximum age end first; younger ones continue meanwhile. */
  async pass(ms: number): Promise<void> {
    const isTooOld = ({ since }: InProgress) => since + longestCallMs < this.#now + ms
    while ([...this.#inProgress].some(isTooOld)) {
      if (!this.interleaving.isIdle) await this.interleaving.step()
      else if (this.interleaving.holdsUp) await this.#letTimePass()
      else break
    }
    this.#now += ms
  }

  crash(): void {
    this.report('a process dies')
    this.#restart(this.chance.below(this.#processes.length))
  }

  #restart(at: number): void {
    const dead = this.#processes[at]
    dead?.machine.die()
    for (const one of this.#inProgress) if (one.process === dead) this.#inProgress.delete(one)
    this.#hasDied = true
    this.#processes[at] = boot(this, this.interleaving)
  }
}

async function hasBssReference({ db }: Pick<OpenDatabase, 'db'>, id: string): Promise<boolean> {
  const takenBack = paymentOfTakeback(id)
  if (takenBack !== undefined) {
    const takeback = db.selectFrom('takebacks').select('attempt_id').where('bss_reference', 'is not', null)
    return (await takeback.where('attempt_id', '=', takenBack).executeTakeFirst()) !== undefined
  }
  const credited = paymentOfCredit(id)
  if (credited !== undefined) {
    const credit = db.selectFrom('credits').select('attempt_id').where('bss_reference', 'is not', null)
    return (await credit.where('attempt_id', '=', credited).executeTakeFirst()) !== undefined
  }
  const several = paymentOfItem(id)
  if (several !== undefined) {
    const delivery = db.selectFrom('deliveries').select('items_json').where('refund_wanted_at', 'is', null)
    const row = await delivery.where('attempt_id', '=', several).executeTakeFirst()
    const items = toDeliveryItems(row?.items_json ?? '[]')
    return items[Number(id.slice(several.length + 1)) - 1]?.bssReference !== undefined
  }
  // A BSS that denies it once two people want the refund cannot be told from one that has nothing.
  const row = await db
    .selectFrom('deliveries')
    .select('attempt_id')
    .where('bss_reference', 'is not', null)
    .where('refund_wanted_at', 'is', null)
    .where('attempt_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
