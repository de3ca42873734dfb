import assert from 'node:assert/strict'
import { money } from '@nyanja/domain/money/money'
import type { ReminderRule } from '@nyanja/domain/reminders/reminder'
import { day, hour, minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { newId } from '../../common/ids.ts'
import { createOutboxStore } from '../../db/messages/outbox-store.ts'
import { createCorrectionStore } from '../../db/payments/order-store.ts'
import { createPayLinkStore } from '../../db/payments/pay-link-store.ts'
import { createReminderStore } from '../../db/payments/reminders/reminder-store.ts'
import { capturedResult, openPayments } from '../../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../../db/test-database.ts'
import { Messages } from '../../messages/messages.ts'
import { Corrections } from '../corrections.ts'
import type { Choice } from '../orders.ts'
import { Repurchases } from '../repurchases.ts'
import { turnToken } from './reminder.ts'
import { ReminderWork } from './reminder-work.ts'
import { Reminders } from './reminders.ts'

const terms = { hours: { from: 8, to: 20 }, hoursBeforeEnd: 24, daysBeforeDue: 3, payDay: 25 }
const payer = { method: 'nyanja_money', gateway: 'wallet', payerMsisdn: '999000009' } as const
const price = money('MWK', 220_000)
const bundle = {
  productCode: 'WEEK',
  name: 'Week 2GB',
  price,
  category: 'data',
  validity: { amount: 7, unit: 'day' },
  data: { amount: 2, unit: 'GB' },
} as unknown as Extract<Choice, { kind: 'bundle' }>['bundle']
const ofBundle: Choice = { kind: 'bundle', amount: price, bundle }
const ofAirtime: Choice = { kind: 'airtime', amount: price }

class Killed extends Error {}

/** Lets the first calls through and fails as a killed process does at the one after them, before or after its work. */
function killAt<Port extends object>(port: Port, budget: { calls: number }): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...given: unknown[]) => {
        budget.calls -= 1
        if (budget.calls === 0) throw new Killed()
        const done: unknown = await Reflect.apply(member, target, given)
        budget.calls -= 1
        if (budget.calls === 0) throw new Killed()
        return done
      }
    },
  })
}

