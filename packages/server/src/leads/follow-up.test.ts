import { day, minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { applied, openLeads } from '../db/leads/test-leads.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { payableLeadIn } from '../wiring/lead-wiring.ts'

describeOnEachEngine('a customer who waits for home internet', (openDatabase) => {
  const open = async () => openLeads(await openDatabase())

  it('is notified of each stage of the order, once', async () => {
    const { leads, bss, after, reported, steps, stores } = await open()
    const { reference } = await leads.submit(applied())
    const announce = async (statusUpdate: Parameters<typeof bss.statusUpdate.set>[1]) => {
      bss.statusUpdate.set('SL-1', statusUpdate)
      await after(20 * minute)
      await after(20 * minute)
    }
    await announce({ stage: 'checked', at: 10 })
    await announce({ stage: 'scheduled', at: 20 })
    await announce({ stage: 'scheduled', at: 30, scheduledFor: 5 * day })
    await announce({ stage: 'scheduled', at: 30, scheduledFor: 6 * day })
    await announce({ stage: 'on_hold', at: 40, reason: 'The mast is being mended' })
    await announce({ stage: 'installed', at: 50 })
    await announce({ stage: 'checked', at: 60 })
    expect(await reported()).toEqual([
      'leadReceived',
      'leadChecked',
      'leadScheduledNoDay',
      'leadScheduled',
      'leadScheduled',
      'leadOnHold',
      'leadInstalled',
    ])
    expect(await steps(reference)).toEqual([
      ...['received', 'checked', 'scheduled', 'scheduled', 'scheduled'],
      ...['on_hold', 'installed'],
    ])
    expect(await stores.due.toFollow({ limit: 10, leaseMs: 1 })).toEqual([])
  })

  it.each(['unknown', 'not_feasible'] as const)(
    'can pay once the operator has accepted it, where it was %s',
    async (before) => {
      const { leads, bss, reached, after, reported, stores } = await open()
      reached.answer = before
      const application = applied()
      const { reference } = await leads.submit(application)
      expect(await leads.submitted(application.id)).not.toMatchObject({ outcome: 'feasible' })
      bss.statusUpdate.set('SL-1', { stage: 'checked', at: 10 })
      await after(2 * day)
      expect(await leads.submitted(application.id)).toMatchObject({ outcome: 'feasible', reference })
      expect((await reported()).at(-1)).toBe('leadPayable')
      const payable = payableLeadIn(stores.reader, { standing: async () => ({ state: 'open' }) })
      expect(await payable({ reference, msisdn: application.msisdn })).toMatchObject({ leadReference: reference })
    },
  )

  it('is not notified of unknown stages', async () => {
    const { leads, bss, after, reported } = await open()
    await leads.submit(applied())
    bss.statusUpdate.set('SL-1', { stage: 'checked', at: 10 })
    await after(20 * minute)
    bss.statusUpdate.set('SL-1', { stage: 'received', at: 20 })
    await after(20 * minute)
    expect(await reported()).toEqual(['leadReceived', 'leadChecked'])
  })

  it('misses no stage while the BSS is silent', async () => {
    const { leads, bss, after, reported } = await open()
    await leads.submit(applied())
    bss.statusUpdate.set('SL-1', { stage: 'checked', at: 10 })
    bss.state.isSilent = true
    await after(20 * minute)
    expect(await reported()).toEqual(['leadReceived'])
    bss.state.isSilent = false
    await after(20 * minute)
    expect(await reported()).toEqual(['leadReceived', 'leadChecked'])
  })

  it('is notified once by two concurrent workers', async () => {
    const { leads, stores, clock, reported } = await open()
    const application = applied()
    await leads.submit(application)
    const lead = await stores.submission.lead(application.id)
    if (lead === undefined) throw new Error('no lead')
    const statusUpdate = { stage: 'checked', at: 10 } as const
    const moved = await Promise.all([1, 2].map(() => stores.statusUpdate.move(lead, statusUpdate, clock.now)))
    expect(moved.toSorted()).toEqual(['moved', 'overtaken'])
    // Both messages are of the same moment.
    expect((await reported()).toSorted()).toEqual(['leadChecked', 'leadReceived'])
  })

  it('sees no illegal move', async () => {
    const { leads, stores, clock } = await open()
    const application = applied()
    await leads.submit(application)
    const lead = await stores.submission.lead(application.id)
    if (lead === undefined) throw new Error('no lead')
    await stores.statusUpdate.move(lead, { stage: 'installed', at: 10 }, clock.now)
    const installed = await stores.submission.lead(application.id)
    if (installed === undefined) throw new Error('no lead')
    await expect(stores.statusUpdate.move(installed, { stage: 'received', at: 20 }, clock.now)).rejects.toThrow(
      /foreign key/i,
    )
  })

  it('is notified once that the place is covered, and checked for at most daily', async () => {
    const { leads, reached, after, reported } = await open()
    reached.answer = 'not_feasible'
    await leads.submit(applied())
    await after(minute)
    const requested = reached.requested
    await after(20 * minute)
    expect(reached.requested).toBe(requested)
    await after(day)
    expect(reached.requested).toBe(requested + 1)
    reached.answer = 'feasible'
    await after(day)
    await after(day)
    expect(await reported()).toEqual(['leadInterested', 'leadReached'])
  })

  it('is not notified while the coverage is unknown', async () => {
    const { leads, reached, after, reported } = await open()
    reached.answer = 'not_feasible'
    await leads.submit(applied())
    reached.answer = 'silent'
    await after(2 * day)
    reached.answer = 'unknown'
    await after(2 * day)
    expect(await reported()).toEqual(['leadInterested'])
  })
})
