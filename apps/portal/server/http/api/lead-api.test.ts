import { afterEach, describe, expect, it } from 'vitest'
import { sendLeadOtp, submitLead, trackLead } from '../../../contract/lead.ts'
import { verifyPaymentOtp } from '../../../contract/otp.ts'
import { bundles, pageConfig } from '../../../contract/product.ts'
import { createTestApp, type Outside, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const open: TestApp[] = []
afterEach(async () => {
  for (const fixture of open.splice(0)) await fixture.close()
})

async function start(outside: Partial<Outside> = {}) {
  const fixture = await createTestApp(outside)
  open.push(fixture)
  const call = callerOf(fixture)
  const msisdn = testLines.prepaid
  async function prove(): Promise<string> {
    const sent = await call(sendLeadOtp, {
      msisdn,
      requestType: 'HBB_MSISDN_CHECK',
      customerDetails: { fullName: 'A' },
    })
    const refId = sent.body.result !== undefined && 'refId' in sent.body.result ? sent.body.result.refId : ''
    const verified = await call(verifyPaymentOtp, { data: { refId, otp: await fixture.codeOn(msisdn) } })
    const proof = verified.body.result
    return proof !== undefined && 'uniqueCode' in proof ? proof.uniqueCode : ''
  }
  const leadRows = async () => (await fixture.database.db.selectFrom('leads').select('id').execute()).length
  return { ...fixture, call, prove, leadRows }
}

const lead = {
  fullName: 'Chisomo Banda',
  contactNumber: testLines.prepaid,
  email: 'chisomo@example.com',
  feasibility: true,
  address: { type: 'INSTALLATION', street1: 'Plot 4', landmark: null, city: 'Zomba', lat: -15.38, lng: 35.33 },
  plan: { code: 'HBB-150', currency: 'MWK', description: 'whatever' },
  source: 'WEBPORTAL',
  lineType: 'Prepaid',
  consent: { text: 'You may call me.', at: '2026-11-20T11:00:00Z' },
} as const

describe('an order for internet at home from a channel', () => {
  it('is submitted with a proof of its number, and can be followed', async () => {
    const { call, prove } = await start()
    const { status, body } = await call(submitLead, { ...lead, uniqueCode: await prove() })
    expect([status, body]).toMatchObject([200, { result: { feasibility: 'FEASIBLE' } }])
    const refLeadId = body.result !== undefined && 'refLeadId' in body.result ? body.result.refLeadId : ''
    expect(refLeadId).toMatch(/^HB-/)
    expect((await call(trackLead, { refLeadId, msisdn: testLines.prepaid })).body).toMatchObject({
      result: {
        refLeadId,
        status: 'received',
        plan: { code: 'HBB-150', currency: 'MWK' },
        city: 'Zomba',
        history: [{ status: 'received', at: '2026-11-20T12:00:00.000Z' }],
      },
    })
  })

  it('is assessed by the operator, so that a channel need not say whether it is feasible', async () => {
    const { call, prove } = await start()
    const { feasibility: _unsaid, ...silent } = lead
    expect((await call(submitLead, { ...silent, uniqueCode: await prove() })).body).toMatchObject({
      result: { feasibility: 'FEASIBLE' },
    })
  })

  it('is created once for one proof, even with other content or another key', async () => {
    const { call, prove } = await start()
    const uniqueCode = await prove()
    const first = await call(submitLead, { ...lead, uniqueCode }, { 'idempotency-key': 'a' })
    const repeated = await call(submitLead, { ...lead, uniqueCode }, { 'idempotency-key': 'a' })
    const other = await call(submitLead, { ...lead, fullName: 'Somebody', uniqueCode }, { 'idempotency-key': 'b' })
    expect(repeated.body).toEqual(first.body)
    expect(other.body).toEqual(first.body)
    const differs = await call(submitLead, { ...lead, fullName: 'Somebody', uniqueCode }, { 'idempotency-key': 'a' })
    expect(differs.status).toBe(409)
  })

  it.each([
    ['no proof', { uniqueCode: 'nothing' }, 400, 'Please type the code from the SMS first'],
    [
      'another number than the proof',
      { contactNumber: testLines.postpaid },
      400,
      'Please type the code from the SMS first',
    ],
    ['no number', { contactNumber: '12' }, 400, 'Invalid Mobile No'],
    ['a wrong e-mail', { email: 'chisomo' }, 400, 'Invalid Email Id'],
    ['an unknown plan', { plan: { code: 'HBB-9' } }, 400, 'Invalid product code'],
    [
      'another price',
      { plan: { code: 'HBB-150', amount: '1' } },
      400,
      'The amount differs from the price of the product',
    ],
    ['no name', { fullName: ' ' }, 400, 'Invalid fullName'],
    ['no consent', { consent: undefined }, 400, 'Invalid consent'],
    ['consent from tomorrow', { consent: { ...lead.consent, at: '2026-11-21T12:00:00Z' } }, 400, 'Invalid consent.at'],
  ])('is refused with %s', async (_what, change, status, message) => {
    const { call, prove, leadRows } = await start()
    const sent = { ...lead, uniqueCode: await prove(), ...change }
    const answer = await call(submitLead, sent)
    expect([answer.status, answer.body]).toMatchObject([status, { status: 'failure', message }])
    expect(await leadRows()).toBe(0)
  })

  it('is accepted with the required members alone', async () => {
    const { call, prove } = await start()
    const { fullName, contactNumber, consent } = lead
    const address = { street1: 'Plot 4', city: 'Zomba' }
    const needed = { fullName, contactNumber, consent, address, plan: { code: 'HBB-150' }, uniqueCode: await prove() }
    expect((await call(submitLead, needed)).body).toMatchObject({ result: { feasibility: 'FEASIBLE' } })
  })

  it('is refused with the proof of another channel', async () => {
    const { call, prove } = await start()
    const stolen = { ...lead, uniqueCode: await prove() }
    expect((await call(submitLead, stolen, { 'x-api-key': testKeys.kiosk })).body).toMatchObject({
      message: 'Please type the code from the SMS first',
    })
  })

  it.each([
    ['not_feasible', 'NOT_FEASIBLE', 'interested'],
    ['unknown', 'UNKNOWN', 'received'],
  ] as const)('is stored when the place is %s', async (outcome, feasibility, status) => {
    const { call, prove } = await start({ feasibility: { check: async () => ({ outcome }) } })
    const { body } = await call(submitLead, { ...lead, uniqueCode: await prove() })
    expect(body).toMatchObject({ result: { feasibility } })
    const refLeadId = body.result !== undefined && 'refLeadId' in body.result ? body.result.refLeadId : ''
    expect((await call(trackLead, { refLeadId, msisdn: testLines.prepaid })).body).toMatchObject({ result: { status } })
  })

  it('looks the same to a stranger whether it exists or not, and misses are limited', async () => {
    const { call, prove } = await start()
    const { body } = await call(submitLead, { ...lead, uniqueCode: await prove() })
    const refLeadId = body.result !== undefined && 'refLeadId' in body.result ? body.result.refLeadId : ''
    const foreign = await call(trackLead, { refLeadId, msisdn: testLines.postpaid })
    const unknown = await call(trackLead, { refLeadId: 'HB-0000-0000', msisdn: testLines.prepaid })
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
    for (let guesses = 0; guesses < 4; guesses += 1) await call(trackLead, { refLeadId, msisdn: testLines.postpaid })
    const priced = await call(trackLead, { refLeadId, msisdn: testLines.postpaid })
    expect(priced.body).toMatchObject({ statusCode: 502, result: { challenge: {} } })
    expect((await call(trackLead, { refLeadId, msisdn: 'x' })).body).toMatchObject({ message: 'Invalid Mobile No' })
  })
})

describe('a code for an order of internet at home', () => {
  it('goes to lines of the operator alone', async () => {
    const { call } = await start()
    expect((await call(sendLeadOtp, { msisdn: '990000000' })).body).toMatchObject({ message: 'Invalid Mobile No' })
    expect((await call(sendLeadOtp, { msisdn: 'x' })).body).toMatchObject({ message: 'Invalid Mobile No' })
  })

  it('is answered with 502 when no more may be sent', async () => {
    const { call, clock } = await start()
    const msisdn = testLines.prepaid
    const statuses: unknown[] = []
    for (let requests = 0; requests < 7; requests += 1) {
      const { body } = await call(sendLeadOtp, { msisdn })
      statuses.push(body.statusCode)
      clock.ms += 61_000
    }
    expect(new Set(statuses.slice(0, 5))).toEqual(new Set([200]))
    expect(statuses.slice(5)).toEqual([502, 502])
  })
})

describe('what a channel needs for an order', () => {
  it('includes the towns', async () => {
    const { call } = await start()
    const { body } = await call(pageConfig, { code: 'city-config' })
    const config = body.result !== undefined && 'config' in body.result ? body.result.config : []
    expect(config).toContainEqual({ cityName: 'Zomba', hbbLeadFeasibility: expect.any(Boolean) })
  })

  it('includes the plans', async () => {
    const { call } = await start()
    expect(await call(bundles, { data: { serviceType: 'HBB_ODU_AW' } })).toMatchObject({
      body: { result: [{ productCode: 'HBB-150' }] },
    })
  })
})
