import { day, minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { createDraftStore } from '../db/leads/draft-store.ts'
import { createOutboxStore } from '../db/messages/outbox-store.ts'
import { openLimits, useUp } from '../db/rate-limits/test-limits.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { type Draft, type DraftDetails, situationOfDraft } from './draft.ts'
import { DraftSender, type DraftSenderOptions } from './draft-sender.ts'
import { Drafts } from './drafts.ts'
import type { LeadApplication } from './lead.ts'
import type { SubmitResult } from './leads.ts'

const offer = {
  isNyanjaWorks: true,
  deviceName: 'Router',
  headingImage: '/files/router.svg',
  features: ['Wi-Fi'],
} as const
const plan = { code: 'HBB-150', description: 'Home 150GB', amount: { currency: 'MWK', minor: 6_000_000 } } as const
const details: DraftDetails = {
  fullName: 'Chisomo Banda',
  msisdn: '999000001',
  city: 'Hilltown',
  street1: '12 Lake Road',
  consent: { at: 5, text: 'We may call me' },
}
const newChallenge = (level: number) => ({ proofOfWork: { level }, token: 'new', waitSeconds: 20 })
const place = { label: 'Lake Road', at: { lat: -13.5, lng: 33.7, point: 'by_hand' } } as const
const answers: Record<SubmitResult['outcome'], SubmitResult> = {
  feasible: { outcome: 'feasible', reference: 'HB-1', trackId: 't-1', plan },
  not_feasible: { outcome: 'not_feasible', reference: 'HB-2', trackId: 't-2', plan },
  unsure: { outcome: 'unsure', reference: 'HB-3', trackId: 't-3', plan },
}

const leadsThatAre = (result: SubmitResult, later = result): DraftSenderOptions['leads'] => ({
  submit: async () => result,
  submitted: async () => later,
})

describeOnEachEngine('an order for home internet before its submission', (openDatabase) => {
  async function open(changes: Partial<DraftSenderOptions> = {}) {
    const database = await openDatabase()
    const clock = { now: Date.parse('2026-11-20T10:00:00Z') }
    const sentLeads: LeadApplication[] = []
    let last = 0
    const store = createDraftStore(database.db)
    const sender = new DraftSender({
      store,
      leads: {
        submit: async (application) => {
          sentLeads.push(application)
          return answers.feasible
        },
        submitted: async () => answers.feasible,
      },
      country: 'XX',
      openOrder: async ({ reference }) => `order ${++last} of ${reference}`,
      ...changes,
    })
    const limit = openLimits(database, () => clock.now)('lead_draft')
    const drafts = new Drafts({
      store,
      limit,
      now: () => clock.now,
      newId: () => `id-${++last}`,
    })
    const outbox = createOutboxStore(database, () => clock.now)
    const messages = () => outbox.claim({ limit: 10, leaseMs: 1 })
    return { drafts, sender, clock, limit, sentLeads, outbox, messages, db: database.db }
  }
  type Fixture = Awaited<ReturnType<typeof open>>

  async function begun({ drafts }: Fixture): Promise<Draft> {
    const begin = await drafts.begin(offer, { channel: 'web', language: 'en' })
    if (begin.outcome !== 'begun') throw new Error('Nothing was begun')
    return begin.draft
  }

  async function changed(change: ReturnType<Drafts['choosePlan']>): Promise<Draft> {
    const done = await change
    if (done.outcome !== 'changed') throw new Error('It was stale')
    return done.draft
  }

  async function whole(fixture: Fixture): Promise<Draft> {
    const { drafts } = fixture
    const planned = await changed(drafts.choosePlan(await begun(fixture), 0, plan))
    const described = await changed(drafts.describe(planned, planned.version, { details }))
    return changed(drafts.choosePlace(described, described.version, place))
  }

  const proved = async (fixture: Fixture) =>
    fixture.drafts.prove(await whole(fixture), { msisdn: details.msisdn, language: 'en' })

  it('is stored with all answers', async () => {
    const fixture = await open()
    const { id } = await whole(fixture)
    const draft = await fixture.drafts.draft(id)
    expect(draft).toMatchObject({ version: 3, language: 'en', answers: { offer, plan, details, place } })
    expect(draft && situationOfDraft(draft)).toBe('placed')
  })

  it('expires after two days, and is unknown by another id', async () => {
    const fixture = await open()
    const { id } = await begun(fixture)
    expect(await fixture.drafts.draft('another')).toBeUndefined()
    expect(await fixture.drafts.draft('with a \0')).toBeUndefined()
    fixture.clock.now += 2 * day - 1
    expect(await fixture.drafts.draft(id)).toMatchObject({ id })
    fixture.clock.now += 1
    expect(await fixture.drafts.draft(id)).toBeUndefined()
  })

  it('stays for a week once its number is proved', async () => {
    const fixture = await open()
    const draft = await whole(fixture)
    fixture.clock.now += day
    const { id } = await fixture.drafts.prove(draft, { msisdn: details.msisdn, language: 'en' })
    fixture.clock.now += 7 * day - 1
    expect(await fixture.drafts.draft(id)).toMatchObject({ id })
    fixture.clock.now += 1
    expect(await fixture.drafts.draft(id)).toBeUndefined()
  })

  it('keeps its newer version when another tab saves an older one', async () => {
    const fixture = await open()
    const { drafts } = fixture
    const first = await changed(drafts.choosePlan(await begun(fixture), 0, plan))
    expect(await drafts.choosePlan(first, 0, { ...plan, code: 'HBB-UNL' })).toEqual({ outcome: 'stale' })
    expect(await drafts.draft(first.id)).toMatchObject({ version: 1, answers: { plan: { code: 'HBB-150' } } })
    await changed(drafts.choosePlan(first, 1, { ...plan, code: 'HBB-UNL' }))
    expect(await drafts.draft(first.id)).toMatchObject({ version: 2, answers: { plan: { code: 'HBB-UNL' } } })
  })

  it('takes a form once that is sent again because its answer was lost', async () => {
    const fixture = await open()
    const { drafts } = fixture
    const read = await whole(fixture)
    const later = { ...details, consent: { ...details.consent, at: 900_000 } }
    for (const change of [
      drafts.choosePlan(read, 0, { ...plan }),
      drafts.describe(read, 1, { details: later }),
      drafts.choosePlace(read, 2, { ...place }),
    ])
      expect(await change).toEqual({ outcome: 'changed', draft: read })
    expect(await drafts.draft(read.id)).toMatchObject({ version: 3, answers: { plan, details, place } })
    const otherText = { ...details, consent: { at: 5, text: 'We may never call me' } }
    expect(await drafts.describe(read, 1, { details: otherText })).toEqual({ outcome: 'stale' })
  })

  it('keeps its lead when a form sends a later version', async () => {
    const fixture = await open()
    const read = await whole(fixture)
    const sent = await fixture.sender.send(await fixture.drafts.prove(read, { msisdn: details.msisdn, language: 'en' }))
    const other = { ...plan, code: 'HBB-CHEAP' }
    for (const forged of [sent.version, read.version - 1, -1])
      for (const change of [
        fixture.drafts.choosePlan(read, forged, other),
        fixture.drafts.describe(read, forged, { details: { ...details, street1: '14 Lake Road' } }),
        fixture.drafts.choosePlace(read, forged, { ...place, label: 'Hill Road' }),
      ])
        expect(await change).toEqual({ outcome: 'stale' })
    expect(await fixture.drafts.draft(read.id)).toMatchObject({ answers: { plan }, lead: { reference: 'HB-1' } })
  })

  it('is submitted for its plan, regardless of later changes to the draft', async () => {
    const sentLeads = { ...plan, code: 'HBB-FIRST' }
    const fixture = await open({ leads: leadsThatAre({ ...answers.feasible, plan: sentLeads }) })
    const sent = await fixture.sender.send(await proved(fixture))
    expect(sent.answers.plan).toEqual(sentLeads)
  })

  it('has no place once its address has changed', async () => {
    const fixture = await open()
    const draft = await whole(fixture)
    const moved = await changed(fixture.drafts.describe(draft, 3, { details: { ...details, street1: '1 Hill Road' } }))
    expect(situationOfDraft(moved)).toBe('described')
    expect(moved.answers.plan).toEqual(plan)
  })

  async function begunBefore({ db, clock }: Fixture, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, row) => ({
      ...{ id: `row ${row}`, version: 0, channel: 'web', language: 'en', answers_json: '{}', lead_json: null },
      ...{ created_at: clock.now, expires_at: clock.now + day },
    }))
    for (let from = 0; from < rows.length; from += 1000)
      await db
        .insertInto('lead_drafts')
        .values(rows.slice(from, from + 1000))
        .execute()
  }

  it('requires a challenge from an address with many drafts, without refusing it', async () => {
    const fixture = await open()
    const requester = { channel: 'web', language: 'en', clientIp: '192.0.2.1' }
    await useUp(fixture.limit, requester.clientIp)
    expect(await fixture.drafts.begin(offer, requester)).toEqual({ outcome: 'challenge', challenge: newChallenge(1) })
    expect(await fixture.drafts.begin(offer, { ...requester, clientIp: '192.0.2.2' })).toMatchObject({
      outcome: 'begun',
    })
    expect(await fixture.drafts.begin(offer, { ...requester, solution: 'worked' })).toMatchObject({ outcome: 'begun' })
  })

  it('requires a challenge from all visitors after an unusual number of drafts, until the hour ends', async () => {
    const fixture = await open()
    await begunBefore(fixture, 1000)
    const requester = { channel: 'web', language: 'en', clientIp: '192.0.2.2' }
    expect(await fixture.drafts.begin(offer, requester)).toEqual({ outcome: 'challenge', challenge: newChallenge(2) })
    expect(await fixture.drafts.begin(offer, { ...requester, solution: 'worked' })).toMatchObject({ outcome: 'begun' })
    fixture.clock.now += 3_600_000
    expect(await fixture.drafts.begin(offer, requester)).toMatchObject({ outcome: 'begun' })
  })

  it('sends a link to continue to the proved number, once and in its language, when the visitor stops', async () => {
    const fixture = await open()
    const draft = await whole(fixture)
    const proof = { msisdn: details.msisdn, language: 'sw' }
    const [one, other] = await Promise.all([fixture.drafts.prove(draft, proof), fixture.drafts.prove(draft, proof)])
    for (const each of [one, other]) expect(situationOfDraft(each)).toBe('proved')
    expect(await fixture.messages()).toEqual([])
    fixture.clock.now += minute
    expect(await fixture.messages()).toMatchObject([
      { kind: 'leadDraft', msisdn: details.msisdn, language: 'sw', params: { draft: draft.id } },
    ])
  })

  it('sends no link after the submission, whose message has one', async () => {
    const fixture = await open()
    await fixture.sender.send(await proved(fixture))
    fixture.clock.now += minute
    expect(await fixture.messages()).toEqual([])
  })

  it('keeps a link that was sent before a late submission', async () => {
    const fixture = await open()
    const draft = await proved(fixture)
    fixture.clock.now += minute
    const [message] = await fixture.messages()
    if (message !== undefined) await fixture.outbox.sent(message)
    expect((await fixture.sender.send(draft)).lead).toMatchObject({ reference: 'HB-1' })
    expect(await fixture.db.selectFrom('messages').select(['kind', 'state']).execute()).toEqual([
      { kind: 'leadDraft', state: 'sent' },
    ])
  })

  it('is proved only by its own number, and only when it is complete', async () => {
    const fixture = await open()
    const draft = await whole(fixture)
    expect(situationOfDraft(await fixture.drafts.prove(draft, { msisdn: '999000002', language: 'en' }))).toBe('placed')
    const young = await begun(fixture)
    expect(situationOfDraft(await fixture.drafts.prove(young, { msisdn: '999000001', language: 'en' }))).toBe('new')
    expect(await fixture.messages()).toEqual([])
  })

  it('is submitted completely, and keeps only the number to charge', async () => {
    const fixture = await open()
    const sent = await fixture.sender.send(await proved(fixture))
    expect(fixture.sentLeads).toEqual([
      {
        ...{ id: sent.id, channel: 'web', source: 'WEBPORTAL', language: 'en', plan },
        ...{ fullName: 'Chisomo Banda', msisdn: '999000001', consent: details.consent },
        address: { street1: '12 Lake Road', city: 'Hilltown', country: 'XX', lat: -13.5, lng: 33.7, point: 'by_hand' },
      },
    ])
    const kept = await fixture.drafts.draft(sent.id)
    expect(kept?.answers).toEqual({ offer, plan })
    expect(kept?.lead).toMatchObject({ reference: 'HB-1', payer: { msisdn: '999000001' } })
    expect(kept?.lead?.orderId).toMatch(/^order \d+ of HB-1$/)
  })

  it.each([
    [{ label: 'Area 47, Hilltown', area: 'Area 47' }, { area: 'Area 47' }],
    [{ label: 'Our team calls you' }, { point: 'by_call' }],
  ])('passes the notes about the place on to the installer: %j', async (shown, expected) => {
    const fixture = await open()
    const draft = await whole(fixture)
    const final = await changed(fixture.drafts.choosePlace(draft, draft.version, shown))
    await fixture.sender.send(await fixture.drafts.prove(final, { msisdn: details.msisdn, language: 'en' }))
    expect(fixture.sentLeads[0]?.address).toEqual({
      street1: '12 Lake Road',
      city: 'Hilltown',
      country: 'XX',
      ...expected,
    })
  })

  it('is for the town of a pin that was confirmed to be in another town than the typed one', async () => {
    const fixture = await open()
    const draft = await whole(fixture)
    const at = { lat: -14.98, lng: 34.95, point: 'by_hand' } as const
    const final = await changed(
      fixture.drafts.choosePlace(draft, draft.version, { label: 'Near Valley', at, town: 'Valley' }),
    )
    await fixture.sender.send(await fixture.drafts.prove(final, { msisdn: details.msisdn, language: 'en' }))
    expect(fixture.sentLeads[0]?.address).toEqual({ street1: '12 Lake Road', city: 'Valley', country: 'XX', ...at })
  })

  it('is submitted once, however often it is requested', async () => {
    const fixture = await open()
    const draft = await proved(fixture)
    const sent = await Promise.all([fixture.sender.send(draft), fixture.sender.send(draft)])
    expect(new Set(sent.map(({ lead }) => lead?.orderId)).size).toBe(1)
    await fixture.sender.send(sent[0] ?? draft)
    expect(fixture.sentLeads.length).toBe(2)
    expect(new Set(fixture.sentLeads.map(({ id }) => id)).size).toBe(1)
  })

  it('is not submitted without a proof of the number', async () => {
    const fixture = await open()
    await expect(fixture.sender.send(await whole(fixture))).rejects.toThrow(/proved/)
    expect(fixture.sentLeads).toEqual([])
  })

  it.each(['not_feasible', 'unsure'] as const)('has nothing to pay when it is %s', async (outcome) => {
    const fixture = await open({ leads: leadsThatAre(answers[outcome]) })
    const sent = await fixture.sender.send(await proved(fixture))
    expect(sent.lead).toMatchObject({ reference: answers[outcome].reference })
    expect(sent.lead?.orderId).toBeUndefined()
    expect(await fixture.sender.reorder(sent)).toBeUndefined()
  })

  it('is payable as soon as the place is known to be covered, however long that takes', async () => {
    const found = { ...answers.unsure, outcome: 'feasible' } as const
    const fixture = await open({ leads: leadsThatAre(answers.unsure, found) })
    const sent = await fixture.sender.send(await proved(fixture))
    expect(sent.lead?.orderId).toBeUndefined()
    const payable = await fixture.sender.reorder(sent)
    expect(payable?.lead?.orderId).toMatch(/^order \d+ of HB-3$/)
    expect(await fixture.drafts.draft(sent.id)).toMatchObject({ lead: { orderId: payable?.lead?.orderId } })
  })

  it('may be paid by another order once the first one has expired', async () => {
    const fixture = await open()
    const sent = await fixture.sender.send(await proved(fixture))
    const repeated = await fixture.sender.reorder(sent)
    expect(repeated?.lead?.orderId).toMatch(/^order \d+ of HB-1$/)
    expect(repeated?.lead?.orderId).not.toBe(sent.lead?.orderId)
    expect(await fixture.drafts.draft(sent.id)).toMatchObject({ lead: { orderId: repeated?.lead?.orderId } })
  })
})
