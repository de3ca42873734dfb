import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../core/bodies.ts'
import { openFixture, paths, paymentOf } from './bss-fixture.ts'

const leads = `${paths.sales}/salesLead`
const checks = `${paths.qualification}/checkServiceQualification`

function leadNamed(name: string): JsonObject {
  return {
    name,
    description: 'Jane Banda',
    type: 'HBB',
    rating: 'warm',
    priority: 'medium',
    productOffering: { id: 'HBB-150' },
    prospectContact: [
      { mediumType: 'phone', preferred: true, characteristic: { phoneNumber: '265991234567' } },
      { mediumType: 'address', characteristic: { street1: 'Area 47', city: 'Lilongwe', country: 'MW' } },
    ],
    note: [{ text: 'landmark: market' }],
  }
}

describe('a lead', () => {
  it('is stored under its name, and can be read by it', async () => {
    const { get, post } = openFixture()
    const { status, row } = await post(leads, leadNamed('HB-1'))
    expect([status, row.status, row.statusChangeDate]).toEqual([201, 'acknowledged', '2026-11-20T08:00:00.000Z'])
    expect((await get(`${leads}?name=HB-1`)).rows).toEqual([row])
    expect((await get(`${leads}/${row.id}`)).row).toEqual(row)
    expect((await get(`${leads}?name=HB-2`)).rows).toEqual([])
  })

  it('is stored twice when it is sent twice, and refused without a name', async () => {
    const { get, post } = openFixture()
    await post(leads, leadNamed('HB-1'))
    await post(leads, leadNamed('HB-1'))
    expect((await get(`${leads}?name=HB-1`)).rows).toHaveLength(2)
    for (const nameless of [{ type: 'HBB' }, leadNamed('')]) {
      expect(await post(leads, nameless)).toMatchObject({ status: 400, row: { message: 'name is required' } })
    }
  })

  it('is moved by staff, by id or by name, with time, reason and day', async () => {
    const fixture = openFixture()
    const { row } = await fixture.post(leads, leadNamed('HB-1'))
    fixture.pass(60_000)
    await fixture.post(`/__sim/bss/leads/${row.id}`, { status: 'inProgress', day: '2026-11-30' })
    expect((await fixture.get(`${leads}/${row.id}`)).row).toMatchObject({
      status: 'inProgress',
      statusChangeDate: '2026-11-20T08:01:00.000Z',
      validFor: { startDateTime: '2026-11-30T06:00:00.000Z' },
    })
    const held = await fixture.post('/__sim/bss/leads/HB-1', { status: 'pending', reason: 'The road is closed' })
    expect(held.row).toMatchObject({ status: 'pending', reason: 'The road is closed', startsAt: null })
    expect((await fixture.post('/__sim/bss/leads/HB-2', { status: 'pending' })).status).toBe(400)
    expect((await fixture.post('/__sim/bss/leads/HB-1', { status: 'inProgress', day: 'soon' })).status).toBe(400)
  })

  it('is shown to the installer by number, newest first', async () => {
    const { get, post } = openFixture()
    await post(leads, leadNamed('HB-1'))
    await post(leads, leadNamed('HB-2'))
    expect((await get('/__sim/bss/leads?msisdn=991234567')).rows).toMatchObject([
      { name: 'HB-2', who: 'Jane Banda', msisdn: '991234567', city: 'Lilongwe', plan: 'HBB-150' },
      { name: 'HB-1' },
    ])
    expect((await get('/__sim/bss/leads?msisdn=991234568')).rows).toEqual([])
  })

  it('notifies its listeners of its creation and its moves through every API', async () => {
    const heard: string[] = []
    const app = Fastify()
    app.post<{ Body: { eventType: string; event: { salesLead: { status: string } } } }>('/events', async ({ body }) => {
      heard.push(`${body.eventType} ${body.event.salesLead.status}`)
      return {}
    })
    const callback = `${await app.listen({ port: 0 })}/events`
    const { patch, post, world } = openFixture()
    await post(`${paths.sales}/hub`, { callback })
    const { row } = await post(leads, leadNamed('HB-1'))
    await patch(`${leads}/${row.id}`, { status: 'inProgress' })
    await patch(`${leads}/${row.id}`, { priority: 'high' })
    await post(`/__sim/bss/leads/${row.id}`, { status: 'accepted' })
    const paid = await post(leads, leadNamed('HB-2'))
    const paymentItem = [{ id: '1', item: { id: paid.row.id, '@referredType': 'SalesLead' } }]
    await post(`${paths.payments}/payment`, { ...paymentOf('prepayments', 150_000, 'T1'), paymentItem })
    await world.callbacks.idle()
    await app.close()
    expect(heard.toSorted()).toEqual([
      'salesLeadCreateEvent acknowledged',
      'salesLeadCreateEvent acknowledged',
      'salesLeadStateChangeEvent accepted',
      'salesLeadStateChangeEvent inProgress',
      'salesLeadStateChangeEvent inProgress',
    ])
  })
})

