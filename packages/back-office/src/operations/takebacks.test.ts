import { money } from '@nyanja/domain/money/money'
import { day, hour, minute, second } from '@nyanja/domain/time'
import type { DeliveryResult, Purchase, SendResult } from '@nyanja/server/payments/delivery-provider'
import type { TakebackProvider } from '@nyanja/server/payments/takebacks'
import { expect, it } from 'vitest'
import { agent, lead, openWithDelivered, otherLead } from '../db/operations/test-staff-acts.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Reviews } from './reviews.ts'

const all = money('MWK', 50_000)

describeOnEachEngine('airtime of a refunded payment', (openDatabase) => {
  /** Creates a BSS that reports the balance of the line, and debits it. */
  function createBss() {
    const debited: Purchase[] = []
    const answers = {
      balance: async (): ReturnType<TakebackProvider['balanceOf']> => money('MWK', 60_000),
      debit: async (): Promise<SendResult> => ({ outcome: 'delivered', bssReference: 'D-1' }),
      found: async (): Promise<DeliveryResult | undefined> => undefined,
    }
    const provider: TakebackProvider = {
      balanceOf: () => answers.balance(),
      prepare: async (purchase) => async () => {
        debited.push(purchase)
        return answers.debit()
      },
      findByReference: () => answers.found(),
      callOf: () => 'bss balances adjustBalance',
    }
    return { debited, answers, provider }
  }

  async function open({ hasDebits = true } = {}) {
    const bss = createBss()
    const opened = await openWithDelivered(await openDatabase(), hasDebits ? { takebackProvider: bss.provider } : {})
    const { perform, reference: subject, stores, progress, attemptId, after, db } = opened
    const requests = async (act: string) =>
      (await stores.staffRequests.open(10)).find((one) => one.act === act)?.id ?? ''
    const agree = async (act: string, by = lead) =>
      perform(by, { act: 'approve', subject: await requests(act), reason: 'wrong_number' })
    const decline = async (by = lead) =>
      perform(by, { act: 'decline', subject: await requests('take_back'), reason: 'mistake' })
    const ask = (amount = all, by = agent) => perform(by, { act: 'take_back', subject, reason: 'wrong_number', amount })
    const refund = async () => {
      await perform(agent, { act: 'refund', subject, reason: 'wrong_number' })
      expect(await agree('refund')).toBe('done')
      await after(minute)
    }
    const takeback = async () => (await progress.payment(attemptId)).takeback
    const reviewed = async () => (await new Reviews({ store: stores.reviews }).show(subject))?.attempts[0]?.takeback
    const reason = async () => (await db.selectFrom('takebacks').select('reason').executeTakeFirst())?.reason
    const messages = async () =>
      (
        await db.selectFrom('messages').select(['kind', 'msisdn']).orderBy('created_at').orderBy('kind').execute()
      ).filter(({ kind }) => kind.startsWith('taken'))
    return { ...opened, ...bss, ask, agree, decline, refund, takeback, reviewed, reason, messages, subject }
  }

  async function openAsked(amount = all) {
    const opened = await open()
    await opened.refund()
    expect(await opened.ask(amount)).toBe('requested')
    await opened.after(0)
    return opened
  }

  it('is taken from the line once a second person has seen its balance, and the customer is notified', async () => {
    const { agree, after, debited, takeback, attemptId, messages, reviewed, history } = await openAsked()
    expect(await reviewed()).toMatchObject({ state: 'asked', amount: all, balance: { amount: money('MWK', 60_000) } })
    expect(debited).toEqual([])
    expect(await agree('take_back')).toBe('done')
    await after(0)
    expect(debited).toEqual([{ id: `${attemptId}-takeback`, kind: 'airtime', msisdn: '999000001', amount: all }])
    expect(await takeback()).toMatchObject({ state: 'delivered', amount: all })
    expect(await messages()).toEqual([{ kind: 'takenBack', msisdn: '999000001' }])
    expect((await history(attemptId)).filter((event) => event.startsWith('takeback'))).toEqual([
      'takeback asked',
      'takeback due',
      'takeback sending',
      'takeback delivered',
    ])
  })

  it('is reported to the line too when another customer had paid', async () => {
    const { agree, after, db, messages } = await openAsked()
    await db.updateTable('attempts').set({ payer_msisdn: '999000007' }).execute()
    await agree('take_back')
    await after(0)
    expect(await messages()).toEqual([
      { kind: 'takenBack', msisdn: '999000007' },
      { kind: 'takenFromLine', msisdn: '999000001' },
    ])
  })

  it('is refused for a payment that was not refunded', async () => {
    const { ask, perform, subject, takeback } = await open()
    expect(await ask()).toBe('overtaken')
    await perform(agent, { act: 'refund', subject, reason: 'wrong_number' })
    expect(await ask()).toBe('overtaken')
    expect(await takeback()).toBeUndefined()
  })

  it.each([
    [0, 'MWK'],
    [50_001, 'MWK'],
    [10_000, 'USD'],
  ] as const)('is not taken as %d %s, which was not refunded', async (minor, currency) => {
    const { refund, ask } = await open()
    await refund()
    expect(await ask(money(currency, minor))).toBe('wrong_amount')
  })

  it('is taken for a part that was refunded, and no more than it', async () => {
    const { perform, subject, agree, after, ask, gateways } = await open()
    gateways.wallet.refundsParts = true
    await perform(agent, { act: 'refund_part', subject, reason: 'complaint', amount: money('MWK', 20_000) })
    expect(await agree('refund_part')).toBe('done')
    await after(minute)
    expect(await ask(money('MWK', 20_001))).toBe('wrong_amount')
    expect(await ask(money('MWK', 20_000))).toBe('requested')
  })

  it('is taken only once the line’s balance is known, and never exceeds it', async () => {
    const { refund, ask, agree, answers, after, debited, decline, takeback, clock } = await open()
    await refund()
    answers.balance = () => Promise.reject(new Error('silent'))
    await ask()
    await after(0)
    expect(await agree('take_back')).toBe('busy')
    answers.balance = async () => money('MWK', 49_999)
    clock.now += 2 * second
    await after(0)
    expect(await agree('take_back')).toBe('wrong_amount')
    expect(await decline()).toBe('done')
    expect(await takeback()).toMatchObject({ state: 'impossible' })
    await after(hour)
    expect(debited).toEqual([])
    expect(await ask(money('MWK', 49_999))).toBe('requested')
    await after(0)
    expect(await agree('take_back', otherLead)).toBe('done')
  })

  it('is taken once, however many ask and agree', async () => {
    const { ask, agree, after, debited } = await openAsked()
    expect(await ask()).toBe('overtaken')
    expect([...(await Promise.all([agree('take_back'), agree('take_back', otherLead)]))].sort()).toEqual([
      'done',
      'overtaken',
    ])
    await after(0)
    expect(await ask()).toBe('overtaken')
    await after(day)
    expect(debited).toHaveLength(1)
  })

  it('is looked up after a lost answer, and not taken twice', async () => {
    const { agree, after, answers, debited, takeback } = await openAsked()
    answers.debit = () => Promise.reject(new Error('silent'))
    answers.found = async () => ({ outcome: 'delivered', bssReference: 'D-2' })
    await agree('take_back')
    await after(0)
    await after(2 * minute)
    expect(debited).toHaveLength(1)
    expect(await takeback()).toMatchObject({ state: 'delivered' })
  })

  it('is not taken when the line has spent it, and may be requested again', async () => {
    const { agree, after, answers, takeback, reason, ask, messages, reviews } = await openAsked()
    answers.debit = async () => ({ outcome: 'impossible', reason: 'not_enough_airtime' })
    await agree('take_back')
    await after(0)
    expect([await takeback(), await reason()]).toMatchObject([{ state: 'impossible' }, 'not_enough_airtime'])
    expect(await messages()).toEqual([])
    expect(await reviews()).toEqual([])
    expect(await ask(money('MWK', 100))).toBe('requested')
  })

  it('is listed for staff after a day without an answer', async () => {
    const { agree, after, answers, reviews, takeback } = await openAsked()
    answers.debit = () => Promise.reject(new Error('silent'))
    answers.found = () => Promise.reject(new Error('silent'))
    await agree('take_back')
    await after(0)
    for (let hours = 0; hours < 27; hours += 1) await after(hour)
    expect(await reviews()).toEqual(['takeback_undelivered_for_a_day'])
    expect(await takeback()).toMatchObject({ state: 'sending' })
  })

  it('stays with a line of which the BSS takes nothing back', async () => {
    const { refund, ask, after, takeback, reason, stores } = await open({ hasDebits: false })
    await refund()
    expect(await ask()).toBe('requested')
    await after(0)
    expect([await takeback(), await reason()]).toMatchObject([{ state: 'impossible' }, 'bss_has_no_debits'])
    expect(await stores.staffRequests.open(10)).toEqual([])
    expect(await ask()).toBe('requested')
  })

  it('is not taken for money that came beyond the price and goes back', async () => {
    const { refund, ask, agree, db, debited, after, takeback } = await open()
    await refund()
    await db.updateTable('refunds').set({ amount_minor: 10_000 }).execute()
    await db.updateTable('deliveries').set({ excess_minor: 10_000, excess_way: 'refund' }).execute()
    expect(await ask(money('MWK', 10_000))).toBe('overtaken')
    await db.updateTable('deliveries').set({ excess_minor: null, excess_way: null }).execute()
    expect(await ask(money('MWK', 10_000))).toBe('requested')
    await after(0)
    await db.updateTable('deliveries').set({ excess_minor: 10_000, excess_way: 'refund' }).execute()
    expect(await agree('take_back')).toBe('overtaken')
    expect(await takeback()).toMatchObject({ state: 'impossible' })
    expect(debited).toEqual([])
  })

  it('is given up after a day once the BSS certainly has no debit of it', async () => {
    const { agree, after, answers, perform, subject, takeback, reason } = await openAsked()
    answers.debit = () => Promise.reject(new Error('silent'))
    answers.found = () => Promise.reject(new Error('silent'))
    await agree('take_back')
    await after(0)
    for (let hours = 0; hours < 27; hours += 1) await after(hour)
    answers.found = async () => undefined
    expect(await perform(agent, { act: 'ask_again', subject, reason: 'no_answer' })).toBe('done')
    await after(0)
    expect([await takeback(), await reason()]).toMatchObject([{ state: 'impossible' }, 'by_person_refund'])
  })

  it('is reported when the BSS turns out to have taken it after all', async () => {
    const { agree, after, answers, reviews, takeback } = await openAsked()
    answers.debit = () => Promise.reject(new Error('silent'))
    await agree('take_back')
    await after(0)
    for (let minutes = 0; minutes < 20; minutes += 1) await after(minute)
    expect(await takeback()).toMatchObject({ state: 'impossible' })
    answers.found = async () => ({ outcome: 'delivered', bssReference: 'D-3' })
    await after(hour)
    expect(await reviews()).toEqual(['takeback_delivered_although_refunded'])
  })

  it('is not reported twice to the line of another customer', async () => {
    const { agree, after, db, perform, subject } = await openAsked()
    await db.updateTable('attempts').set({ payer_msisdn: '', email: null }).execute()
    await db.deleteFrom('messages').execute()
    await db
      .insertInto('messages')
      .values({
        ...{ id: 'M1', attempt_id: (await db.selectFrom('attempts').select('id').executeTakeFirstOrThrow()).id },
        ...{
          kind: 'takenFromLine',
          msisdn: '999000001',
          language: 'en',
          params_json: '{}',
          state: 'sent',
          created_at: 1,
        },
      })
      .execute()
    await agree('take_back', lead)
    expect(await perform(agent, { act: 'send_receipt', subject, reason: 'customer_asked' })).toBe('overtaken')
    await after(0)
  })

  it('is not taken while a review is open', async () => {
    const { agree, db, attemptId, takeback, after, debited } = await openAsked()
    await db.insertInto('reviews').values({ attempt_id: attemptId, reason: 'mismatch', created_at: 1 }).execute()
    expect(await agree('take_back')).toBe('overtaken')
    expect(await takeback()).toMatchObject({ state: 'impossible' })
    await after(hour)
    expect(debited).toEqual([])
  })
})
