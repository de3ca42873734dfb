import { expect, it, onTestFinished } from 'vitest'
import type { LeadToSubmit } from '../../leads/lead-service.ts'
import type { ProviderRecord } from '../call-provider.ts'
import { serve } from '../serve.contract.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfFeasibilitySource } from './tmf-feasibility-source.ts'
import { createTmfLeadService } from './tmf-lead-service.ts'
import { served } from './tmf-suites.contract.ts'

const { sandbox, tmf } = testBss()

it('reports each undocumented state once', async () => {
  const shown: string[] = []
  const service = createTmfLeadService({ ...tmf(), log: (message) => shown.push(message) })
  const submitted = await service.submit(anOrder)
  const id = 'bssReference' in submitted ? submitted.bssReference : ''
  for (const status of ['thinkingAboutIt', 'thinkingAboutIt', 'gone', 'thinkingAboutIt']) {
    await sandbox.control(`/bss/leads/${id}`, { status })
    expect(await service.getStatusUpdate(id)).toBeUndefined()
  }
  expect(shown).toEqual(['bss salesLead: unknown status thinkingAboutIt', 'bss salesLead: unknown status gone'])
})

it("uses the portal's clock where the BSS sends no date", async () => {
  const service = createTmfLeadService({ ...tmf(), now: () => 1000 })
  const submitted = await service.submit(anOrder)
  const id = 'bssReference' in submitted ? submitted.bssReference : ''
  const nothing = { statusChangeDate: null, creationDate: 'last week', status: 'inProgress', validFor: null }
  await patchLead(id, nothing)
  expect(await service.getStatusUpdate(id)).toEqual({ stage: 'checked', at: 1000 })
})

async function patchLead(id: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/merge-patch+json' }
  const url = `${sandbox.url}/bss/tmf-api/sales/v4/salesLead/${id}`
  expect((await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(body) })).status).toBe(200)
}

it('returns the reason why an address cannot be served', async () => {
  const source = createTmfFeasibilitySource(tmf())
  const { lat: _lat, lng: _lng, ...withoutPoint } = served
  expect(await source.check({ ...withoutPoint, city: 'Dedza', id: 'lead-1' })).toEqual({
    outcome: 'not_feasible',
    reason: 'No 4G signal',
  })
})

it.each([
  ['alternate', 'not_feasible'],
  ['perhaps', 'unknown'],
])('reads %s as %s', async (answer, outcome) => {
  await sandbox.control('/bss/areas/Lilongwe', { answer })
  expect(await createTmfFeasibilitySource(tmf()).check({ ...served, id: 'lead-1' })).toEqual({ outcome })
})

it('repeats the query for a slow answer, up to a limit', async () => {
  await sandbox.control('/bss/delays', { qualification: 50 })
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms / 4))
  const source = createTmfFeasibilitySource({ ...tmf(), pause })
  expect(await source.check({ ...served, id: 'lead-1' })).toEqual({ outcome: 'feasible' })

  await sandbox.control('/bss/delays', { qualification: 3_600_000 })
  expect(await createTmfFeasibilitySource(tmf()).check({ ...served, id: 'lead-2' })).toEqual({ outcome: 'unknown' })
})

const anOrder: LeadToSubmit = {
  reference: 'HB-TESTTEST',
  kind: 'order',
  source: 'WEBPORTAL',
  fullName: 'Jane Banda',
  msisdn: '991234567',
  address: served,
  plan: { code: 'HBB-150', description: 'Home 150GB', amount: { currency: 'MWK', minor: 6_500_000 } },
  consent: { at: 0, text: 'You may call me.' },
}

it('logs no personal data of an unreadable answer', async () => {
  const lead = { name: 'HB-TESTTEST', description: 'Chisomo Banda', note: [{ text: 'Plot 4, behind the market' }] }
  const baseUrl = await serve((_request, _body, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([lead]))
  }, onTestFinished)
  const records: ProviderRecord[] = []
  const service = createTmfLeadService({ ...tmf(), baseUrl, observe: (record) => records.push(record) })
  await expect(service.findByReference('HB-TESTTEST')).rejects.toMatchObject({ code: 'provider_broke_contract' })
  const excerpt = '[{"name":"string","description":"string","note":[{"text":"string"}]}]'
  expect(records).toMatchObject([{ outcome: 'invalid_response', excerpt }])
})
