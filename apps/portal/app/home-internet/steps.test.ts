import type { Draft, DraftDetails, DraftPlace } from '@nyanja/server/leads/draft'
import type { LineRequester } from '@nyanja/server/subscriber/line-lookups'
import type { Line } from '@nyanja/server/subscriber/lines'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { codePressed } from '../code/code-step.ts'
import { formView } from '../form/form-view.ts'
import { beginStep } from './begin-form.tsx'
import { answersOf, detailsStep } from './details-step.ts'
import { doneView, sendProved } from './done-view.ts'
import { deviceOf, draftCodeScope } from './draft-step.ts'
import { placeIn, placeView } from './place-view.ts'
import { planStep } from './plan-view.ts'

const url = new URL('http://localhost:3000/hbb-lead')
const plan = { code: 'HBB-150', description: 'Home 150GB', amount: { currency: 'MWK', minor: 6_000_000 } } as const
const details: DraftDetails = {
  fullName: 'Chisomo Banda',
  msisdn: '991234567',
  email: 'chisomo@example.com',
  city: 'Lilongwe',
  street1: '12 Hidden Road',
  landmark: 'behind the market',
  consent: { at: 0, text: 'Nyanja may call me about this order' },
}

let line: Line | 'silent'
let test: TestApp
beforeEach(async () => {
  line = { found: true, lineType: 'PREPAID', isBroadband: false }
  test = await createTestApp({
    lineSource: {
      async lineOf() {
        if (line === 'silent') throw new Error('silent')
        return line
      },
    },
  })
})
afterEach(() => test.close())

async function begun(): Promise<Draft> {
  const { drafts, content } = test.portal
  const device = deviceOf(content.page('website-homepage-config', 'en'))
  const begin = await drafts.begin(device, { channel: 'web', language: 'en' })
  if (begin.outcome !== 'begun') throw new Error('Nothing was begun')
  return begin.draft
}

const known = async ({ id }: Draft) => (await test.portal.drafts.draft(id)) ?? begun()

/** Begins as the form on another page does. */
async function begunFrom(from: string): Promise<Draft> {
  const request = new Request(url, { method: 'POST', body: formWith({ from }) })
  const step = await beginStep(test.portal, { request, url, clientIp: '41.70.1.1' })
  const id = 'to' in step ? new URL(step.to, url).searchParams.get('draft') : null
  const draft = await test.portal.drafts.draft(id ?? '')
  if (draft === undefined) throw new Error('Nothing was begun')
  return draft
}

async function described(changes: Partial<DraftDetails> = {}, empty?: Draft): Promise<Draft> {
  const draft = empty ?? (await begun())
  await test.portal.drafts.choosePlan(draft, 0, plan)
  await test.portal.drafts.describe(await known(draft), 1, { details: { ...details, ...changes } })
  return known(draft)
}

const formWith = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('a plan', () => {
  it('has the price of the catalogue, ignoring other fields of the form', async () => {
    const draft = await begun()
    const [sold] = await test.portal.bundles.forLine({ lineType: 'PREPAID', isBroadband: true })
    expect(await planStep(test.portal, { draft, seen: 0, code: sold?.productCode ?? '' })).toBe('chosen')
    expect((await known(draft)).answers.plan).toEqual({
      code: sold?.productCode,
      description: sold?.name,
      amount: sold?.price,
      fee: { currency: 'MWK', minor: test.portal.market.connectionFee },
    })
  })

  it.each([
    ['', 'missing'],
    ['HBB-OLD', 'gone'],
  ])('is one of those on sale, and not %j', async (code, step) => {
    expect(await planStep(test.portal, { draft: await begun(), seen: 0, code })).toBe(step)
  })

  it('is refused for an order that has changed since', async () => {
    const [sold] = await test.portal.bundles.forLine({ lineType: 'PREPAID', isBroadband: true })
    const draft = await begun()
    expect(await planStep(test.portal, { draft, seen: -1, code: sold?.productCode ?? '' })).toBe('changed')
  })
})

describe("the customer's details", () => {
  async function describing(answers = answersOf(details), requester: LineRequester = { clientIp: '203.0.113.7' }) {
    const draft = await begun()
    const rules = formView(test.portal, 'get-form-schema', 'en')
    const step = await detailsStep(test.portal, { draft, seen: 0, answers, rules, language: 'en', requester })
    return { step, answers: (await known(draft)).answers }
  }

  it('are stored with the consents, and with the town on the map', async () => {
    const { step, answers } = await describing()
    expect(step).toEqual({ outcome: 'described' })
    expect(answers.details).toMatchObject({ ...details, consent: { text: 'Nyanja may call me about this order' } })
    expect(answers.found).toMatchObject({ label: 'Lilongwe', precision: 'town' })
  })

  it.each([
    [{ found: false }, { outcome: 'no_phone', isRouter: false }],
    [
      { found: true, lineType: 'PREPAID', isBroadband: true },
      { outcome: 'no_phone', isRouter: true },
    ],
    ['silent', { outcome: 'unavailable' }],
  ] as const)('require a number that can receive SMS: %j', async (found, step) => {
    line = found
    expect((await describing()).step).toEqual(step)
  })
})

