import { money } from '@nyanja/domain/money/money'
import type { Staff } from '@nyanja/domain/staff/roles'
import { minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { newId } from '../common/ids.ts'
import { giveCredit, refundDelivered } from '../db/operations/payment-act-store.ts'
import { createOperationStores } from '../db/operations/stores.ts'
import { createCorrectionStore } from '../db/payments/order-store.ts'
import { capturedResult, openPayments } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { transaction } from '../db/transaction.ts'
import { ActionLog } from './action-log.ts'
import { MethodSwitches } from './methods.ts'
import { Reviews } from './reviews.ts'
import { type ActRequest, StaffActs } from './staff-acts.ts'

const agent: Staff = { id: 'st-1', name: 'Alinafe Banda', roles: ['care_agent'] }
const lead: Staff = { id: 'st-2', name: 'Chimwemwe Phiri', roles: ['care_lead'] }
const otherLead: Staff = { id: 'st-3', name: 'Thoko Mbewe', roles: ['care_lead'] }
const administrator: Staff = { id: 'st-4', name: 'Dalitso Nyirenda', roles: ['administrator'] }

describeOnEachEngine('what staff do in the console', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const now = () => harness.clock.now
    const stores = createOperationStores(database, now)
    const log = new ActionLog({ store: stores.actionLog, now })
    const acts = new StaffActs({
      payments: stores.paymentActs,
      requests: stores.staffRequests,
      reviews: new Reviews({ store: stores.reviews }),
      corrections: stores.corrections,
      submissions: stores.submissions,
      leads: stores.leadDecisions,
      coverage: stores.coverageReports,
      switches: new MethodSwitches({ store: stores.switches, now }),
      incidents: stores.incidents,
      cases: { move: async () => false },
      closing: { closeDay: async () => false },
      ...{ log, newId },
    })
    const perform = (staff: Staff, requested: Pick<ActRequest, 'act' | 'reason'> & Partial<ActRequest>) =>
      acts.perform(staff, { subject: '', note: '', input: {}, ...requested })
    return { ...harness, stores, log, perform }
  }

  async function openWithDelivered() {
    const opened = await open()
    const attempt = await opened.begunBy(await opened.placedOrder(), { method: 'nyanja_money' })
    opened.gateways.wallet.verify = async (one) => capturedResult(one)
    await opened.after(5000)
    await opened.after(0)
    return { ...opened, reference: attempt.reference, attemptId: attempt.id }
  }

  async function openWithRequest() {
    const opened = await openWithDelivered()
    const { perform, reference: subject, stores } = opened
    expect(await perform(agent, { act: 'refund', subject, reason: 'paid_twice', note: 'called' })).toBe('requested')
    const [request] = await stores.staffRequests.open(10)
    return { ...opened, subject, request: request?.id ?? '' }
  }

  const refundOf = async ({ db }: { readonly db: Awaited<ReturnType<typeof open>>['db'] }, attemptId: string) =>
    (await db.selectFrom('refunds').select('state').where('attempt_id', '=', attemptId).executeTakeFirst())?.state

  it('refunds a delivered payment once a second person has agreed, and keeps who asked and who agreed', async () => {
    const opened = await openWithRequest()
    const { perform, attemptId, after, log, subject, request } = opened
    expect(await refundOf(opened, attemptId)).toBeUndefined()
    expect(await perform(lead, { act: 'approve', subject: request, reason: 'provider_statement' })).toBe('done')
    expect(await refundOf(opened, attemptId)).toBe('due')
    await after(minute)
    expect(await refundOf(opened, attemptId)).toBe('refunded')
    expect(await log.list({ subject })).toMatchObject([
      { action: 'refund approved', staff_id: lead.id, detail: 'asked by Alinafe Banda' },
      { action: 'refund ask', staff_id: agent.id, reason: 'paid_twice', why: 'called' },
    ])
  })

  it('refuses approval by the person who asked, and by a care agent', async () => {
    const opened = await openWithDelivered()
    const { perform, stores, reference: subject, attemptId } = opened
    await perform(lead, { act: 'refund', subject, reason: 'complaint' })
    const [request] = await stores.staffRequests.open(10)
    const approve = { act: 'approve', subject: request?.id ?? '', reason: 'complaint' } as const
    expect(await perform(lead, approve)).toBe('own_request')
    expect(await perform(agent, approve)).toBe('not_permitted')
    expect(await refundOf(opened, attemptId)).toBeUndefined()
    expect(await perform(otherLead, approve)).toBe('done')
  })

  it('refunds once, however often and by however many it is asked for and agreed to', async () => {
    const { perform, subject, request, db } = await openWithRequest()
    expect(await perform(agent, { act: 'refund', subject, reason: 'complaint' })).toBe('overtaken')
    const approve = { act: 'approve', subject: request, reason: 'complaint' } as const
    const answers = await Promise.all([perform(lead, approve), perform(otherLead, approve)])
    expect([...answers].sort()).toEqual(['done', 'overtaken'])
    expect(await perform(otherLead, { act: 'refund', subject, reason: 'complaint' })).toBe('requested')
    expect(await db.selectFrom('refunds').selectAll().execute()).toHaveLength(1)
  })

  it('moves no money when the second person does not agree', async () => {
    const opened = await openWithRequest()
    const { perform, attemptId, request, stores } = opened
    expect(await perform(lead, { act: 'decline', subject: request, reason: 'mistake' })).toBe('done')
    expect(await refundOf(opened, attemptId)).toBeUndefined()
    expect(await stores.staffRequests.open(10)).toEqual([])
  })

  /** The provider took half of what was asked for. */
  async function openWithHalf() {
    const opened = await open()
    const { reference: subject, id } = await opened.begunBy(await opened.placedOrder(), { method: 'nyanja_money' })
    const half = money('MWK', 25_000)
    opened.gateways.wallet.verify = async (one) => ({ ...capturedResult(one), amount: half })
    await opened.after(5000)
    const paid = { act: 'resolve_paid', subject, reason: 'provider_statement' } as const
    return { ...opened, subject, id, half, paid }
  }

  it('delivers or returns money on the word of two people alone, who both typed or saw what was received', async () => {
    const { perform, stores, subject, id, half, paid, after, progress, log } = await openWithHalf()
    for (const amount of [undefined, money('MWK', 50_000), money('USD', 25_000)])
      expect(await perform(lead, { ...paid, ...(amount && { amount }) })).toBe('wrong_amount')
    expect(await perform(lead, { ...paid, amount: half })).toBe('requested')
    const [request] = await stores.staffRequests.open(10)
    expect(request).toMatchObject({ act: 'resolve_paid', amount: half, requestedBy: lead.name })
    const approve = { act: 'approve', subject: request?.id ?? '', reason: 'provider_statement' } as const
    expect(await perform(lead, approve)).toBe('own_request')
    await after(minute)
    expect((await progress.payment(id)).attempt.state).toBe('waiting')

    expect(await perform(otherLead, approve)).toBe('done')
    expect(await perform(otherLead, approve)).toBe('overtaken')
    await after(minute)
    expect(await progress.payment(id)).toMatchObject({
      attempt: { state: 'captured', amount: half },
      refund: { state: 'refunded' },
    })
    expect((await progress.payment(id)).delivery).toBeUndefined()
    expect(await log.list({ subject })).toMatchObject([
      {
        action: 'payments resolve paid',
        staff_id: otherLead.id,
        detail: 'mismatch, MWK 250, asked by Chimwemwe Phiri',
      },
      { action: 'resolve_paid ask', staff_id: lead.id, detail: 'MWK 250' },
    ])
  })

  it('takes one statement about a payment at a time, and a declined one changes nothing', async () => {
    const { perform, stores, subject, id, half, paid, progress } = await openWithHalf()
    expect(await perform(lead, { ...paid, amount: half })).toBe('requested')
    const refund = { act: 'resolve_refund', subject, reason: 'complaint', amount: half } as const
    expect(await perform(lead, refund)).toBe('overtaken')
    const [request] = await stores.staffRequests.open(10)
    expect(await perform(otherLead, { act: 'decline', subject: request?.id ?? '', reason: 'mistake' })).toBe('done')
    expect((await progress.payment(id)).attempt.state).toBe('waiting')
    expect(await perform(lead, refund)).toBe('requested')
  })

  it('does not take a statement for granted when the provider decides while it waits', async () => {
    const { perform, stores, id, half, paid, gateways, progress, after } = await openWithHalf()
    expect(await perform(lead, { ...paid, amount: half })).toBe('requested')
    gateways.wallet.verify = async (one) => capturedResult(one)
    await progress.hinted('wallet', id, 'the bytes')
    await after(minute)
    expect(await progress.payment(id)).toMatchObject({ delivery: { state: 'delivered' } })
    const [request] = await stores.staffRequests.open(10)
    const approve = { act: 'approve', subject: request?.id ?? '', reason: 'provider_statement' } as const
    expect(await perform(otherLead, approve)).toBe('overtaken')
    expect((await progress.payment(id)).refund).toBeUndefined()
  })

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
    const opened = await openWithDelivered()
    const { perform, stores, reference: subject, attemptId, db, after, log, progress } = opened
    opened.gateways.wallet.refundsParts = true
    expect(await partOf(opened, 10_000)).toBe('requested')
    const [request] = await stores.staffRequests.open(10)
    expect(request).toMatchObject({ act: 'refund_part', amount: money('MWK', 10_000) })
    expect(await refundOf(opened, attemptId)).toBeUndefined()
    expect(await perform(lead, { act: 'approve', subject: request?.id ?? '', reason: 'complaint' })).toBe('done')
    await after(minute)
    expect(await progress.payment(attemptId)).toMatchObject({
      delivery: { state: 'delivered' },
      refund: { state: 'refunded', part: money('MWK', 10_000) },
    })
    const messages = await db.selectFrom('messages').select(['kind', 'params_json']).orderBy('created_at').execute()
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
  ] as const)('asks for no part of %d %s: it is not less than what was paid', async (minor, currency) => {
    const opened = await openWithDelivered()
    expect(await partOf(opened, minor, currency)).toBe('wrong_amount')
    expect(await opened.stores.staffRequests.open(10)).toEqual([])
  })

  it('refunds all or a part, and never both', async () => {
    const opened = await openWithRequest()
    const { perform, request, stores, db, subject } = opened
    expect(await partOf(opened, 10_000)).toBe('wrong_amount')
    // As a colleague's press at the same moment would leave it.
    const by = { who: lead.name, why: '', staff: { id: 'st-9', role: 'care_lead', reason: 'complaint' } } as const
    const part = {
      id: newId(),
      act: 'refund_part',
      subject,
      reason: 'complaint',
      amount: money('MWK', 10_000),
    } as const
    expect(await stores.staffRequests.ask(part, by)).toBe(true)
    const approve = (subject: string) => perform(lead, { act: 'approve', subject, reason: 'complaint' })
    const other = (await stores.staffRequests.open(10)).find(({ act }) => act === 'refund_part')?.id ?? ''
    expect([...(await Promise.all([approve(request), approve(other)]))].sort()).toEqual(['done', 'overtaken'])
    expect(await db.selectFrom('refunds').selectAll().execute()).toHaveLength(1)
  })

  it('refunds nothing of a payment in review: the review decides', async () => {
    const opened = await openWithRequest()
    const { perform, request, attemptId, db } = opened
    await db.insertInto('reviews').values({ attempt_id: attemptId, reason: 'mismatch', created_at: 1 }).execute()
    expect(await perform(lead, { act: 'approve', subject: request, reason: 'complaint' })).toBe('overtaken')
    expect(await refundOf(opened, attemptId)).toBeUndefined()
  })

  it('refunds no part of an order for home internet, which counts as paid or not', async () => {
    const opened = await openWithDelivered()
    const { perform, stores, db, attemptId } = opened
    expect(await partOf(opened, 10_000)).toBe('requested')
    await db.updateTable('orders').set({ kind: 'plan' }).execute()
    await db.updateTable('deliveries').set({ kind: 'plan' }).execute()
    const [request] = await stores.staffRequests.open(10)
    const approve = { act: 'approve', subject: request?.id ?? '', reason: 'complaint' } as const
    expect(await perform(lead, approve)).toBe('overtaken')
    expect(await refundOf(opened, attemptId)).toBeUndefined()
    expect(await partOf(opened, 10_000)).toBe('wrong_amount')
  })

  it('leaves a payment of which a part went back paid, for its link and for its provider', async () => {
    const opened = await openWithDelivered()
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
    const opened = await openWithDelivered()
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
    const opened = await openWithDelivered()
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
    expect(await opened.refund()).toBe('requested')
    expect(await opened.approve()).toBe('overtaken')
    expect(await refundOf(opened, opened.attemptId)).toBeUndefined()
  })

  it('moves or refunds when two people do both at the same moment', async () => {
    const { db, attemptId, clock, stores, reference } = await openWithDelivered()
    await createCorrectionStore(db, () => clock.now).add(attemptId, '999000012')
    const by = { who: lead.name, why: '', staff: { id: lead.id, role: 'care_lead', reason: 'wrong_number' } } as const
    const [moved, refunded] = await Promise.all([
      stores.corrections.decide({ reference, decision: { state: 'moved' }, ...by }),
      transaction(db, (tx) => refundDelivered(tx, { reference, amount: undefined, at: clock.now })),
    ])
    expect([moved, refunded]).toSatisfy(([one, other]) => one !== (other === 'done'))
  })

  it('gives money and goodwill of together at most the price, at the same moment too', async () => {
    const { db, clock, reference, attemptId } = await openWithDelivered()
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

  it('asks for no goodwill that a waiting refund leaves no room for', async () => {
    const opened = await openWithDelivered()
    expect(await partOf(opened, 30_000)).toBe('requested')
    const give = (minor: number) =>
      opened.perform(agent, {
        ...{ act: 'give_credit', subject: opened.reference, reason: 'complaint' },
        amount: money('MWK', minor),
      })
    expect(await give(20_001)).toBe('wrong_amount')
    expect(await give(20_000)).toBe('requested')
  })

  it('checks again at once what is undecided, and nothing that is decided', async () => {
    const { perform, begunBy, placedOrder, db, clock } = await open()
    const { reference: subject } = await begunBy(await placedOrder(), { method: 'nyanja_money' })
    clock.now += 1000
    const requested = { act: 'ask_again', subject, reason: 'no_answer' } as const
    expect(await perform(agent, requested)).toBe('done')
    expect(await db.selectFrom('attempts').select('next_check_at').executeTakeFirst()).toEqual({
      next_check_at: clock.now,
    })
    await db.updateTable('attempts').set({ state: 'refused', next_check_at: null }).execute()
    expect(await perform(agent, requested)).toBe('overtaken')
  })

  it('sends the last message once more, to the number it went to before', async () => {
    const { perform, reference: subject, db } = await openWithDelivered()
    await db.updateTable('messages').set({ state: 'sent', next_check_at: null }).execute()
    const again = { act: 'send_receipt', subject, reason: 'customer_asked' } as const
    expect(await perform(agent, again)).toBe('done')
    expect(await db.selectFrom('messages').select(['kind', 'state']).execute()).toEqual([
      { kind: 'deliveredAirtime', state: 'due' },
    ])
    // It waits to be sent already.
    expect(await perform(agent, again)).toBe('overtaken')
  })

  it('switches a method off for all processes, and only by an administrator', async () => {
    const { perform, stores } = await open()
    const off = { act: 'switch_off', subject: 'nyanja_money', reason: 'provider_fault' } as const
    expect(await perform(lead, off)).toBe('not_permitted')
    expect(await perform(administrator, off)).toBe('done')
    expect(await stores.switches.switches()).toMatchObject([
      { method: 'nyanja_money', isOpen: false, who: administrator.name },
    ])
  })

  it('shows one incident at a time until it is withdrawn', async () => {
    const { perform, stores } = await open()
    const show = (en: string) => perform(lead, { act: 'show_incident', reason: 'provider_fault', input: { en } })
    expect(await show(' ')).toBe('incomplete')
    expect(await show('M-Pesa is slow')).toBe('done')
    expect(await show('M-Pesa is down')).toBe('done')
    const current = await stores.incidents.current()
    expect(current?.texts).toEqual({ en: 'M-Pesa is down' })
    const hide = { act: 'withdraw_incident', subject: current?.id ?? '', reason: 'solved' } as const
    expect(await perform(lead, hide)).toBe('done')
    expect(await perform(lead, hide)).toBe('overtaken')
    expect(await stores.incidents.current()).toBeUndefined()
  })

  it('refuses a reason that is not on the list of the act', async () => {
    const { perform, reference: subject } = await openWithDelivered()
    expect(await perform(agent, { act: 'refund', subject, reason: 'planned_work' })).toBe('incomplete')
  })

  it('gives work to one person at a time', async () => {
    const { stores, clock } = await open()
    const work = { subject: 'NYA-7K4P-29XD', staffId: agent.id, staffName: agent.name, at: clock.now }
    expect(await stores.takenWork.take('reviews', work)).toBe(true)
    expect(await stores.takenWork.take('reviews', { ...work, staffId: lead.id })).toBe(false)
    await stores.takenWork.release('reviews', work.subject, lead.id)
    expect(await stores.takenWork.of('reviews')).toEqual([work])
    await stores.takenWork.release('reviews', work.subject, agent.id)
    expect(await stores.takenWork.take('reviews', { ...work, staffId: lead.id })).toBe(true)
  })
})
