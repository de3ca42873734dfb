import { hour, minute, second } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { createLeadHints } from '../db/leads/lead-queue.ts'
import { applied, openLeads } from '../db/leads/test-leads.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { LeadCallbacks } from './lead-callbacks.ts'

describeOnEachEngine('a callback of the BSS about an order', (openDatabase) => {
  async function open() {
    const fixture = openLeads(await openDatabase())
    const requested: string[] = []
    const { getStatusUpdate } = fixture.bss.service
    fixture.bss.service.getStatusUpdate = async (bssReference) => {
      requested.push(bssReference)
      return getStatusUpdate(bssReference)
    }
    const notified: string[] = []
    const callbacks = new LeadCallbacks({
      reader: { read: (body) => ({ bssReference: body.toString() }) },
      hints: createLeadHints(fixture.database.db, () => fixture.clock.now),
      notify: () => notified.push('follow leads'),
    })
    const call = (about: string) => callbacks.heard(Buffer.from(about))
    /** Opens an order that has had no changes for long enough to be read once an hour. */
    async function orderOfLongAgo() {
      const { reference } = await fixture.leads.submit(applied())
      await fixture.after(25 * hour)
      requested.length = 0
      return reference
    }
    const stageOf = async (reference: string) => (await fixture.stores.reader.byReference(reference))?.stage
    return { ...fixture, requested, notified, call, orderOfLongAgo, stageOf }
  }

  it('causes an immediate request, and the customer is notified', async () => {
    const { call, orderOfLongAgo, bss, after, reported, notified } = await open()
    await orderOfLongAgo()
    bss.statusUpdate.set('SL-1', { stage: 'checked', at: 10 })
    await after(minute)
    expect(await reported()).toEqual(['leadReceived'])
    expect(await call('SL-1')).toBe('heard')
    expect(notified).toEqual(['follow leads'])
    await after(0)
    expect(await reported()).toEqual(['leadReceived', 'leadChecked'])
  })

  it("is not trusted: only the BSS's answer counts", async () => {
    const { call, orderOfLongAgo, after, reported, requested, stageOf } = await open()
    const reference = await orderOfLongAgo()
    await after(minute)
    await call('SL-1')
    await after(0)
    expect(requested).toEqual(['SL-1'])
    expect([await stageOf(reference), await reported()]).toEqual(['received', ['leadReceived']])
  })

  it('causes at most one request in five seconds when it is repeated a thousand times', async () => {
    const { call, orderOfLongAgo, after, requested } = await open()
    await orderOfLongAgo()
    await after(minute)
    for (let tenths = 0; tenths < 200; tenths += 1) {
      for (let time = 0; time < 5; time += 1) await call('SL-1')
      await after(100)
    }
    expect(requested.length).toBeGreaterThan(2)
    expect(requested.length).toBeLessThanOrEqual(5)
  })

  it('causes one message for each stage when it is duplicated or out of order', async () => {
    const { call, orderOfLongAgo, bss, after, reported } = await open()
    await orderOfLongAgo()
    bss.statusUpdate.set('SL-1', { stage: 'checked', at: 10 })
    await Promise.all([call('SL-1'), call('SL-1')])
    await after(minute)
    bss.statusUpdate.set('SL-1', { stage: 'installed', at: 30 })
    await call('SL-1')
    await after(minute)
    await call('SL-1')
    await after(minute)
    expect(await reported()).toEqual(['leadReceived', 'leadChecked', 'leadInstalled'])
  })

  it('causes another request when it arrives before the change is readable', async () => {
    const { call, orderOfLongAgo, bss, after, reported, requested } = await open()
    await orderOfLongAgo()
    await after(minute)
    await call('SL-1')
    await after(second)
    bss.statusUpdate.set('SL-1', { stage: 'checked', at: 10 })
    await after(4 * second)
    await after(second)
    expect(await reported()).toEqual(['leadReceived', 'leadChecked'])
    requested.length = 0
    await after(20 * second)
    await after(10 * second)
    expect(requested.length).toBeLessThanOrEqual(2)
  })

  it('is not lost when it arrives during a request', async () => {
    const { call, orderOfLongAgo, bss, after, reported, clock } = await open()
    await orderOfLongAgo()
    const { getStatusUpdate } = bss.service
    bss.service.getStatusUpdate = async (bssReference) => {
      const old = await getStatusUpdate(bssReference)
      bss.service.getStatusUpdate = getStatusUpdate
      clock.now += second
      bss.statusUpdate.set('SL-1', { stage: 'checked', at: 10 })
      await call('SL-1')
      return old
    }
    await after(2 * hour)
    expect(await reported()).toEqual(['leadReceived'])
    await after(5 * second)
    expect(await reported()).toEqual(['leadReceived', 'leadChecked'])
  })

  it('is ignored before the order is known to exist', async () => {
    const { call, leads, bss, after, reported, notified } = await open()
    bss.state.losesAnswer = true
    await leads.submit(applied())
    expect(await call('SL-1')).toBe('heard')
    expect(notified).toEqual([])
    bss.state.losesAnswer = false
    bss.statusUpdate.set('SL-1', { stage: 'checked', at: 10 })
    await after(minute)
    await after(minute)
    expect([bss.taken.length, await reported()]).toEqual([1, ['leadReceived', 'leadChecked']])
  })

  it('is ignored for an order that is over, of another channel, or unknown', async () => {
    const { call, orderOfLongAgo, bss, after, requested, notified, stores } = await open()
    await orderOfLongAgo()
    bss.statusUpdate.set('SL-1', { stage: 'installed', at: 10 })
    await after(2 * hour)
    requested.length = 0
    for (const about of ['SL-1', 'SL-2', '', '\0', "' or 1=1 --"]) expect(await call(about)).toBe('heard')
    await after(minute)
    expect([requested, notified, await stores.due.toFollow({ limit: 10, leaseMs: 1 })]).toEqual([[], [], []])
  })

  it('causes a request for an interest too, which may have become an order', async () => {
    const { call, leads, reached, bss, after, reported } = await open()
    reached.answer = 'not_feasible'
    await leads.submit(applied())
    await after(minute)
    bss.statusUpdate.set('SL-1', { stage: 'checked', at: 10 })
    await after(minute)
    expect(await reported()).toEqual(['leadInterested'])
    await call('SL-1')
    await after(0)
    expect(await reported()).toEqual(['leadInterested', 'leadPayable'])
  })
})

it('is ignored when it is unreadable or irrelevant', async () => {
  const reached: string[] = []
  const calledWith = (reading: 'unreadable' | 'of_no_interest') =>
    new LeadCallbacks({
      reader: { read: () => reading },
      hints: { noteChange: async (bssReference) => Boolean(reached.push(bssReference)) },
      notify: () => reached.push('woken'),
    }).heard(Buffer.alloc(0))
  expect([await calledWith('unreadable'), await calledWith('of_no_interest'), reached]).toEqual([
    'unreadable',
    'heard',
    [],
  ])
})