describe('the number of a draft', () => {
  const rules = () => formView(test.portal, 'get-form-schema', 'en')
  const describeWith = async (requester: LineRequester) =>
    detailsStep(test.portal, {
      ...{ draft: await begun(), seen: 0, answers: answersOf(details), rules: rules(), language: 'en', requester },
    })

  it('requires a challenge once an address asks for many, and is stored after the wait', async () => {
    const clientIp = '203.0.113.9'
    for (let look = 0; look < 60; look += 1) await test.portal.lineLookups.forLooks({ clientIp }).check('991234567')
    const step = await describeWith({ clientIp })
    if (step.outcome !== 'challenge') throw new Error('No challenge')
    test.clock.ms += step.challenge.waitSeconds * 1000
    expect(await describeWith({ clientIp, token: step.challenge.token })).toEqual({ outcome: 'described' })
  })
})

describe('the place of the installation', () => {
  const read = async (fields: Readonly<Record<string, string>>, changes: Partial<DraftDetails> = {}) =>
    placeIn(test.portal, { draft: await described(changes), form: formWith(fields), url })

  it('is the pin, with the name from the map or of the nearest town', async () => {
    const at = { lat: -13.97, lng: 33.79, point: 'by_hand' }
    const pin = { by: 'pin', lat: '-13.97', lng: '33.79' }
    expect(await read({ ...pin, address: 'Kenyatta Road' })).toEqual({
      outcome: 'place',
      place: { label: 'Kenyatta Road', at },
    })
    expect(await read(pin)).toEqual({ outcome: 'place', place: { label: 'Near Lilongwe', at } })
  })

  it('is no pin where the map began, unless the visitor confirms it', async () => {
    const { lat, lng } = test.portal.market.map.centre
    const untouched = { by: 'pin', lat: String(lat), lng: String(lng), address: 'A road' }
    const city = { city: '' }
    expect(await read(untouched, city)).toMatchObject({ outcome: 'unmoved', label: 'A road', pin: { lat, lng } })
    expect(await read({ ...untouched, point: 'by_hand' }, city)).toMatchObject({ outcome: 'unmoved' })
    expect((await read({ ...untouched, seen: 'yes' }, city)).outcome).not.toBe('unmoved')
    expect((await read({ ...untouched, lat: String(lat + 0.001) }, city)).outcome).not.toBe('unmoved')
  })

  const balaka = { by: 'pin', lat: '-14.98', lng: '34.95' }

  it('is no pin in another town than the typed one, unless the visitor confirms it', async () => {
    const pin = { lat: -14.98, lng: 34.95, address: '' }
    const elsewhere = { outcome: 'elsewhere', town: 'Balaka', pin }
    expect(await read(balaka)).toEqual(elsewhere)
    expect(await read({ ...balaka, town: 'Zomba' })).toEqual(elsewhere)
    const { address: _, ...point } = pin
    expect(await read({ ...balaka, town: 'Balaka' })).toEqual({
      outcome: 'place',
      place: { label: 'Near Balaka', at: { ...point, point: 'by_hand' }, town: 'Balaka' },
    })
    expect(await read(balaka, { city: 'Balaka' })).toMatchObject({ outcome: 'place' })
  })

  it('is no place abroad', async () => {
    expect(await read({ by: 'pin', lat: '48.85', lng: '2.35' })).toEqual({ outcome: 'abroad' })
  })

  it('is a part of the named town, and of no other', async () => {
    expect(await read({ by: 'named', named: 'Area 47' })).toEqual({
      outcome: 'place',
      place: { label: 'Area 47, Lilongwe', area: 'Area 47' },
    })
    expect(await read({ by: 'named', named: 'Area 47' }, { city: 'Dedza' })).toEqual({ outcome: 'missing' })
  })

  it('begins with the typed part of town, if it is known', async () => {
    const questionFor = async (street1: string) =>
      (await placeView(test.portal, url, await described({ street1 }))).asks
    expect(await questionFor('Area 25, Sector 3')).toMatchObject({
      part: 'Area 25',
      why: expect.stringContaining('Area 25'),
    })
    expect(await questionFor('12 Hidden Road')).toMatchObject({ part: undefined })
  })

  it('leads on to the code that was sent for it, where the answer with it was lost', async () => {
    const draft = await described()
    const { portal } = test
    await portal.drafts.choosePlace(draft, draft.version, { label: 'By call' })
    const view = async () => placeView(portal, url, await known(draft))
    expect(await view()).toMatchObject({ asks: { kind: 'chosen' }, sent: undefined })
    const request = {
      purpose: 'lead',
      msisdn: details.msisdn,
      subject: draft.id,
      channel: 'web',
      language: 'en',
    } as const
    const sent = await portal.codes.send(request)
    expect(await view()).toMatchObject({
      sent: {
        text: expect.stringMatching(/^We sent an SMS with 6 digits to \+265.99.•••.••67\.$/),
        href: `/hbb-lead/code?draft=${draft.id}&ref=${sent.outcome === 'sent' ? sent.refId : ''}`,
      },
    })
  })

  it('may be left to a call', async () => {
    expect(await read({ by: 'call' })).toEqual({
      outcome: 'place',
      place: { label: 'Our team calls you for the way' },
    })
  })

  const nothing: Readonly<Record<string, string>>[] = [
    {},
    { by: 'found' },
    { by: 'pin', lat: 'x', lng: '1' },
    { by: 'anything' },
  ]
  it.each(nothing)('is not %j', async (fields) => {
    expect(await read(fields)).toEqual({ outcome: 'missing' })
  })
})

