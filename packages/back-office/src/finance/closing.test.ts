import assert from 'node:assert/strict'
import { transaction } from '@nyanja/database/transaction'
import { computeBalances } from '@nyanja/domain/finance/journal'
import { type Money, money } from '@nyanja/domain/money/money'
import { day, hour } from '@nyanja/domain/time'
import { dayIn, startOfDayIn } from '@nyanja/server/common/zone-time'
import { beginRefund } from '@nyanja/server/db/payments/begin-components'
import { beginCredit, returnExcess } from '@nyanja/server/db/payments/credit-store'
import { beginTakeback, createTakebackStore, takebackDue } from '@nyanja/server/db/payments/takeback-store'
import { sql } from 'kysely'
import { it } from 'vitest'
import { createFinanceStores } from '../db/finance/stores.ts'
import { firstMorning, openTrade, openTradeInFrancs } from '../db/finance/test-trade.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { type CloseScope, Closing } from './closing.ts'

const month = { from: '2026-11-01', to: '2026-11-30' } as const

const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, one) => sum + one, 0)

describeOnEachEngine('the daily close', (openDatabase) => {
  type Trade = ReturnType<typeof openTrade>
  const open = async () => openTrade(await openDatabase())

  async function paid(trade: Trade): Promise<void> {
    await trade.begin('delivered')
    await trade.after(5_000)
    await trade.after(1_000)
  }

  async function journalOf({ closes }: Trade) {
    const journal = []
    for await (const entry of closes.journal(month)) journal.push(entry)
    return journal
  }

  it('closes each day of a month of trade once, and every journal balances', async () => {
    const trade = await open()
    await trade.trade(30, (index) => money('MWK', 50_000 + index * 137), 3)
    trade.clock.now += day
    const closed = await trade.closeAll()
    assert.deepEqual([closed.length, closed[0], closed.at(-1)], [30, '2026-11-01', '2026-11-30'])
    assert.deepEqual(await trade.closeAll(), [])
    for (const name of closed) {
      const found = await trade.closes.find(name)
      for (const accounts of computeBalances(found?.close.journal ?? []).values())
        assert.equal(sumOf(accounts.values()), 0)
    }
    const mwk = computeBalances(await journalOf(trade)).get('MWK')
    const states = await statesOf(trade)
    assert.equal(0 - (mwk?.get('2200 Customer credit') ?? 0), states.owed)
    const [airtime = 0, tax = 0] = [mwk?.get('2300 Airtime liability'), mwk?.get('2400 Sales tax')]
    assert.equal(0 - airtime - tax, states.delivered)
    assert.ok(tax < 0)
    assert.equal(mwk?.get('6900 Reversed payments'), states.reversed)
  })

  /** Reads what the tables of payments hold at the end, in minor units. */
  async function statesOf({ db }: Trade) {
    const { rows } = await sql<{ owed: number; delivered: number; reversed: number }>`
      select
        sum(case when deliveries.state = 'delivered' then attempts.amount_minor else 0 end) as delivered,
        sum(case when attempts.state = 'reversed' then attempts.amount_minor else 0 end) as reversed,
        sum(case when attempts.state like 'captured%' and deliveries.state <> 'delivered'
          and coalesce(refunds.state, '') <> 'refunded' then attempts.amount_minor else 0 end) as owed
      from attempts left join deliveries on deliveries.attempt_id = attempts.id
      left join refunds on refunds.attempt_id = attempts.id`.execute(db)
    const [states = { owed: 0, delivered: 0, reversed: 0 }] = rows
    return states
  }

  it('counts a refund of a part with the part, and goodwill as airtime that is owed', async () => {
    const trade = await open()
    const { id } = await trade.begin('delivered')
    await trade.after(5_000)
    await trade.after(1_000)
    const at = trade.clock.now
    await transaction(trade.db, async (tx) => {
      await beginRefund(tx, { id, gateway: 'card', partMinor: 10_000 }, at)
      await beginCredit(tx, id, { amount: money('MWK', 2_000), at })
    })
    trade.gateways.card.refundsParts = true
    await trade.after(0)
    trade.clock.now = firstMorning + 2 * day
    assert.deepEqual(await trade.closeAll(), ['2026-11-01'])
    const line = (await trade.closes.find('2026-11-01'))?.close.figures[0]
    assert.deepEqual(line?.refunded, { payments: 1, minor: 10_000 })
    assert.deepEqual(line?.credited, { payments: 1, minor: 2_000 })
    assert.deepEqual(line?.delivered, { payments: 1, minor: 50_000 })
    const mwk = computeBalances(await journalOf(trade)).get('MWK')
    assert.equal(mwk?.get('4900 Refunds'), 10_000)
    assert.equal(mwk?.get('6910 Goodwill'), 2_000)
    assert.equal((await trade.closing.reproduce('2026-11-01')).outcome, 'same')
  })

  /** The provider took MWK 600 for an order of MWK 500, and the market returns the rest in this way. */
  async function paidTooMuch(trade: Trade, way: 'refund' | 'credit') {
    const { id } = await trade.begin('delivered')
    await trade.after(5_000)
    await trade.db.updateTable('attempts').set({ amount_minor: 60_000 }).execute()
    await trade.db.updateTable('deliveries').set({ excess_minor: 10_000, excess_way: way }).execute()
    await transaction(trade.db, (tx) => returnExcess(tx, id, trade.clock.now))
    trade.gateways.card.refundsParts = true
    await trade.after(1_000)
    trade.clock.now = firstMorning + 2 * day
    await trade.closeAll()
    const line = (await trade.closes.find('2026-11-01'))?.close.figures[0]
    const balances = computeBalances(await journalOf(trade)).get('MWK')
    assert.equal((await trade.closing.reproduce('2026-11-01')).outcome, 'same')
    assert.deepEqual(line?.captured, { payments: 1, minor: 60_000 })
    assert.equal(balances?.get('2200 Customer credit'), 0)
    assert.ok(line !== undefined && balances !== undefined)
    return {
      line,
      balances,
      goods: 0 - (balances.get('2300 Airtime liability') ?? 0) - (balances.get('2400 Sales tax') ?? 0),
    }
  }

  it('counts what was received beyond the price as returned to the customer, and no loss', async () => {
    const { line, balances, goods } = await paidTooMuch(await open(), 'refund')
    assert.deepEqual([line.delivered.minor, line.refunded.minor, goods], [50_000, 10_000, 50_000])
    assert.equal(balances.get('4900 Refunds'), undefined)
  })

  it('counts airtime for what was received beyond the price as sold, and no goodwill', async () => {
    const { line, balances, goods } = await paidTooMuch(await open(), 'credit')
    assert.deepEqual([line.delivered.minor, line.refunded.minor, goods], [60_000, 0, 60_000])
    assert.deepEqual([line.credited, balances.get('6910 Goodwill')], [undefined, undefined])
  })

  /** Refunds the whole payment, and takes this back on the same day. */
  async function takenBack(trade: Trade, amount: Money, price: Money = amount) {
    const { id } = await trade.begin('delivered')
    await trade.after(5_000)
    await trade.after(1_000)
    const at = trade.clock.now
    const ordered = { ordered_minor: price.minor, ordered_currency: price.currency }
    if (price.currency !== 'MWK') await trade.db.updateTable('attempts').set(ordered).execute()
    await transaction(trade.db, async (tx) => {
      await beginRefund(tx, { id, gateway: 'card' }, at)
      await beginTakeback(tx, id, { amount, at })
      await takebackDue(tx, id, at)
    })
    const store = createTakebackStore(trade.db, () => trade.clock.now)
    const [due] = await trade.due.takebacks({ limit: 1, leaseMs: hour })
    assert.ok(due?.state === 'due')
    const debit = { ...due, state: due.state }
    assert.ok(await store.sending(debit))
    await store.delivered({ ...debit, state: 'sending', sends: 1 }, { bssReference: 'D-1' })
    await trade.after(0)
    trade.clock.now = firstMorning + day + 5 * hour
    await trade.closeAll()
    return (await trade.closes.find('2026-11-01'))?.close.figures
  }

  it('counts airtime that was taken back, less of what its refund had cost', async () => {
    const trade = await open()
    const [line] = (await takenBack(trade, money('MWK', 50_000))) ?? []
    assert.deepEqual(line?.takenBack, { payments: 1, minor: 50_000 })
    assert.deepEqual(line?.refunded, { payments: 1, minor: 50_000 })
    const mwk = computeBalances(await journalOf(trade)).get('MWK')
    for (const account of ['4900 Refunds', '2300 Airtime liability', '2400 Sales tax', '2200 Customer credit'])
      assert.equal(mwk?.get(account), 0, account)
    assert.equal((await trade.closing.reproduce('2026-11-01')).outcome, 'same')
  })

  it('counts airtime that was taken back at the price that was charged, in its currency', async () => {
    const trade = await open()
    const figures = await takenBack(trade, money('USD', 250), money('USD', 1_000))
    assert.deepEqual(
      figures?.map(({ currency, takenBack }) => [currency, takenBack?.minor]),
      [['MWK', 12_500]],
    )
  })

  it('is reproduced from the events byte by byte, also after later events', async () => {
    const trade = await open()
    await trade.trade(4, (index) => money('MWK', 10_000 + index))
    trade.clock.now = firstMorning + day + 5 * hour
    const early = await trade.closeAll()
    trade.clock.now = firstMorning + 6 * day
    await trade.closeAll()
    for (const name of ['2026-11-01', '2026-11-02', '2026-11-04'])
      assert.equal((await trade.closing.reproduce(name)).outcome, 'same')
    assert.deepEqual(early, ['2026-11-01'])
    assert.deepEqual(await trade.closing.reproduce('2026-12-24'), { outcome: 'not_closed' })
  })

  it('waits until the hours after midnight have passed that the market sets', async () => {
    const trade = await open()
    await paid(trade)
    trade.clock.now = firstMorning - hour / 2 + day + 4 * hour - 1
    assert.equal((await trade.closing.closeNext()).outcome, 'not_over')
    trade.clock.now += 1
    assert.equal((await trade.closing.closeNext()).outcome, 'closed')
  })

  it('closes no day before the first payment, and closes a day without payments with empty figures', async () => {
    const trade = await open()
    assert.equal((await trade.closing.closeNext()).outcome, 'nothing_to_close')
    await paid(trade)
    trade.clock.now += 3 * day + 4 * hour
    assert.deepEqual(await trade.closeAll(), ['2026-11-01', '2026-11-02', '2026-11-03'])
    assert.deepEqual((await trade.closes.find('2026-11-02'))?.close.figures, [])
  })

  it('is made by one of several processes', async () => {
    const database = await openDatabase()
    const trade = openTrade(database)
    await paid(trade)
    trade.clock.now += 2 * day
    const { closes: store, closingLock: lock, dayEvents } = createFinanceStores(database)
    let addedUp = 0
    const events = {
      ...dayEvents,
      inTime(scope: CloseScope) {
        addedUp += 1
        return dayEvents.inTime(scope)
      },
    }
    const { finance, timeZone } = trade.market
    const calendar = {
      timeZone,
      dayOf: (at: number) => dayIn(timeZone, at),
      startOfDay: (at: number) => startOfDayIn(timeZone, at),
    }
    const rules = { ...finance.rules, taxes: [] }
    const now = () => trade.clock.now
    const processes = [1, 2, 3].map(() => new Closing({ store, lock, events, calendar, ...finance, rules, now }))
    const outcomes = (await Promise.all(processes.map((process) => process.closeNext()))).map(({ outcome }) => outcome)
    assert.equal(outcomes.filter((outcome) => outcome === 'closed').length, 1)
    assert.equal(addedUp, 1)
    const { rows } = await sql<{ captured: number }>`select sum(captured) as captured from day_sales`.execute(trade.db)
    assert.equal(rows[0]?.captured, 1)
  })

  it('is made by another process when the one that began it fails', async () => {
    const { closingLock } = createFinanceStores(await openDatabase())
    await assert.rejects(
      closingLock.hold(() => Promise.reject(new Error('out of memory'))),
      /out of memory/,
    )
    assert.equal(await closingLock.hold(async () => 'closed'), 'closed')
    assert.equal(await closingLock.hold(() => closingLock.hold(async () => 'closed twice')), undefined)
  })

  it('adds events that become known after a close to the next one, in a line of the day on which they happened', async () => {
    const trade = await open()
    await paid(trade)
    trade.clock.now += 2 * day
    assert.deepEqual(await trade.closeAll(), ['2026-11-01'])
    const before = await trade.closes.find('2026-11-01')
    // Another process, or a journal that is read after a restore, adds a payment of the closed day.
    trade.clock.now = firstMorning + hour
    await paid(trade)
    trade.clock.now = firstMorning + 3 * day
    await trade.closeAll()
    assert.deepEqual(await trade.closes.find('2026-11-01'), before)
    const next = await trade.closes.find('2026-11-02')
    assert.deepEqual(
      next?.close.figures.map(({ happenedOn, captured }) => [happenedOn, captured.payments]),
      [['2026-11-01', 1]],
    )
    const [line] = await trade.closes.figures({ from: '2026-11-01', to: '2026-11-01' })
    assert.deepEqual([line?.captured.payments, line?.addedLate], [2, true])
    assert.equal(line?.feesMinor, 0)
    const [sales] = await trade.reports.sales({ from: '2026-11-01', to: '2026-11-01' }, 'day')
    assert.equal(sales?.captured.payments, 2)
    assert.equal((await trade.closing.reproduce('2026-11-01')).outcome, 'same')
    assert.equal((await trade.closing.reproduce('2026-11-02')).outcome, 'same')
  })

  it('shows late money on the day on which the provider reported it', async () => {
    const trade = await open()
    const attempt = await trade.begin('late')
    for (let hours = 0; hours < 12; hours += 1) await trade.after(2 * hour)
    await trade.changeMind(attempt)
    for (let hours = 0; hours < 24; hours += 1) await trade.after(2 * hour)
    trade.clock.now += 2 * day
    await trade.closeAll()
    const figures = await trade.closes.figures(month)
    assert.deepEqual(
      figures.map(({ happenedOn, capturedLate }) => [happenedOn, capturedLate.payments]),
      [['2026-11-02', 1]],
    )
  })

  it('can be neither changed nor deleted', async () => {
    const trade = await open()
    await trade.trade(1, () => money('MWK', 10_000))
    trade.clock.now += 2 * day
    await trade.closeAll()
    for (const table of ['closed_days', 'day_sales', 'day_steps', 'day_failures', 'day_delivery_times']) {
      const update = sql`update ${sql.table(table)} set day = '2027-01-01'`
      await assert.rejects(update.execute(trade.db), /closed days do not change/)
      await assert.rejects(sql`delete from ${sql.table(table)}`.execute(trade.db), /closed days do not change/)
    }
  })

  it('keeps a journal for each currency in which customers were charged', async () => {
    const trade = openTradeInFrancs(await openDatabase())
    await trade.trade(2, (index) => money('USD', 500 + index))
    trade.clock.now += 2 * day
    await trade.closeAll()
    const balances = computeBalances(await journalOf(trade))
    assert.deepEqual([...balances.keys()].toSorted(), ['CDF', 'USD'])
    for (const accounts of balances.values()) assert.equal(sumOf(accounts.values()), 0)
    const charged = await trade.closes.figures(month)
    assert.ok(charged.every(({ currency, captured }) => (currency === 'CDF') === captured.minor > 1_000_000))
  })
})
