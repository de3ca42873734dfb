import type { Money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import type {
  EnteredRecovery,
  JournaledCall,
  RecoveryStore,
  UnknownPaymentStore,
} from '@nyanja/server/recovery/recovery'

export type ReadJournal = (since: number) => Promise<{
  readonly lines: readonly JournaledCall[]
  readonly files: number
  readonly unreadable: number
}>

/** The outcome of one reference, as reported by the called party. With `unsure` it cannot tell, now or later. */
export interface Found {
  readonly state: 'there' | 'not_there' | 'unsure'
  /** The text for staff. */
  readonly text: string
}

/** Queries providers and BSS by our reference alone. They throw when they cannot be queried. */
export interface ReferenceLookups {
  /** Returns undefined when no such gateway is configured. */
  findPayment(gateway: string, request: { readonly id: string; readonly amount: Money }): Promise<Found | undefined>
  findDelivery(call: string, request: { readonly id: string; readonly amount: Money }): Promise<Found>
}

export interface AfterRestoreOptions {
  readonly recoveries: RecoveryStore
  readonly unknown: UnknownPaymentStore
  readonly readJournal: ReadJournal
  readonly lookups: ReferenceLookups
}

export interface AfterRestoreReport {
  readonly entered: EnteredRecovery | undefined
  readonly files: number
  readonly lines: number
  readonly unreadable: number
  /** References in the journal that the database lacks, and how many of them staff must examine. */
  readonly unknown: number
  readonly listed: number
  /** Known payments whose refund is missing in the database: staff examine them too. */
  readonly forgottenRefunds: number
  readonly notQueried: readonly { readonly party: string; readonly references: number }[]
}

const bss = 'bss'
const goods: ReadonlySet<string> = new Set(['top_up', 'bundle_order', 'bill_payment', 'plan_payment', 'take_back'])
/** Clocks of the processes and of staff differ. */
const marginMs = 10 * minute
const asksAtOnce = 8
const forgottenRefund = 'the journal has a refund of it; the database has the payment alone'

/** Reconciles a restored database with providers, BSS and the journal. */
export class AfterRestore {
  readonly #options: AfterRestoreOptions

  constructor(options: AfterRestoreOptions) {
    this.#options = options
  }

  async run({ since, who }: { readonly since: number; readonly who: string }): Promise<AfterRestoreReport> {
    const { recoveries, readJournal } = this.#options
    const why = `restored as of ${new Date(since).toISOString()}`
    const entered = await recoveries.enter({ since, who, why })
    const { lines, files, unreadable } = await readJournal(since - marginMs)
    const byReference = Map.groupBy(lines, ({ reference }) => reference)
    const unknown = await recoveries.unknownAmong([...byReference.keys()])
    const notQueried = new Map<string, number>()
    let listed = 0
    for (let from = 0; from < unknown.length; from += asksAtOnce) {
      const some = unknown.slice(from, from + asksAtOnce)
      const found = await Promise.all(
        some.map((reference) => this.#lookUp(byReference.get(reference) ?? [], notQueried)),
      )
      listed += found.filter(Boolean).length
    }
    const lacking = new Set(unknown)
    const forgottenRefunds = await this.#recallRefunds(
      [...byReference].filter(([reference]) => !lacking.has(reference)),
    )
    if (files > 0) await recoveries.journalRead()
    return {
      ...{ entered, files, unreadable, listed, forgottenRefunds },
      lines: lines.length,
      unknown: unknown.length,
      notQueried: [...notQueried].map(([party, references]) => ({ party, references })),
    }
  }

  async #recallRefunds(known: readonly (readonly [string, readonly JournaledCall[]])[]): Promise<number> {
    const { recoveries, unknown } = this.#options
    const refunds = known.flatMap(([, calls]) => calls.find(({ call }) => call === 'refund') ?? [])
    const left = new Set(await recoveries.recallRefunds(refunds.map(({ reference }) => reference)))
    for (const { reference, gateway, amount, at } of refunds) {
      const payment = { reference, gateway, at, calls: ['refund'], ...(amount && { amount }), found: forgottenRefund }
      await (left.has(reference) ? unknown.list(payment) : unknown.unlist(payment))
    }
    return left.size
  }

  /** Returns true when it is in the list for staff. */
  async #lookUp(calls: readonly JournaledCall[], notQueried: Map<string, number>): Promise<boolean> {
    const { unknown, lookups } = this.#options
    const [first] = calls
    if (first === undefined) return false
    const { reference, at } = first
    const money = calls.find(({ call }) => !goods.has(call))
    const sent = calls.find(({ call }) => goods.has(call))
    const gateway = money?.gateway ?? bss
    const amount = calls.find((call) => call.amount !== undefined)?.amount
    const found: Found[] = []
    const ask = async (party: string, answer: (amount: Money) => Promise<Found | undefined>) => {
      const heard = amount && (await answer(amount).catch(() => undefined))
      if (heard === undefined) notQueried.set(party, (notQueried.get(party) ?? 0) + 1)
      found.push(heard ?? { state: 'unsure', text: `${party} could not be queried` })
    }
    if (money !== undefined) await ask(gateway, (sum) => lookups.findPayment(gateway, { id: reference, amount: sum }))
    if (sent !== undefined) await ask(bss, (sum) => lookups.findDelivery(sent.call, { id: reference, amount: sum }))
    const isNothing = found.every(({ state }) => state === 'not_there')
    if (isNothing) await unknown.unlist({ reference, gateway })
    else
      await unknown.list({
        ...{ reference, gateway, at },
        calls: [...new Set(calls.map(({ call }) => call))],
        ...(amount && { amount }),
        found: found.map(({ text }) => text).join('; '),
      })
    return !isNothing
  }
}