describe('a payment for a lead', () => {
  const paymentFor = (lead: unknown, id: string) => ({
    ...paymentOf('prepayments', 150_000, id),
    paymentItem: [{ id: '1', item: { id: lead, '@referredType': 'SalesLead' } }],
  })

  it('starts the work on it, and is in the provider records', async () => {
    const { get, post } = openFixture()
    const { row } = await post(leads, leadNamed('HB-1'))
    const paid = await post(`${paths.payments}/payment`, paymentFor(row.id, 'T1'))
    expect(paid.row).toMatchObject({ status: 'done', correlatorId: 'T1' })
    expect((await get(`${leads}/${row.id}`)).row.status).toBe('inProgress')
    expect((await get('/__sim/books')).row.deliveries).toMatchObject([
      { reference: 'T1', kind: 'payment', msisdn: '991234567', productCode: 'HBB-150', amountMinor: 15_000_000 },
    ])
  })

  it('keeps a day that was promised', async () => {
    const { get, post } = openFixture()
    const { row } = await post(leads, leadNamed('HB-1'))
    await post(`/__sim/bss/leads/${row.id}`, { status: 'inProgress', day: '2026-11-30' })
    await post(`${paths.payments}/payment`, paymentFor(row.id, 'T1'))
    expect((await get(`${leads}/${row.id}`)).row.validFor).toEqual({ startDateTime: '2026-11-30T06:00:00.000Z' })
  })

  it('fails for a refused lead, and for an unknown one', async () => {
    const { get, post } = openFixture()
    const { row } = await post(leads, leadNamed('HB-1'))
    await post(`/__sim/bss/leads/${row.id}`, { status: 'rejected', reason: 'No room on the mast' })
    for (const lead of [row.id, 'LD-404']) {
      expect((await post(`${paths.payments}/payment`, paymentFor(lead, 'T1'))).row.status).toBe('failed')
    }
    expect((await get('/__sim/books')).row.deliveries).toEqual([])
  })
})

describe('the check whether an address can be served', () => {
  function checkAt(city: string, coordinates?: readonly number[], more: JsonObject = {}): JsonObject {
    const geographicLocation = { '@type': 'GeoJsonPoint', geoJson: { type: 'Point', coordinates: coordinates ?? [] } }
    const place = {
      '@type': 'GeographicAddress',
      role: 'installation',
      city,
      ...(coordinates && { geographicLocation }),
    }
    return {
      externalId: 'L1',
      instantSyncQualification: true,
      provideUnavailabilityReason: true,
      serviceQualificationItem: [{ id: '1', service: { serviceSpecification: { id: 'HBB_ODU_AW' }, place: [place] } }],
      ...more,
    }
  }

  it.each([
    ['in a town with home internet', 'Lilongwe', [33.79, -13.97], 'qualified'],
    ['in such a town, without a point', 'mzuzu ', undefined, 'qualified'],
    ['far outside the town that it names', 'Lilongwe', [35.0085, -15.785], 'unqualified'],
    ['in a small town', 'Dedza', [34.3332, -14.3779], 'unqualified'],
    ['in a town that nobody knows', 'Atlantis', undefined, 'unqualified'],
  ])('answers immediately for %s', async (_where, city, coordinates, result) => {
    const { status, row } = await openFixture().post(checks, checkAt(city, coordinates))
    expect([status, row.state, row.qualificationResult]).toEqual([200, 'done', result])
    const [item] = [row.serviceQualificationItem ?? []].flat()
    expect(item).toMatchObject({ id: '1', qualificationResult: result })
    if (result === 'unqualified') {
      expect(item).toMatchObject({ eligibilityUnavailabilityReason: [{ code: 'NO_COVERAGE', label: 'No 4G signal' }] })
    }
  })

  it('is a pending task when it was requested so or is slow', async () => {
    const { get, pass, post } = openFixture()
    const patient = await post(checks, checkAt('Zomba', undefined, { instantSyncQualification: false }))
    expect([patient.status, patient.row.state]).toEqual([201, 'done'])

    await post('/__sim/bss/delays', { qualification: 2_000 })
    const { status, row } = await post(checks, checkAt('Zomba'))
    expect([status, row.state, row.qualificationResult]).toEqual([201, 'inProgress', undefined])
    pass(2_000)
    expect((await get(`${checks}/${row.id}`)).row).toMatchObject({ state: 'done', qualificationResult: 'qualified' })
    expect((await get(`${checks}?externalId=L1`)).rows).toHaveLength(2)
  })

  it('ends with an error when the network reports one', async () => {
    const { post } = openFixture()
    await post('/__sim/bss/outcomes', { operation: 'qualification', outcome: 'failed' })
    expect((await post(checks, checkAt('Zomba'))).row.state).toBe('terminatedWithError')
  })

  it('returns the result that was set, for an unknown town too', async () => {
    const { post } = openFixture()
    await post('/__sim/bss/areas/Dedza', { answer: 'qualified' })
    await post('/__sim/bss/areas/Zomba', { answer: 'alternate' })
    expect((await post(checks, checkAt('Dedza', [34.3332, -14.3779]))).row.qualificationResult).toBe('qualified')
    expect((await post(checks, checkAt('Zomba'))).row.qualificationResult).toBe('alternate')
    await post('/__sim/bss/areas/Dedza', { answer: 'unqualified' })
    expect((await post(checks, checkAt('Dedza'))).row.qualificationResult).toBe('unqualified')
  })
})
