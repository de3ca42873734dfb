import { minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { applied, openLeads } from '../db/leads/test-leads.ts'
import { recoverWork } from '../db/payments/orphan-recovery.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('an order for home internet', (openDatabase) => {
  const open = async () => openLeads(await openDatabase())

  it('is accepted, and the customer is sent the reference', async () => {
    const { leads, bss, reported, stores } = await open()
    const application = applied()
    const { outcome, reference } = await leads.submit(application)
    expect(outcome).toBe('feasible')
    expect(reference).toMatch(/^HB-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(bss.taken).toMatchObject([{ reference, kind: 'order', fullName: 'Chisomo Banda', consent: { at: 1000 } }])
    expect(await reported()).toEqual(['leadReceived'])
    const { id, channel, ...kept } = application
    expect(await stores.submission.lead(id)).toMatchObject({
      id,
      channel,
      ...kept,
      stage: 'received',
      submission: 'submitted',
    })
  })

  it('is created once for repeated submissions, which get the same answer', async () => {
    const { leads, bss, reported } = await open()
    const application = applied()
    const answers = await Promise.all([1, 2, 3].map(() => leads.submit(application)))
    answers.push(await leads.submit(application))
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1)
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['feasible']))
    expect(bss.taken).toHaveLength(1)
    expect(await reported()).toEqual(['leadReceived'])
    expect(await leads.submitted(application.id)).toEqual(answers[0])
    expect(await leads.submitted('another')).toBeUndefined()
  })

  it('becomes an interest where the place is not covered', async () => {
    const { leads, bss, reached, reported, steps } = await open()
    reached.answer = 'not_feasible'
    const { outcome, reference } = await leads.submit(applied())
    expect(outcome).toBe('not_feasible')
    expect(bss.taken).toMatchObject([{ reference, kind: 'interest' }])
    expect(await reported()).toEqual(['leadInterested'])
    expect(await steps(reference)).toEqual(['received', 'interested'])
  })

  it.each(['unknown', 'silent'] as const)(
    'needs a check by the operator where coverage is unknown (%s)',
    async (answer) => {
      const { leads, bss, reached, reported } = await open()
      reached.answer = answer
      const { outcome, reference } = await leads.submit(applied())
      expect(outcome).toBe('unsure')
      expect(bss.taken).toMatchObject([{ reference, kind: 'order' }])
      expect(await reported()).toEqual(['leadUnsure'])
    },
  )

  it('is stored while the BSS is silent, and submitted once it answers', async () => {
    const { leads, bss, reported, after } = await open()
    bss.state.isSilent = true
    const application = applied()
    const { outcome, reference } = await leads.submit(application)
    expect(outcome).toBe('unsure')
    expect(await reported()).toEqual(['leadReceived'])
    await after(20 * minute)
    bss.state.isSilent = false
    await after(20 * minute)
    expect(bss.taken).toMatchObject([{ reference }])
    expect(await leads.submitted(application.id)).toMatchObject({ outcome: 'feasible', reference })
    await after(20 * minute)
    expect(bss.taken).toHaveLength(1)
    expect(await reported()).toEqual(['leadReceived'])
  })

  it('is not submitted again when only the answer was lost', async () => {
    const { leads, bss, after } = await open()
    bss.state.losesAnswer = true
    const application = applied()
    expect(await leads.submit(application)).toMatchObject({ outcome: 'unsure' })
    await after(minute)
    expect(bss.taken).toHaveLength(1)
    expect(await leads.submitted(application.id)).toMatchObject({ outcome: 'feasible' })
  })

  it('needs staff when the BSS loses it repeatedly', async () => {
    const { leads, bss, alerts, after } = await open()
    bss.state.losesAnswer = true
    const { reference } = await leads.submit(applied())
    for (let tries = 0; tries < 6; tries += 1) {
      bss.taken.length = 0
      await after(20 * minute)
    }
    expect(new Set(alerts)).toEqual(new Set([`lead_lost_by_the_bss ${reference}`]))
  })

  it('needs staff when the BSS refuses it', async () => {
    const { leads, bss, alerts, reported, steps, after } = await open()
    bss.state.refuses = 'no such product'
    const { outcome, reference } = await leads.submit(applied())
    expect(outcome).toBe('unsure')
    expect(alerts).toEqual([`lead_not_taken ${reference}`])
    await after(20 * minute)
    expect(await reported()).toEqual(['leadReceived', 'leadOnHold'])
    expect(await steps(reference)).toEqual(['received', 'on_hold'])
    expect(bss.taken).toEqual([])
  })

  it('moves once when two concurrent workers read different states', async () => {
    const { stores, reported, clock } = await open()
    const known = { reference: 'HB-0000-0001', trackId: 'T1', createdAt: clock.now }
    const { lead } = await stores.submission.begin({ ...applied(), ...known }, 1000)
    const judged = await Promise.all([
      stores.submission.judged(lead, 'feasible'),
      stores.submission.judged(lead, 'unknown'),
    ])
    const [first, ...others] = judged.filter((one) => one !== undefined)
    expect(others).toEqual([])
    expect((await stores.submission.lead(lead.id))?.feasibility).toBe(first?.feasibility)
    expect(await reported()).toEqual([first?.feasibility === 'feasible' ? 'leadReceived' : 'leadUnsure'])
  })

  it('has a history without personal data', async () => {
    const { leads, bss, after, database } = await open()
    const { reference } = await leads.submit(applied())
    bss.statusUpdate.set('SL-1', { stage: 'on_hold', at: 5, reason: 'Call Chisomo on 999000001' })
    await after(2 * minute)
    const events = JSON.stringify(await database.db.selectFrom('lead_events').selectAll().execute())
    expect(events).toContain('on_hold')
    for (const secret of ['Chisomo', '999000001', reference]) expect(events).not.toContain(secret)
  })
})

describeOnEachEngine('a process that dies during the submission of an order', (openDatabase) => {
  it.each(['before it was sent', 'while it was sent'] as const)(
    'leaves the order to the next process, %s',
    async (when) => {
      const database = await openDatabase()
      const dying = openLeads(database)
      const application = applied()
      const { lead } = await dying.stores.submission.begin(
        { ...application, reference: 'HB-0000-0001', trackId: 'T1', createdAt: dying.clock.now },
        120_000,
      )
      const judged = await dying.stores.submission.judged(lead, 'feasible')
      const isSent = when === 'while it was sent'
      const next = openLeads({ ...database, processId: database.processId + 1 })
      if (isSent && judged) {
        await dying.stores.submission.beginSubmission(judged)
        const { consent, plan, address, source, fullName, msisdn, reference } = judged
        await next.bss.service.submit({ consent, plan, address, source, fullName, msisdn, reference, kind: 'order' })
      }

      next.clock.now = dying.clock.now
      await next.after(1000)
      expect(next.bss.taken).toHaveLength(isSent ? 1 : 0)
      await recoverWork({ ...database, processId: database.processId + 1 }, next.clock.now)
      await next.after(20_000)
      expect(next.bss.taken).toHaveLength(1)
      expect(await next.leads.submitted(application.id)).toMatchObject({
        outcome: 'feasible',
        reference: 'HB-0000-0001',
      })
      expect(await next.reported()).toEqual(['leadReceived'])
    },
  )
})
