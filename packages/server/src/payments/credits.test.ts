import { transaction } from '@nyanja/database/transaction'
import { money } from '@nyanja/domain/money/money'
import { day, hour, minute, second } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { beginCredit } from '../db/payments/credit-store.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { DeliveryResult, Purchase } from './delivery-provider.ts'

describeOnEachEngine('airtime given as goodwill', (openDatabase) => {
  async function open() {
    const harness = openPayments(await openDatabase())
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    harness.gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    await harness.after(5 * second)
    await harness.after(0)

    const sent: Purchase[] = []
    let answer: () => Promise<DeliveryResult> = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    harness.deliveryProvider.prepare = async (purchase) => async () => {
      sent.push(purchase)
      return answer()
    }
    const give = (minor = 10_000) => {
      const given = { amount: money('MWK', minor), at: harness.clock.now }
      return transaction(harness.db, (tx) => beginCredit(tx, id, given))
    }
    const credit = async () => (await harness.progress.payment(id)).credit
    const messages = async () =>
      (await harness.db.selectFrom('messages').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)
    const answers = (next: typeof answer) => {
      answer = next
    }
    const creditHistory = async () => (await harness.history(id)).filter((event) => event.startsWith('credit'))
    return { ...harness, id, sent, give, credit, messages, answers, creditHistory }
  }

  it('is sent to the BSS under a name of its own, and reported to the customer', async () => {
    const { give, after, sent, credit, id, messages, creditHistory, progress } = await open()
    expect(await give()).toBe(true)
    await after(0)
    expect(sent).toEqual([{ id: `${id}-credit`, kind: 'airtime', msisdn: '999000001', amount: money('MWK', 10_000) }])
    expect(await credit()).toMatchObject({ state: 'delivered', amount: money('MWK', 10_000) })
    expect(await messages()).toEqual(['creditGiven', 'deliveredAirtime'])
    expect(await creditHistory()).toEqual(['credit due', 'credit sending', 'credit delivered'])
    expect(await progress.payment(id)).toMatchObject({ delivery: { state: 'delivered' } })
  })

  it('is given once for a payment, however often and by however many it is begun', async () => {
    const { give, after, sent } = await open()
    expect([...(await Promise.all([give(), give(500)]))].sort()).toEqual([false, true])
    await after(0)
    expect(await give()).toBe(false)
    await after(minute)
    expect(sent).toHaveLength(1)
  })

  it('is looked up after a lost answer, and not sent again when the BSS has it', async () => {
    const { give, after, sent, answers, credit, deliveryProvider, id } = await open()
    answers(() => Promise.reject(new Error('silent')))
    deliveryProvider.findByReference = async (purchase) =>
      purchase.id === `${id}-credit` ? { outcome: 'delivered', bssReference: 'B-2' } : undefined
    await give()
    await after(0)
    await after(2 * minute)
    expect(sent).toHaveLength(1)
    expect(await credit()).toMatchObject({ state: 'delivered' })
  })

  it('is no refund when the BSS refuses it, and may then be given again', async () => {
    const { give, after, sent, answers, credit, db, messages } = await open()
    answers(async () => ({ outcome: 'impossible', reason: 'bss: no such line' }))
    await give()
    await after(0)
    expect(await credit()).toMatchObject({ state: 'impossible' })
    expect(await db.selectFrom('refunds').selectAll().execute()).toEqual([])
    expect(await messages()).toEqual(['deliveredAirtime'])
    answers(async () => ({ outcome: 'delivered', bssReference: 'B-3' }))
    expect(await give(5_000)).toBe(true)
    await after(0)
    expect(await credit()).toMatchObject({ state: 'delivered', amount: money('MWK', 5_000) })
    expect(sent).toHaveLength(2)
  })

  it('is not confused, when it is given again, with the failed one of the same name', async () => {
    const { give, after, sent, answers, credit, deliveryProvider } = await open()
    answers(async () => ({ outcome: 'impossible', reason: 'bss: no such line' }))
    await give()
    await after(0)
    answers(() => Promise.reject(new Error('silent')))
    deliveryProvider.findByReference = async () => ({ outcome: 'impossible', reason: 'bss: the earlier one' })
    await give()
    await after(0)
    await after(5 * second)
    expect(await credit()).toMatchObject({ state: 'sending' })
    deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-6' })
    await after(2 * minute)
    expect(await credit()).toMatchObject({ state: 'delivered' })
    expect(sent).toHaveLength(2)
  })

  it('is tried for a quarter of an hour while nothing can be sent', async () => {
    const { give, after, answers, credit, deliveryProvider } = await open()
    deliveryProvider.prepare = async () => async () => ({ outcome: 'not_sent', reason: 'ECONNREFUSED' })
    answers(() => Promise.reject(new Error('never called')))
    await give()
    for (let minutes = 0; minutes < 13; minutes += 1) await after(minute)
    expect(await credit()).toMatchObject({ state: 'due' })
    for (let minutes = 0; minutes < 3; minutes += 1) await after(minute)
    expect(await credit()).toMatchObject({ state: 'impossible' })
  })

  it('waits for a person when the BSS cannot tell for a day, and is asked about again when staff ask', async () => {
    const { give, after, answers, credit, deliveryProvider, reviews, due, id, db, clock } = await open()
    answers(() => Promise.reject(new Error('silent')))
    deliveryProvider.findByReference = () => Promise.reject(new Error('cannot tell'))
    await give()
    await after(0)
    for (let hours = 0; hours < 27; hours += 1) await after(hour)
    expect(await reviews()).toEqual(['credit_undelivered_for_a_day'])
    await after(day)
    expect(await due.credits({ limit: 10, leaseMs: minute })).toEqual([])
    deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-4' })
    await db.updateTable('credits').set({ next_check_at: clock.now }).where('attempt_id', '=', id).execute()
    await after(0)
    expect(await credit()).toMatchObject({ state: 'delivered' })
  })

  it('of a restored database is looked up before anything is sent', async () => {
    const { give, after, sent, credit, deliveryProvider, db, clock } = await open()
    await db
      .insertInto('recoveries')
      .values({ at: clock.now, since: clock.now - hour, reason: 'restored', who: 'thoko', journal_read_at: null })
      .execute()
    deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-before' })
    await give()
    await after(2 * minute)
    expect(sent).toEqual([])
    expect(await credit()).toMatchObject({ state: 'delivered' })
  })
})
