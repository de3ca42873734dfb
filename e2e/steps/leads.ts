import { expect } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { objectIn, objectsIn, textIn } from '../json.ts'
import { ask, codeSentTo } from '../sandbox.ts'

const service = '/orp/bfe/api/portal-service'

const headers = {
  'content-type': 'application/json',
  'x-api-key': 'sandbox-key',
  'x-service-id': 'stories',
  'x-opco': 'MW',
  'x-product': 'ORP',
  'x-app-version': '1.0.0',
  'x-run-mode': 'PROD',
  'x-unmask-request': 'enable',
}

async function call(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${portalUrl}${service}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = objectIn(await response.json())
  expect(textIn(answer, 'status'), `${path}: ${textIn(answer, 'message')}`).toBe('success')
  return { ...objectIn(answer.result) }
}

export interface OrderedLead {
  readonly reference: string
  readonly trackId: string
}

/** As another channel orders it for whoever stands at its counter. */
export async function orderInternet(msisdn: string, city = 'Lilongwe'): Promise<OrderedLead> {
  const { refId } = await call('/subscriber/v1/send-otp-hbb', { msisdn, requestType: 'HBB_MSISDN_CHECK' })
  const { uniqueCode } = await call('/optimus/otp/verify', { data: { refId, otp: await codeSentTo(msisdn) } })
  const lead = await call('/subscriber/v1/submit-lead', {
    fullName: 'Chisomo Banda',
    contactNumber: msisdn,
    address: { street1: 'Plot 12', city },
    plan: { code: 'HBB-150' },
    source: 'SHOP',
    uniqueCode,
    consent: { text: 'You may call me about this order.', at: new Date(Date.now() - 1000).toISOString() },
  })
  return { reference: textIn(lead, 'refLeadId'), trackId: textIn(lead, 'trackId') }
}

interface Move {
  readonly status: string
  readonly reason?: string
  /** `2026-11-30` */
  readonly day?: string
}

/** What the operator's people do with it. */
export async function moveLead(msisdn: string, move: Move): Promise<void> {
  const [lead] = objectsIn(await ask(`/__sim/bss/leads?msisdn=${msisdn}`))
  await ask(`/__sim/bss/leads/${textIn(objectIn(lead), 'id')}`, 'POST', move)
}
