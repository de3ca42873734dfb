import { money } from '@nyanja/domain/money/money'
import { day, hour, minute } from '@nyanja/domain/time'
import { applied, openLeads } from '@nyanja/server/db/leads/test-leads'
import { createPlanStore } from '@nyanja/server/db/payments/plan-store'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import { expect, it } from 'vitest'
import { createOperationStores } from '../db/operations/stores.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Reviews } from './reviews.ts'

const reason = 'lead_ended_after_payment'

describeOnEachEngine('money for undeliverable home internet', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const service = openLeads(database)
    service.clock.now = harness.clock.now
    const { reference } = await service.leads.submit(applied())
    const requested = async (minor: number) => {
      const order = await harness.orders.open({
        ...{ channel: 'web', language: 'en', msisdn: '999000001', lineType: 'PREPAID' },
        redirectPage: '/hbb-lead-status',
        choice: {
          kind: 'plan',
          amount: money('MWK', minor),
          plan: { code: 'HBB-150', description: 'Home 150GB', leadReference: reference },
        },
      })
      return harness.startAttempt(order, { method: 'nyanja_money', payerMsisdn: '999000002' })
    }
    const { id } = await requested(8_500_000)
    const approve = (isApproved = (_id: string) => true) => {
      harness.gateways.wallet.verify = async (attempt) =>
        isApproved(attempt.id) ? capturedResult(attempt) : { state: 'pending' }
    }
    const components = async () => {
      const payment = await harness.stores.reader.payment(id)
      return [payment?.attempt.state, payment?.delivery?.state, payment?.refund?.state]
    }
    const becomes = async (stage: 'refused' | 'cancelled' | 'installed') => {
      service.bss.statusUpdate.set('SL-1', { stage, at: harness.clock.now })
      await service.after(hour)
    }
    const plans = createPlanStore(harness.db)
    const where = async () => (await plans.getUndeliverableMoney(reference)).map(({ state }) => state)
    const reviews = new Reviews({ store: createOperationStores(database, () => harness.clock.now).reviews })
    return { harness, service, reference, id, requested, approve, components, becomes, plans, where, reviews }
  }

  it.each(['refused', 'cancelled'] as const)('is sent to review once the order is %s', async (stage) => {
    const { harness, service, reference, approve, components, becomes, reviews } = await open()
    approve()
    await harness.after(minute)
    expect(await components()).toEqual(['captured', 'delivered', undefined])
    expect(await harness.reviews()).toEqual([])
    await becomes(stage)
    expect(await harness.reviews()).toEqual([reason])
    expect(service.alerts).toEqual([`${reason} ${reference}`])
    const [item] = await reviews.list()
    expect(item?.reasons).toEqual([reason])
  })

  it('stays with the operator where the line was installed', async () => {
    const { harness, service, approve, becomes } = await open()
    approve()
    await harness.after(minute)
    await becomes('installed')
    expect([...(await harness.reviews()), ...service.alerts]).toEqual([])
  })

  it('needs no review when nothing was paid', async () => {
    const { harness, service, becomes } = await open()
    await becomes('cancelled')
    expect([...(await harness.reviews()), ...service.alerts]).toEqual([])
  })

  it('is sent to review also when the BSS accepts it just after the order has ended', async () => {
    const { harness, service, approve, components, becomes } = await open()
    approve()
    harness.deliveryProvider.prepare = async () => () => Promise.reject(new Error('silent'))
    await harness.after(minute)
    await becomes('cancelled')
    expect([await components(), await harness.reviews()]).toEqual([['captured', 'sending', undefined], []])
    harness.deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'pm-1' })
    await harness.after(minute)
    expect([await components(), await harness.reviews()]).toEqual([['captured', 'delivered', undefined], [reason]])
    expect([...harness.alerts, ...service.alerts]).toEqual([reason])
    const messages = await harness.db.selectFrom('messages').select('kind').execute()
    expect(messages.map(({ kind }) => kind)).not.toContain('planPaid')
  })

  it('is sent to review when the order ends at the moment in which the BSS accepts it', async () => {
    const { harness, service, reference, id, approve } = await open()
    approve()
    harness.deliveryProvider.prepare = async () => () => Promise.reject(new Error('silent'))
    await harness.after(minute)
    const [lead, payment] = await Promise.all([
      service.stores.reader.byReference(reference),
      harness.stores.reader.payment(id),
    ])
    if (lead === undefined || payment?.delivery === undefined) throw new Error('Nothing is under way')
    const ended = service.stores.statusUpdate.move(lead, { stage: 'refused', at: harness.clock.now }, harness.clock.now)
    const taken = harness.stores.deliveries
      .delivered(payment.delivery, { bssReference: 'pm-1' })
      .then(({ became }) => became)
    expect([['ended_after_payment', 'delivered'].join(), ['moved', 'undeliverable'].join()]).toContain(
      (await Promise.all([ended, taken])).join(),
    )
    expect(await harness.reviews()).toEqual([reason])
  })

  it('is refunded automatically when it arrives after the order has ended', async () => {
    const { harness, approve, components, becomes, plans, where, reference } = await open()
    await becomes('refused')
    approve()
    await harness.after(minute)
    await harness.after(minute)
    expect(await components()).toEqual(['captured', undefined, 'refunded'])
    expect(await harness.reviews()).toEqual([])
    expect((await plans.standing(reference)).state).toBe('open')
    expect(await where()).toEqual(['is_back'])
  })

  it('is refunded once when staff decide so, and the payer is notified', async () => {
    const { harness, id, approve, components, becomes, reviews, where } = await open()
    approve()
    await harness.after(minute)
    await becomes('cancelled')
    expect(await where()).toEqual(['looked_at'])
    const decision = { resolution: 'refund', who: 'thoko', why: 'taken back in the BSS' } as const
    const decided = await Promise.all([reviews.resolve(id, decision), reviews.resolve(id, decision)])
    expect(decided.map(({ outcome }) => outcome)).toContain('resolved')
    expect(decided.filter(({ outcome }) => outcome === 'resolved')).toHaveLength(1)
    expect(await where()).toEqual(['goes_back'])
    await harness.after(minute)
    expect(await where()).toEqual(['is_back'])
    expect(await components()).toEqual(['captured', 'delivered', 'refunded'])
    expect(await harness.reviews()).toEqual([])
    const messages = await harness.db.selectFrom('messages').select('kind').where('attempt_id', '=', id).execute()
    expect(messages.map(({ kind }) => kind).sort()).toEqual(['planPaid', 'refundBegun', 'refunded'])
  })

  it('is closed by hand where it was refunded by another route', async () => {
    const { harness, id, approve, components, becomes, reviews, where } = await open()
    approve()
    await harness.after(minute)
    await becomes('cancelled')
    const decision = { resolution: 'closed', who: 'thoko', why: 'put on his account' } as const
    expect((await reviews.resolve(id, decision)).outcome).toBe('resolved')
    expect(await where()).toEqual(['closed'])
    await harness.after(minute)
    expect([await components(), await harness.reviews()]).toEqual([['captured', 'delivered', undefined], []])
  })

  it('is reported for each payment separately', async () => {
    const { harness, id, requested, approve, becomes, reviews, plans, where, reference } = await open()
    harness.clock.now += 12 * minute
    await requested(6_500_000)
    approve((one) => one === id)
    await harness.after(minute)
    approve()
    await harness.after(minute)
    await harness.after(minute)
    await becomes('refused')
    const reported = await plans.getUndeliverableMoney(reference)
    expect(reported.map(({ state, amount }) => [state, amount.minor])).toEqual([
      ['looked_at', 8_500_000],
      ['is_back', 6_500_000],
    ])
    harness.gateways.wallet.refund = async () => 'unknown'
    await reviews.resolve(id, { resolution: 'refund', who: 'thoko', why: 'taken back in the BSS' })
    expect(await where()).toEqual(['goes_back', 'is_back'])
    await harness.after(minute)
    await harness.after(day)
    expect(await where()).toEqual(['by_person', 'is_back'])
  })

  it('is reported in order of arrival', async () => {
    const { harness, id, requested, approve, becomes, plans, reference } = await open()
    harness.clock.now += 12 * minute
    await requested(6_500_000)
    approve((one) => one !== id)
    await harness.after(minute)
    approve()
    await harness.after(hour)
    await becomes('refused')
    const reported = await plans.getUndeliverableMoney(reference)
    expect(reported.map(({ amount }) => amount.minor)).toEqual([6_500_000, 8_500_000])
  })

  it('is reported once, with its current state only', async () => {
    const { harness, id, approve, becomes, reviews, where } = await open()
    approve()
    await harness.after(minute)
    await harness.stores.checks.review(id, 'delivery_unknown')
    await becomes('cancelled')
    expect(await harness.reviews()).toHaveLength(2)
    expect(await where()).toEqual(['looked_at'])
    await reviews.resolve(id, { resolution: 'closed', who: 'thoko', why: 'put on his account' })
    await harness.stores.checks.review(id, 'delivery_unknown')
    expect(await where()).toEqual(['closed'])
  })
})