describeOnEachEngine('a reminder', (openDatabase) => {
  async function open(choice: Choice = ofBundle) {
    const database = await openDatabase()
    const harness = openPayments(database)
    const now = () => harness.clock.now
    const sold = { choice, bill: undefined as Choice | undefined }
    const corrections = new Corrections({ store: createCorrectionStore(database.db, now), now })
    const repurchases = new Repurchases({
      ...{ store: createPayLinkStore(database.db), orders: harness.orders, corrections, now, newId },
      renew: async () => sold.choice,
      openBill: async () => sold.bill,
    })
    const store = createReminderStore(database, now)
    const outbox = createOutboxStore(database, now)
    const reminders = new Reminders({ store, repurchases, terms, timeZone: 'UTC', now, newId })
    const limit = { isWithin: async () => true }
    const ports = { store, progress: harness.progress, repurchases, payments: harness.payments, limit }
    const prompts: string[] = []
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    harness.gateways.wallet.start = async ({ payerMsisdn }) => {
      prompts.push(payerMsisdn)
      return { outcome: 'waiting' }
    }
    const workOn = (given: typeof ports) => new ReminderWork({ ...given, terms, timeZone: 'UTC', now })

    const buy = async (bought: Choice = choice, msisdn = '999000001') => {
      const order = await harness.orders.open({
        ...{ channel: 'web', language: 'en', msisdn, lineType: 'PREPAID', choice: bought },
        redirectPage: '/prepaid-recharge',
      })
      const attempt = await harness.startAttempt(order, payer)
      await harness.after(5000)
      return harness.progress.payment(attempt.id)
    }
    const work = async (given = ports) => {
      for (const due of await store.claim({ limit: 10, leaseMs: 2 * minute })) await workOn(given).remind(due)
    }
    const texts: string[] = []
    const messages = new Messages({
      ...{ outbox, now, textOf: ({ kind, params }) => `${kind} ${params.remind ?? ''}` },
      standingOf: (message) => workOn(ports).standingOf(message),
      sender: {
        async send(msisdn, text) {
          texts.push(`${msisdn} ${text}`)
          return ''
        },
        close: async () => {},
      },
    })
    const send = async () => {
      for (const message of await outbox.claim({ limit: 100, leaseMs: minute }))
        if (message.params.remind === undefined) await outbox.notSent(message, undefined)
        else await messages.send(message)
    }
    /** Lets the time pass in steps, in which everything that is due is done. */
    const pass = async (ms: number, stepMs = 3 * hour) => {
      for (const until = harness.clock.now + ms; harness.clock.now < until; ) {
        await harness.after(Math.min(stepMs, until - harness.clock.now))
        await work()
        await send()
      }
    }
    const ask = async (rule: ReminderRule, payment = buy()) => {
      assert.equal(await reminders.ask(await payment, { rule, consent: 'Yes', language: 'en' }), 'asked')
      const reminder = await reminders.of(await payment)
      assert.ok(reminder)
      return reminder
    }
    return { harness, store, reminders, ports, sold, prompts, texts, buy, work, send, pass, ask, repurchases, limit }
  }

  it('comes once before the bundle ends, by day, to the number that paid', async () => {
    const { ask, pass, texts, store } = await open()
    const { id } = await ask('before_end')
    await pass(5 * day)
    assert.deepEqual(texts, [])
    await pass(5 * day)
    assert.deepEqual(texts, [`999000009 bundleEnds ${id}U1`])
    assert.equal((await store.find(id))?.state, 'done')
  })

  it('does not come once the same, or what serves the same, was bought', async () => {
    for (const productCode of ['WEEK', 'OTHER']) {
      const { ask, buy, pass, texts } = await open()
      await ask('before_end')
      await pass(day)
      await buy({ ...ofBundle, bundle: { ...bundle, productCode } })
      await pass(8 * day)
      assert.deepEqual(texts, [])
    }
  })

  it('comes although something else was bought, and another try was refused', async () => {
    const { harness, ask, buy, pass, texts } = await open()
    await ask('before_end')
    await buy(ofAirtime)
    harness.gateways.wallet.verify = async () => ({ state: 'refused', reason: 'declined' })
    await buy()
    await pass(8 * day)
    assert.equal(texts.length, 1)
  })

  it('waits while a purchase is under way, and does not come once that is paid', async () => {
    const { harness, ask, buy, pass, work, send, texts } = await open()
    await ask('before_end')
    await pass(6 * day - minute)
    harness.gateways.wallet.verify = async () => ({ state: 'pending' })
    await buy()
    await harness.after(2 * minute)
    await work()
    await send()
    assert.deepEqual(texts, [])
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await pass(2 * day)
    assert.deepEqual(texts, [])
  })

  it('is not sent when the same is bought while its message waits', async () => {
    const { harness, ask, buy, work, send, texts, store } = await open()
    const { id } = await ask('before_end')
    await harness.after(6 * day)
    await work()
    await buy()
    await send()
    assert.deepEqual(texts, [])
    assert.equal((await store.find(id))?.state, 'done')
  })

  it('is sent later while a purchase is under way beside its message, unless that is paid', async () => {
    const { harness, ask, buy, work, send, texts } = await open()
    const { id } = await ask('before_end')
    await harness.after(6 * day)
    await work()
    harness.gateways.wallet.verify = async () => ({ state: 'pending' })
    await buy()
    await send()
    assert.deepEqual(texts, [])
    harness.gateways.wallet.verify = async () => ({ state: 'refused', reason: 'declined' })
    await harness.after(minute)
    await send()
    assert.deepEqual(texts, [`999000009 bundleEnds ${id}U1`])
  })

  it('is stopped by one press, also while its message waits, and forgets the number', async () => {
    const { harness, ask, work, send, texts, store, reminders } = await open()
    const { id } = await ask('before_end')
    await harness.after(6 * day)
    await work()
    await reminders.stop(id)
    await send()
    assert.deepEqual(texts, [])
    const { msisdn, state } = (await store.find(id)) ?? {}
    assert.deepEqual([msisdn, state], ['', 'stopped'])
  })

  it('waits for the next day once the budget of its number is spent', async () => {
    const { harness, ask, work, send, texts, limit, sold, store } = await open()
    const { id } = await ask('weekly')
    sold.choice = { ...ofBundle, amount: money('MWK', 250_000) }
    harness.clock.now += 7 * day
    limit.isWithin = async () => false
    await work()
    await send()
    assert.deepEqual(texts, [])
    const { turn, dueAt = 0 } = (await store.find(id)) ?? {}
    assert.deepEqual([turn, new Date(dueAt).toISOString().slice(0, 10)], [1, '2026-11-28'])
    limit.isWithin = async () => true
    harness.clock.now = dueAt
    await work()
    await send()
    assert.deepEqual(texts, [`999000009 timeToBuy ${id}U1`])
  })

  it('waits for the morning when nothing worked in its hours', async () => {
    const { harness, ask, work, send, prompts, store } = await open(ofAirtime)
    const { id } = await ask('weekly')
    prompts.length = 0
    harness.clock.now = Date.parse('2026-11-27T21:00:00Z')
    await work()
    assert.deepEqual(prompts, [])
    assert.equal(new Date((await store.find(id))?.dueAt ?? 0).toISOString(), '2026-11-28T08:00:00.000Z')
    harness.clock.now = Date.parse('2026-11-28T08:00:00Z')
    await work()
    await send()
    assert.equal(prompts.length, 1)
  })

  it('is not asked on its day any more once that is long over', async () => {
    const { harness, ask, work, prompts, store } = await open(ofAirtime)
    const { id } = await ask('weekly')
    prompts.length = 0
    harness.clock.now += 10 * day
    await work()
    assert.deepEqual(prompts, [])
    assert.equal((await store.find(id))?.turn, 2)
  })

  it('asks the wallet on each day of its schedule, and ends after half a year', async () => {
    const { ask, pass, prompts, texts, store } = await open(ofAirtime)
    const { id } = await ask('monthly')
    prompts.length = 0
    await pass(31 * day)
    assert.deepEqual(prompts, ['999000009'])
    await pass(200 * day, 9 * hour)
    assert.equal(prompts.length, 6)
    assert.deepEqual(texts, [])
    assert.equal((await store.find(id))?.state, 'done')
  })

  it('sends a link in place of the question when the price is another one', async () => {
    const { ask, pass, prompts, texts, sold } = await open()
    const { id } = await ask('weekly')
    prompts.length = 0
    sold.choice = { ...ofBundle, amount: money('MWK', 250_000) }
    await pass(8 * day)
    assert.deepEqual(prompts, [])
    assert.deepEqual(texts, [`999000009 timeToBuy ${id}U1`])
  })

  it('passes over the day of a schedule on which the customer has bought already', async () => {
    const { ask, buy, pass, prompts } = await open()
    await ask('weekly')
    await pass(6 * day + 12 * hour)
    await buy()
    prompts.length = 0
    await pass(2 * day)
    assert.deepEqual(prompts, [])
    await pass(7 * day)
    assert.equal(prompts.length, 1)
  })

  it('comes when the next bill is open, or nearly due, and not before', async () => {
    const { harness, ask, pass, texts, sold } = await open({
      kind: 'bill',
      amount: price,
      bill: { account: 'A1', invoices: [] },
    })
    const { id } = await ask('bill_due')
    await pass(20 * day)
    assert.deepEqual(texts, [])
    const invoice = { billId: 'I1', invoiceNo: 'I1', startsAt: 0, endsAt: 0, outstanding: price }
    const due = harness.clock.now + 10 * day
    sold.bill = { kind: 'invoice', amount: price, bill: { account: 'A1', invoices: [{ ...invoice, dueAt: due }] } }
    await pass(6 * day)
    assert.deepEqual(texts, [])
    await pass(4 * day)
    assert.deepEqual(texts, [`999000009 billDue ${id}U1`])
  })

  /** Kills the process at the n-th call of its work on a reminder, and lets another one go on after the lease. */
  async function surviveKill(opened: Awaited<ReturnType<typeof open>>, rule: ReminderRule, calls: number) {
    const { harness, ask, buy, work, ports, prompts, texts, send, reminders } = opened
    const { id } = await ask(rule, buy(ofBundle, `9990${100_00 + calls}`))
    prompts.length = 0
    texts.length = 0
    harness.clock.now += rule === 'weekly' ? 7 * day : 6 * day
    const budget = { calls }
    const dying = Object.fromEntries(
      Object.entries(ports).map(([name, port]) => [name, killAt(port, budget)]),
    ) as typeof ports
    const isKilled = await work(dying).then(
      () => false,
      (error: unknown) => error instanceof Killed,
    )
    // The lease ends, and the wallet's holder approves meanwhile.
    await harness.after(6 * minute)
    await work()
    await send()
    await reminders.stop(id)
    return { isKilled, texts: [...texts], prompts: prompts.length, ownText: `999000009 bundleEnds ${id}U1` }
  }

  it.each(['before_end', 'weekly'] as const)(
    'is sent or asked exactly once (%s), whenever the process is killed',
    async (rule) => {
      const opened = await open()
      let kills = 0
      for (let calls = 1; ; calls += 1) {
        const { isKilled, texts, prompts, ownText } = await surviveKill(opened, rule, calls)
        const expected = rule === 'weekly' ? [[], 1] : [[ownText], 0]
        assert.deepEqual([texts, prompts], expected, `killed at call ${calls}`)
        if (!isKilled) break
        kills += 1
      }
      assert.ok(kills >= 10, `${kills} kills`)
    },
  )

  it('opens by the link of its turns alone', async () => {
    const { ask, reminders } = await open()
    const reminder = await ask('weekly')
    assert.equal((await reminders.opened(turnToken(reminder)))?.id, reminder.id)
    assert.equal(await reminders.opened(turnToken({ ...reminder, turn: 2 })), undefined)
    assert.equal(await reminders.opened(turnToken({ ...reminder, id: newId() })), undefined)
    assert.equal(await reminders.opened('nonsense'), undefined)
  })

  it('is offered for what was delivered, with the moment of the first one', async () => {
    const { buy, reminders } = await open()
    const offered = await reminders.offered(await buy())
    const shown = offered.map(({ rule, way, to, dueAt }) => [rule, way, to, new Date(dueAt).toISOString().slice(0, 10)])
    assert.deepEqual(shown, [
      ['before_end', 'sms', '999000009', '2026-11-26'],
      ['weekly', 'push', '999000009', '2026-11-27'],
      ['monthly', 'push', '999000009', '2026-12-20'],
      ['pay_day', 'push', '999000009', '2026-11-25'],
    ])
  })
})
