import { transaction } from '@nyanja/database/transaction'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { newId } from '@nyanja/server/common/ids'
import { createCorrectionStore } from '@nyanja/server/db/payments/order-store'
import { expect, it } from 'vitest'
import { giveCredit, refundDelivered } from '../db/operations/refund-acts.ts'
import { agent, lead, openWithDelivered, openWithRequest, otherLead } from '../db/operations/test-staff-acts.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('parts, goodwill and moves of a delivered payment', (openDatabase) => {
  const partOf = (
    opened: Awaited<ReturnType<typeof openWithDelivered>>,
    minor: number,
    currency: 'MWK' | 'USD' = 'MWK',
  ) =>
    opened.perform(agent, {
      ...{ act: 'refund_part', subject: opened.reference, reason: 'complaint' },
      amount: money(currency, minor),
    })

  it('refunds a part once a second person has agreed, and tells the customer how much of how much', async () => {
    const opened = await openWithDelivered(await openDatabase())
    const { perform, stores, reference: subject, attemptId, db, after, log, progress } = opened
    opened.gateways.wallet.refundsParts = true
    expect(await partOf(opened, 10_000)).toBe('requested')
    const [request] = await stores.staffRequests.open(10)
    expect(request).toMatchObject({ act: 'refund_part', amount: money('MWK', 10_000) })
    expect(await opened.refundOf(attemptId)).toBeUndefined()
    expect(await perform(lead, { act: 'approve', subject: request?.id ?? '', reason: 'complaint' })).toBe('done')
    await after(minute)
    expect(await progress.payment(attemptId)).toMatchObject({
      delivery: { state: 'delivered' },
      refund: { state: 'refunded', part: money('MWK', 10_000) },
    })
    const messages = await db.selectFrom('messages').select(['kind', 'params_json']).orderBy('kind').execute()
    expect(messages.slice(1).map(({ kind, params_json }) => [kind, JSON.parse(params_json)])).toMatchObject([
      ['partRefundBegun', { amount: 'MWK 100', paid: 'MWK 500' }],
      ['partRefunded', { amount: 'MWK 100', paid: 'MWK 500' }],
    ])
    expect(await log.list({ subject })).toMatchObject([
      { action: 'refund_part approved', detail: expect.stringContaining('asked by Alinafe Banda') },
      { action: 'refund_part ask', reason: 'complaint' },
    ])
  })

  it.each([
    [50_000, 'MWK'],
    [50_001, 'MWK'],
    [10_000, 'USD'],
  ] as const)('refuses to refund the part of %d %s, which is not less than what was paid', async (minor, currency) => {
    const opened = await openWithDelivered(await openDatabase())
    expect(await partOf(opened, minor, currency)).toBe('wrong_amount')
    expect(await opened.stores.staffRequests.open(10)).toEqual([])
  })

  it('refunds all or a part, and never both', async () => {
    const opened = await openWithRequest(await openDatabase())
    const { perform, request, stores, db, subject } = opened
    expect(await partOf(opened, 10_000)).toBe('wrong_amount')
    // A colleague has pressed the button at the same moment.
    const by = { who: lead.name, why: '', staff: { id: 'st-9', role: 'care_lead', reason: 'complaint' } } as const
    const part = {
      id: newId(),
      act: 'refund_part',
      subject,
      reason: 'complaint',
      amount: money('MWK', 10_000),
    } as const
    expect(await stores.staffRequests.add(part, by)).toBe(true)
    const approve = (subject: string) => perform(lead, { act: 'approve', subject, reason: 'complaint' })
    const other = (await stores.staffRequests.open(10)).find(({ act }) => act === 'refund_part')?.id ?? ''
    expect([...(await Promise.all([approve(request), approve(other)]))].sort()).toEqual(['done', 'overtaken'])
    expect(await db.selectFrom('refunds').selectAll().execute()).toHaveLength(1)
  })

  it('refunds nothing of a payment in review: the review decides', async () => {
    const opened = await openWithRequest(await openDatabase())
    const { perform, request, attemptId, db } = opened
    await db.insertInto('reviews').values({ attempt_id: attemptId, reason: 'mismatch', created_at: 1 }).execute()
    expect(await perform(lead, { act: 'approve', subject: request, reason: 'complaint' })).toBe('overtaken')
    expect(await opened.refundOf(attemptId)).toBeUndefined()
  })

  it('refunds no part of an order for home internet, which counts as paid or not', async () => {
    const opened = await openWithDelivered(await openDatabase())
    const { perform, stores, db, attemptId } = opened
    expect(await partOf(opened, 10_000)).toBe('requested')
    await db.updateTable('orders').set({ kind: 'plan' }).execute()
    await db.updateTable('deliveries').set({ kind: 'plan' }).execute()
    const [request] = await stores.staffRequests.open(10)
    const approve = { act: 'approve', subject: request?.id ?? '', reason: 'complaint' } as const
    expect(await perform(lead, approve)).toBe('overtaken')
    expect(await opened.refundOf(attemptId)).toBeUndefined()
    expect(await partOf(opened, 10_000)).toBe('wrong_amount')
  })

  it('keeps a payment paid after a refund in part, for its link and for its provider', async () => {
    const opened = await openWithDelivered(await openDatabase())
    const { perform, stores, attemptId, after, progress, statusChecks, alerts } = opened
    opened.gateways.wallet.refundsParts = true
    await partOf(opened, 10_000)
    const [request] = await stores.staffRequests.open(10)
    await perform(lead, { act: 'approve', subject: request?.id ?? '', reason: 'complaint' })
    await after(minute)
    const { attempt } = await progress.payment(attemptId)
    opened.gateways.wallet.verify = async () => ({ state: 'refused', reason: 'refused' })
    await statusChecks.checkPayment(attempt)
    expect(alerts).toEqual(['reversed_by_provider'])
  })

  it('gives airtime as goodwill once a second person has agreed, at most what was paid', async () => {
    const opened = await openWithDelivered(await openDatabase())
    const { perform, stores, reference: subject, attemptId, after, progress } = opened
    const give = (minor: number) =>
      perform(agent, { act: 'give_credit', subject, reason: 'complaint', amount: money('MWK', minor) })
    expect(await give(50_001)).toBe('wrong_amount')
    expect(await perform(agent, { act: 'give_credit', subject, reason: 'complaint' })).toBe('wrong_amount')
    expect(await give(50_000)).toBe('requested')
    const [request] = await stores.staffRequests.open(10)
    const approve = { act: 'approve', subject: request?.id ?? '', reason: 'complaint' } as const
    const answers = await Promise.all([perform(lead, approve), perform(otherLead, approve)])
    expect([...answers].sort()).toEqual(['done', 'overtaken'])
    await after(0)
    expect((await progress.payment(attemptId)).credit).toMatchObject({
      state: 'delivered',
      amount: money('MWK', 50_000),
    })
    expect(await give(100)).toBe('wrong_amount')
  })

  async function openWithCorrection() {
    const opened = await openWithDelivered(await openDatabase())
    const { db, reference: subject, attemptId, stores, perform } = opened
    const store = createCorrectionStore(db, () => opened.clock.now)
    await store.add(attemptId, '999000012')
    const refund = () => perform(agent, { act: 'refund', subject, reason: 'wrong_number' })
    const move = () => perform(lead, { act: 'move_number', subject, reason: 'wrong_number' })
    const approve = async () => {
      const [request] = await stores.staffRequests.open(10)
      return perform(lead, { act: 'approve', subject: request?.id ?? '', reason: 'wrong_number' })
    }
    return { ...opened, refund, move, approve, correction: () => store.of(attemptId) }
  }

  it('refunds a payment that was to be moved to another number, and then moves nothing', async () => {
    const { refund, move, approve, correction, stores } = await openWithCorrection()
    expect(await refund()).toBe('requested')
    expect(await move()).toBe('overtaken')
    expect(await approve()).toBe('done')
    expect(await correction()).toMatchObject({ state: 'refunded' })
    expect(await stores.corrections.open(10)).toEqual([])
    expect(await move()).toBe('overtaken')
  })

  it('moves a payment to the right number, and then refunds nothing', async () => {
    const opened = await openWithCorrection()
    expect(await opened.move()).toBe('done')
    expect(await opened.refund()).toBe('overtaken')
    expect(await opened.stores.staffRequests.open(10)).toEqual([])
    expect(await opened.refundOf(opened.attemptId)).toBeUndefined()
  })

  it('does only one of both when two people move and refund a payment at the same moment', async () => {
    const { db, attemptId, clock, stores, reference } = await openWithDelivered(await openDatabase())
    await createCorrectionStore(db, () => clock.now).add(attemptId, '999000012')
    const by = { who: lead.name, why: '', staff: { id: lead.id, role: 'care_lead', reason: 'wrong_number' } } as const
    const [moved, refunded] = await Promise.all([
      stores.corrections.decide({ reference, decision: { state: 'moved' }, ...by }),
      transaction(db, (tx) => refundDelivered(tx, { reference, amount: undefined, at: clock.now })),
    ])
    expect([moved, refunded]).toSatisfy(([one, other]) => one !== (other === 'done'))
  })

  it('gives money and goodwill up to the price in total, also at the same moment', async () => {
    const { db, clock, reference, attemptId } = await openWithDelivered(await openDatabase())
    const give = (minor: number) => ({ reference, amount: money('MWK', minor), at: clock.now })
    const both = [
      transaction(db, (tx) => refundDelivered(tx, give(30_000))),
      transaction(db, (tx) => giveCredit(tx, give(20_001))),
    ]
    expect([...(await Promise.all(both))].sort()).toEqual(['done', 'overtaken'])
    const given = await db.selectFrom('refunds').select('attempt_id').where('attempt_id', '=', attemptId).execute()
    const credited = await db.selectFrom('credits').select('attempt_id').where('attempt_id', '=', attemptId).execute()
    expect(given.length + credited.length).toBe(1)
  })

  it('refuses goodwill that would exceed the price together with a waiting refund', async () => {
    const opened = await openWithDelivered(await openDatabase())
    expect(await partOf(opened, 30_000)).toBe('requested')
    const give = (minor: number) =>
      opened.perform(agent, {
        ...{ act: 'give_credit', subject: opened.reference, reason: 'complaint' },
        amount: money('MWK', minor),
      })
    expect(await give(20_001)).toBe('wrong_amount')
    expect(await give(20_000)).toBe('requested')
  })
})
