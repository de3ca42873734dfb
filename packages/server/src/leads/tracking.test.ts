import { hour, minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { applied, openLeads } from '../db/leads/test-leads.ts'
import { openLimits, useUp } from '../db/rate-limits/test-limits.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { Tracking } from './tracking.ts'

const here = { clientIp: '192.0.2.1' }
const mine = '999000001'

describeOnEachEngine('tracking an order', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const fixture = openLeads(database)
    const now = () => fixture.clock.now
    const limit = openLimits(database, now)('lead_lookup')
    const tracking = new Tracking({
      store: fixture.stores.reader,
      limit,
      now,
    })
    const { reference, trackId } = await fixture.leads.submit(applied())
    return { ...fixture, tracking, reference, trackId, limit }
  }

  it('needs its reference, in any spelling, and its number', async () => {
    const { tracking, reference, trackId } = await open()
    const typed = reference.toLowerCase().replaceAll('-', ' ')
    expect(await tracking.find({ reference: typed, msisdn: mine }, here)).toEqual({ outcome: 'found', trackId })
  })

  it('reveals nothing to a stranger, not even whether the order exists', async () => {
    const { tracking, reference } = await open()
    const answers = [
      await tracking.find({ reference, msisdn: '999000002' }, here),
      await tracking.find({ reference: 'HB-0000-0000', msisdn: mine }, here),
      await tracking.find({ reference: 'what?', msisdn: mine }, here),
    ]
    for (const answer of answers) expect(answer).toEqual({ outcome: 'not_found' })
  })

  it('requires a challenge after five misses of a number and a reference, and never refuses', async () => {
    const { tracking, reference, trackId, clock } = await open()
    const miss = { reference, msisdn: '999000002' }
    for (let misses = 0; misses < 5; misses += 1)
      expect(await tracking.find(miss, here)).toEqual({ outcome: 'not_found' })
    const challenged = { outcome: 'challenge', challenge: { proofOfWork: { level: 3 }, token: 'new', waitSeconds: 20 } }
    expect(await tracking.find(miss, here)).toEqual(challenged)
    expect(await tracking.find({ ...miss, reference: 'HB-0000-0000' }, here)).toEqual(challenged)
    const own = { reference, msisdn: mine }
    expect(await tracking.find(own, here)).toEqual(challenged)
    expect(await tracking.find(own, { ...here, solution: 'worked' })).toEqual({ outcome: 'found', trackId })
    clock.now += 36 * hour
    expect(await tracking.find(own, here)).toEqual({ outcome: 'found', trackId })
  })

  it("is free for repeated look-ups of one's own order", async () => {
    const { tracking, reference } = await open()
    for (let looks = 0; looks < 20; looks += 1)
      expect(await tracking.find({ reference, msisdn: mine }, here)).toMatchObject({ outcome: 'found' })
  })

  it('requires a challenge from an address with many look-ups, and none from a channel', async () => {
    const { tracking, reference, limit } = await open()
    await useUp(limit, here.clientIp)
    const own = { reference, msisdn: mine }
    expect(await tracking.find(own, here)).toMatchObject({ outcome: 'challenge' })
    expect(await tracking.find(own, {})).toMatchObject({ outcome: 'found' })
  })

  it('shows the progress by its link, without the address', async () => {
    const { tracking, trackId, bss, after } = await open()
    bss.statusUpdate.set('SL-1', { stage: 'on_hold', at: 50, reason: 'The mast is being mended' })
    await after(2 * minute)
    const shown = await tracking.byTrackId(trackId)
    expect(shown).toMatchObject({
      stage: 'on_hold',
      reason: 'The mast is being mended',
      steps: [{ stage: 'received' }, { stage: 'on_hold', at: 50 }],
      plan: { description: 'Home 150GB' },
      town: 'Zomba',
      isHouseKnown: true,
      isFeasible: true,
      isPayable: true,
      isReached: false,
    })
    expect(JSON.stringify(shown)).not.toMatch(/Plot|Chisomo|15\.38/)
    expect(await tracking.byTrackId('another')).toBeUndefined()
    expect(await tracking.byTrackId('\0')).toBeUndefined()
  })

  it('causes no more requests to the BSS for more look-ups', async () => {
    const { tracking, leads, after, clock, stores } = await open()
    const many = await Promise.all(Array.from({ length: 5 }, () => leads.submit(applied())))
    await after(2 * hour)
    clock.now += 30_000
    for (const { trackId } of many) await tracking.byTrackId(trackId)
    expect(await stores.due.toFollow({ limit: 10, leaseMs: 1 })).toHaveLength(1)
  })

  it('does not wait for the BSS, and makes a request due soon', async () => {
    const { tracking, trackId, bss, after, reported } = await open()
    await after(2 * hour)
    bss.statusUpdate.set('SL-1', { stage: 'checked', at: 50 })
    await after(minute)
    expect((await tracking.byTrackId(trackId))?.stage).toBe('received')
    await after(0)
    expect((await tracking.byTrackId(trackId))?.stage).toBe('checked')
    expect(await reported()).toEqual(['leadReceived', 'leadChecked'])
  })
})
