import { createQuote } from '@nyanja/domain/money/exchange'
import { type Money, money } from '@nyanja/domain/money/money'
import { day, hour, minute, second } from '@nyanja/domain/time'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import type { Attempt } from '@nyanja/server/payments/attempt'
import type { Payer } from '@nyanja/server/payments/payments'
import { readMarket } from '@nyanja/server/settings/market'
import { Reviews } from '../../operations/reviews.ts'
import { createFinance } from '../../wiring/finance.ts'
import { createOperationStores } from '../operations/stores.ts'
import type { OpenDatabase } from '../schema.ts'

const fates = ['delivered', 'refused', 'late', 'undeliverable', 'refunded_by_hand', 'reversed', 'unanswered'] as const
/** The outcome of a payment. */
export type Fate = (typeof fates)[number]

/** Most payments are delivered. */
const turns: readonly Fate[] = [...fates, 'delivered']

const file = (name: string) => new URL(`../../../../../apps/portal/markets/${name}`, import.meta.url).pathname
const rate = { one: 'USD', costs: money('CDF', 285_000) } as const

/** Half past midnight in Blantyre, which is two hours ahead of UTC. */
export const firstMorning = Date.parse('2026-10-31T22:30:00Z')

/** A portal whose providers, BSS and staff decide each payment by its fate. */
export function openTrade(database: OpenDatabase, market = readMarket(file('mw.json'))) {
  const harness = openPayments(database)
  const { clock, gateways, deliveryProvider } = harness
  const now = () => clock.now
  clock.now = firstMorning
  const finance = createFinance({ database, market, now })
  const reviews = new Reviews({ store: createOperationStores(database, now).reviews })
  const fateOf = new Map<string, Fate>()
  const changedMinds = new Set<string>()

  for (const gateway of [gateways.card, gateways.wallet]) {
    gateway.verify = async (requested) => {
      const fate = fateOf.get(requested.id)
      if (fate === 'refused' || (fate === 'reversed' && changedMinds.has(requested.id)))
        return { state: 'refused', reason: 'insufficient_funds' }
      if (fate === 'unanswered' || (fate === 'late' && !changedMinds.has(requested.id))) return { state: 'pending' }
      return capturedResult(requested)
    }
    gateway.refund = async ({ id }) => (fateOf.get(id) === 'refunded_by_hand' ? 'refused' : 'refunded')
  }
  deliveryProvider.prepare =
    async ({ id }) =>
    async () =>
      ['undeliverable', 'refunded_by_hand'].includes(fateOf.get(id) ?? '')
        ? { outcome: 'impossible', reason: 'no_such_line' }
        : { outcome: 'delivered', bssReference: `B-${id}` }

  async function begin(fate: Fate, amount: Money = money('MWK', 50_000)): Promise<Attempt> {
    // Half of the orders in dollars are paid in francs.
    const inFrancs = amount.currency === 'USD' && amount.minor % 2 === 0 && { quote: createQuote(amount, rate, now()) }
    // A wallet gets few prompts, so each payment is from another one.
    const payerMsisdn = String(990_000_000 + fateOf.size)
    const payer: Payer = fate === 'late' || inFrancs ? { method: 'nyanja_money', payerMsisdn } : { method: 'card' }
    const attempt = await harness.startAttempt(await harness.placedOrder(amount), { ...payer, ...inFrancs })
    fateOf.set(attempt.id, fate)
    return attempt
  }

  /** Makes a change of a payment on a later day. */
  async function changeMind({ id, reference, gateway, amount }: Attempt): Promise<void> {
    changedMinds.add(id)
    if (fateOf.get(id) === 'reversed') await harness.progress.hinted(gateway, id, `reversal of ${id}`)
    const decision = { resolution: 'refunded', amount, who: 'thoko', why: 'by the statement' } as const
    if (fateOf.get(id) === 'refunded_by_hand') await reviews.resolve(reference, decision)
  }

  /**
   * Makes payments of each fate in turn through `days` days; late money, reversals and decisions arrive a day later.
   */
  async function trade(days: number, amountOf: (index: number) => Money, perDay = turns.length): Promise<void> {
    let yesterday: readonly Attempt[] = []
    for (let past = 0; past < days; past += 1) {
      const today: Attempt[] = []
      for (let index = past * perDay; index < (past + 1) * perDay; index += 1)
        today.push(await begin(turns[index % turns.length] ?? 'delivered', amountOf(index)))
      for (const ms of [5 * second, second, 12 * minute]) await harness.after(ms)
      for (const attempt of yesterday) await changeMind(attempt)
      for (const ms of [2 * hour, 2 * hour, 2 * hour]) await harness.after(ms)
      yesterday = today
      clock.now = firstMorning + (past + 1) * day
    }
  }

  /** Closes all days that are over. */
  async function closeAll(): Promise<readonly string[]> {
    for (const closed: string[] = []; ; ) {
      const result = await finance.closing.closeNext()
      if (result.outcome !== 'closed') return closed
      closed.push(result.close.day)
    }
  }

  return { ...harness, ...finance, market, begin, changeMind, trade, closeAll }
}

/** The market with two currencies. */
export const openTradeInFrancs = (database: OpenDatabase) => openTrade(database, readMarket(file('cd.json')))
