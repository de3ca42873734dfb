import { readObject, readObjects, readText } from '../json.ts'
import { ask, readSentCode } from '../sandbox.ts'
import { callPortal } from './portal-service.ts'

export interface OrderedLead {
  readonly reference: string
  readonly trackId: string
}

/** Orders as another channel does for a customer at its counter. */
export async function orderInternet(msisdn: string, city = 'Lilongwe'): Promise<OrderedLead> {
  const { refId } = await callPortal('/subscriber/v1/send-otp-hbb', { msisdn, requestType: 'HBB_MSISDN_CHECK' })
  const { uniqueCode } = await callPortal('/optimus/otp/verify', { data: { refId, otp: await readSentCode(msisdn) } })
  const lead = await callPortal('/subscriber/v1/submit-lead', {
    fullName: 'Chisomo Banda',
    contactNumber: msisdn,
    address: { street1: 'Plot 12', city },
    plan: { code: 'HBB-150' },
    source: 'SHOP',
    uniqueCode,
    consent: { text: 'You may call me about this order.', at: new Date(Date.now() - 1000).toISOString() },
  })
  return { reference: readText(lead, 'refLeadId'), trackId: readText(lead, 'trackId') }
}

interface Move {
  readonly status: string
  readonly reason?: string
  /** Formats a day as `2026-11-30`. */
  readonly day?: string
}

/** Moves an order as the operator's employees do. */
export async function moveLead(msisdn: string, move: Move): Promise<void> {
  const [lead] = readObjects(await ask(`/__sim/bss/leads?msisdn=${msisdn}`))
  await ask(`/__sim/bss/leads/${readText(readObject(lead), 'id')}`, 'POST', move)
}
