import { money } from '@nyanja/domain/money/money'
import type { Staff } from '@nyanja/domain/staff/roles'
import { minute } from '@nyanja/domain/time'
import { capturedResult } from '@nyanja/server/db/payments/test-payments'
import { expect, it } from 'vitest'
import {
  agent,
  lead,
  openStaffActs,
  openWithDelivered,
  openWithRequest,
  otherLead,
} from '../db/operations/test-staff-acts.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const administrator: Staff = { id: 'st-4', name: 'Dalitso Nyirenda', roles: ['administrator'] }

describeOnEachEngine('what staff do in the console', (openDatabase) => {
  it('refunds a delivered payment once a second person has agreed, and keeps who asked and who agreed', async () => {
    const opened = await openWithRequest(await openDatabase())
    const { perform, attemptId, after, log, subject, request } = opened
    expect(await opened.refundOf(attemptId)).toBeUndefined()
    expect(await perform(lead, { act: 'approve', subject: request, reason: 'provider_statement' })).toBe('done')
    expect(await opened.refundOf(attemptId)).toBe('due')
    await after(minute)
    expect(await opened.refundOf(attemptId)).toBe('refunded')
    expect(await log.list({ subject })).toMatchObject([
      { action: 'refund approved', staff_id: lead.id, detail: 'asked by Alinafe Banda' },
      { action: 'refund ask', staff_id: agent.id, reason: 'paid_twice', why: 'called' },
    ])
  })

  it('refuses approval by the person who asked, and by a care agent', async () => {
    const opened = await openWithDelivered(await openDatabase())
    const { perform, stores, reference: subject, attemptId } = opened
    await perform(lead, { act: 'refund', subject, reason: 'complaint' })
    const [request] = await stores.staffRequests.open(10)
    const approve = { act: 'approve', subject: request?.id ?? '', reason: 'complaint' } as const
    expect(await perform(lead, approve)).toBe('own_request')
    expect(await perform(agent, approve)).toBe('not_permitted')
    expect(await opened.refundOf(attemptId)).toBeUndefined()
    expect(await perform(otherLead, approve)).toBe('done')
  })

  it('has an import withdrawn by two of finance alone', async () => {
    const { perform, stores } = openStaffActs(await openDatabase())
    const finance = (id: string): Staff => ({ id, name: 'Limbani Moyo', roles: ['finance'] })
    const withdraw = { act: 'withdraw_import', subject: 'import 1', reason: 'mistake' } as const
    expect(await perform(finance('st-5'), withdraw)).toBe('requested')
    const [request] = await stores.staffRequests.open(10)
    for (const act of ['approve', 'decline'] as const)
      expect(await perform(lead, { act, subject: request?.id ?? '', reason: 'mistake' })).toBe('not_permitted')
    expect(await perform(finance('st-6'), { act: 'decline', subject: request?.id ?? '', reason: 'mistake' })).toBe(
      'done',
    )
  })

  it('refunds once, however often and by however many it is asked for and agreed to', async () => {
    const { perform, subject, request, db } = await openWithRequest(await openDatabase())
    expect(await perform(agent, { act: 'refund', subject, reason: 'complaint' })).toBe('overtaken')
    const approve = { act: 'approve', subject: request, reason: 'complaint' } as const
    const answers = await Promise.all([perform(lead, approve), perform(otherLead, approve)])
    expect([...answers].sort()).toEqual(['done', 'overtaken'])
    expect(await perform(otherLead, { act: 'refund', subject, reason: 'complaint' })).toBe('overtaken')
    expect(await db.selectFrom('refunds').selectAll().execute()).toHaveLength(1)
  })

  it('moves no money when the second person does not agree', async () => {
    const opened = await openWithRequest(await openDatabase())
    const { perform, attemptId, request, stores } = opened
    expect(await perform(lead, { act: 'decline', subject: request, reason: 'mistake' })).toBe('done')
    expect(await opened.refundOf(attemptId)).toBeUndefined()
    expect(await stores.staffRequests.open(10)).toEqual([])
  })

  /** The provider took half of what was asked for. */
  async function openWithHalf() {
    const opened = openStaffActs(await openDatabase())
    const { reference: subject, id } = await opened.startAttempt(await opened.placedOrder(), { method: 'nyanja_money' })
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

  it('accepts one statement about a payment at a time, and changes nothing when it is declined', async () => {
    const { perform, stores, subject, id, half, paid, progress } = await openWithHalf()
    expect(await perform(lead, { ...paid, amount: half })).toBe('requested')
    const refund = { act: 'resolve_refund', subject, reason: 'complaint', amount: half } as const
    expect(await perform(lead, refund)).toBe('overtaken')
    const [request] = await stores.staffRequests.open(10)
    expect(await perform(otherLead, { act: 'decline', subject: request?.id ?? '', reason: 'mistake' })).toBe('done')
    expect((await progress.payment(id)).attempt.state).toBe('waiting')
    expect(await perform(lead, refund)).toBe('requested')
  })

  it('drops a statement when the provider decides while it waits', async () => {
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

  it('checks again at once what is undecided, and nothing that is decided', async () => {
    const { perform, startAttempt, placedOrder, db, clock } = openStaffActs(await openDatabase())
    const { reference: subject } = await startAttempt(await placedOrder(), { method: 'nyanja_money' })
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
    const { perform, reference: subject, db } = await openWithDelivered(await openDatabase())
    await db.updateTable('messages').set({ state: 'sent', next_check_at: null }).execute()
    const again = { act: 'send_receipt', subject, reason: 'customer_asked' } as const
    expect(await perform(agent, again)).toBe('done')
    expect(await db.selectFrom('messages').select(['kind', 'state']).execute()).toEqual([
      { kind: 'deliveredAirtime', state: 'due' },
    ])
    // The receipt waits to be sent already.
    expect(await perform(agent, again)).toBe('overtaken')
  })

  it('sends the receipt once more, and never a reminder that followed it', async () => {
    const { perform, reference: subject, db, clock } = await openWithDelivered(await openDatabase())
    const receipt = await db.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
    const later = { id: 'later', kind: 'bundleEnds', created_at: clock.now + 1 }
    await db
      .insertInto('messages')
      .values({ ...receipt, ...later })
      .execute()
    await db.updateTable('messages').set({ state: 'sent', next_check_at: null }).execute()
    expect(await perform(agent, { act: 'send_receipt', subject, reason: 'customer_asked' })).toBe('done')
    expect(await db.selectFrom('messages').select(['kind', 'state']).orderBy('kind').execute()).toEqual([
      { kind: 'bundleEnds', state: 'sent' },
      { kind: 'deliveredAirtime', state: 'due' },
    ])
  })

  it('sends the receipt of a gift once more, and its message to the receiver never', async () => {
    const { perform, orders, placedOrder, startAttempt, gateways, after, db } = openStaffActs(await openDatabase())
    gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const order = await orders.withGiftMessage(await placedOrder(), 'Happy birthday')
    const payer = { method: 'nyanja_money', payerMsisdn: '999000002' } as const
    const { reference: subject } = await startAttempt(order, payer)
    await after(5000)
    await after(0)
    await db.updateTable('messages').set({ state: 'sent', next_check_at: null }).execute()
    expect(await perform(agent, { act: 'send_receipt', subject, reason: 'customer_asked' })).toBe('done')
    expect(await db.selectFrom('messages').select(['kind', 'state']).orderBy('kind').execute()).toEqual([
      { kind: 'deliveredAirtime', state: 'due' },
      { kind: 'giftMessage', state: 'sent' },
    ])
  })

  it('switches a method off for all processes, and only by an administrator', async () => {
    const { perform, stores } = openStaffActs(await openDatabase())
    const off = { act: 'switch_off', subject: 'nyanja_money', reason: 'provider_fault' } as const
    expect(await perform(lead, off)).toBe('not_permitted')
    expect(await perform(administrator, off)).toBe('done')
    expect(await stores.switches.switches()).toMatchObject([
      { method: 'nyanja_money', isOpen: false, who: administrator.name },
    ])
  })

  it('shows one incident at a time until it is withdrawn', async () => {
    const { perform, stores } = openStaffActs(await openDatabase())
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
    const { perform, reference: subject } = await openWithDelivered(await openDatabase())
    expect(await perform(agent, { act: 'refund', subject, reason: 'planned_work' })).toBe('incomplete')
  })

  it('gives work to one person at a time', async () => {
    const { stores, clock } = openStaffActs(await openDatabase())
    const work = { subject: 'NYA-7K4P-29XD', staffId: agent.id, staffName: agent.name, at: clock.now }
    expect(await stores.takenWork.take('reviews', work)).toBe(true)
    expect(await stores.takenWork.take('reviews', { ...work, staffId: lead.id })).toBe(false)
    await stores.takenWork.release('reviews', work.subject, lead.id)
    expect(await stores.takenWork.of('reviews')).toEqual([work])
    await stores.takenWork.release('reviews', work.subject, agent.id)
    expect(await stores.takenWork.take('reviews', { ...work, staffId: lead.id })).toBe(true)
  })
})