describe('a code', () => {
  it('is not tried when the order has changed since its page was shown', async () => {
    const press = async (objection: string | undefined) => {
      const request = new Request(url, { method: 'POST', body: formWith({ code: '123456' }) })
      const place = draftCodeScope(await described())
      const pressed = await codePressed(
        test.portal,
        { url, request },
        { place, clientIp: '203.0.113.7', waitHref: () => '', objection: () => objection },
      )
      return pressed.answer
    }
    expect(await press('Look at it again')).toMatchObject({ data: { note: 'Look at it again' }, init: { status: 409 } })
    expect(await press(undefined)).toMatchObject({ init: { status: 400 } })
  })
})

describe('the last page of an order', () => {
  async function sent(place: DraftPlace = { label: 'By call' }, empty?: Draft): Promise<Draft> {
    const draft = await described({}, empty)
    const { portal } = test
    await portal.drafts.choosePlace(draft, draft.version, place)
    const binding = { purpose: 'lead', msisdn: details.msisdn, subject: draft.id } as const
    const { uniqueCode } = await portal.codes.vouch(binding, { channel: 'web', language: 'en' })
    const proven = { uniqueCode, msisdn: details.msisdn }
    await sendProved(portal, { draft: await known(draft), proven, language: 'en' })
    return known(draft)
  }

  it('repeats no typed value', async () => {
    const { texts: _, ...view } = await doneView(test.portal, url, await sent())
    const shown = JSON.stringify(view)
    for (const secret of [details.fullName, details.msisdn, 'example.com', details.street1, 'behind the market'])
      expect(shown).not.toContain(secret)
    expect(view).toMatchObject({ reference: expect.stringMatching(/^HB-/) })
  })

  it.each<DraftPlace>([{ label: 'By call' }, { label: 'Area 47, Lilongwe', area: 'Area 47' }])(
    'promises no more than the town when the house is unknown: %j',
    async (place) => {
      const view = await doneView(test.portal, url, await sent(place))
      expect(view).toMatchObject({
        text: expect.stringMatching(
          /^We have your order\. Internet at home is there in Lilongwe\. We do not know your house yet/,
        ),
        moneyText: expect.stringContaining('what goes back goes to whoever paid'),
        refresh: undefined,
      })
    },
  )

  it('promises the house itself when it was shown on the map', async () => {
    const at = { lat: -13.97, lng: 33.79, point: 'by_hand' } as const
    const view = await doneView(test.portal, url, await sent({ label: 'Near Lilongwe', at }))
    expect(view).toMatchObject({ text: expect.stringContaining('it works at your address') })
    expect(view).not.toHaveProperty('moneyText')
  })

  it('redirects to the payment once the house is feasible, unless the visitor stays', async () => {
    const at = { lat: -13.97, lng: 33.79, point: 'by_hand' } as const
    const draft = await sent({ label: 'Near Lilongwe', at })
    const view = await doneView(test.portal, url, draft)
    expect(view.kind).toBe('feasible')
    expect(view.refresh).toMatch(/^3; url=\/payment\/start\?order=/)
    const stayed = await doneView(test.portal, new URL('?stay=1', url), draft)
    expect(stayed.refresh).toBeUndefined()
  })

  it.each([
    ['home', '/sw'],
    ['coverage', '/sw/openNetworks'],
    ['//evil.example', '/sw/table'],
    ['constructor', '/sw/table'],
  ])('redirects an order begun on %s, which is not feasible, to %s', async (from, href) => {
    const draft = await sent({ label: 'By call' }, await begunFrom(from))
    await test.database.db.updateTable('leads').set({ stage: 'interested', feasibility: 'not_feasible' }).execute()
    const view = await doneView(test.portal, new URL('http://localhost:3000/sw/hbb-lead/done'), draft)
    expect(view).toMatchObject({ kind: 'not_feasible', otherHref: href, refresh: `6; url=${href}` })
  })

  it('redirects to the page of the order once it is over', async () => {
    const draft = await sent()
    await test.database.db.updateTable('leads').set({ stage: 'cancelled' }).execute()
    const over = await doneView(test.portal, url, draft).catch((thrown: unknown) => thrown)
    expect(over instanceof Response && over.headers.get('location')).toContain('/hbb-lead-status?lead=')
  })

  it('offers no next step before it is submitted', async () => {
    expect(await doneView(test.portal, url, await described())).toMatchObject({ kind: 'to_send', refresh: undefined })
  })
})
