import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import { z } from 'zod'
import type { LeadAddress } from '../../leads/lead.ts'
import type { LeadService, LeadStatusUpdate, LeadToSubmit, SubmittedLead } from '../../leads/lead-service.ts'
import { broken } from '../contract-faults.ts'
import { fold, meaningOf, type TmfProfile } from './profile.ts'
import {
  createTmfClient,
  demandCertainty,
  refusalText,
  type TmfClient,
  type TmfOptions,
  type TmfResource,
} from './tmf-client.ts'
import { Id, Moment, maybe, spare, Text, toPrice } from './tmf-values.ts'

const SalesLead = z.object({
  id: Id,
  name: maybe(Text),
  type: spare(Text),
  status: spare(Text),
  statusChangeDate: spare(Moment),
  statusChangeReason: spare(Text),
  creationDate: spare(Moment),
  validFor: spare(z.object({ startDateTime: spare(Moment) })),
})
type SalesLead = z.infer<typeof SalesLead>

interface Reading {
  readonly client: TmfClient
  readonly now: () => number
}

/**
 * Reads the updates: undefined when the BSS uses a state that the profile does not know. TMF699 v4 has no field for the
 * installation day: for an open lead it is the start of `validFor`.
 */
function readStatusUpdate(lead: SalesLead, { client, now }: Reading): LeadStatusUpdate | undefined {
  const { status = '', statusChangeReason: reason, validFor } = lead
  const { leads } = client.profile
  const stage = stageOf(lead, leads)
  if (stage === undefined) return undefined
  const at = client.momentOf(lead.statusChangeDate) ?? client.momentOf(lead.creationDate) ?? now()
  const scheduledFor = fold(status) === leads.workedOn ? client.momentOf(validFor?.startDateTime) : undefined
  if (scheduledFor !== undefined) return { stage: 'scheduled', at, scheduledFor }
  return { stage, at, ...(reason !== undefined && { reason }) }
}

function stageOf({ status = '', type }: SalesLead, { stages, types }: TmfProfile['leads']): LeadStage | undefined {
  const stage = meaningOf(stages, status)
  return stage === 'received' && type === types.interest.type ? 'interested' : stage
}

/** Leads of v4 have no external id: ours is the name, by which most servers can search. */
function leadBody(client: TmfClient, lead: LeadToSubmit): object {
  const { leads, channel } = client.profile
  const { reference, kind, source, fullName, plan } = lead
  return {
    name: reference,
    description: fullName,
    ...leads.types[kind],
    channel: { id: channel.id, name: source },
    productOffering: { id: plan.code, name: plan.description },
    estimatedRevenue: toPrice(plan.amount, client.profile),
    prospectContact: contactsOf(client, lead),
    note: notesOf(lead),
  }
}

function contactsOf(client: TmfClient, { msisdn, email, address }: LeadToSubmit): object[] {
  const { street1, city, country } = address
  return [
    { mediumType: 'phone', preferred: true, characteristic: { phoneNumber: client.numberOf(msisdn) } },
    ...(email === undefined ? [] : [{ mediumType: 'email', characteristic: { emailAddress: email } }]),
    { mediumType: 'address', characteristic: { street1, city, country } },
  ]
}

/** Writes the details for which contact media have no field. */
function notesOf({ address, consent }: LeadToSubmit): object[] {
  const date = new Date(consent.at).toISOString()
  return [
    ...[describePlace(address)].filter((text) => text !== '').map((text) => ({ date, text })),
    { date, text: `consent=true at ${date}: ${consent.text}` },
  ]
}

const describePoint = {
  geocoded: 'point found by address',
  by_hand: 'point placed by hand',
  by_call: 'call for the way',
} as const

function describePlace({ landmark, area, lat, lng, point }: LeadAddress): string {
  return [
    ...(landmark === undefined ? [] : [`landmark: ${landmark}`]),
    ...(area === undefined ? [] : [`area: ${area}`]),
    ...(lat === undefined || lng === undefined ? [] : [`lat ${lat} lng ${lng}`]),
    ...(point === undefined ? [] : [describePoint[point]]),
  ].join('; ')
}

export interface TmfLeadOptions extends TmfOptions {
  readonly now?: () => number
  /** Receives states that the BSS has not published. */
  readonly log?: (message: string) => void
}

const resource: TmfResource = { api: 'sales', name: 'salesLead' }

export function createTmfLeadService(options: TmfLeadOptions): LeadService {
  const { now = Date.now, log } = options
  const client = createTmfClient(options)
  const oddStates = new Set<string>()

  function readKnownStatusUpdate(lead: SalesLead) {
    const statusUpdate = readStatusUpdate(lead, { client, now })
    const { status = 'none' } = lead
    if (statusUpdate === undefined && !oddStates.has(status)) {
      oddStates.add(status)
      log?.(`bss salesLead: unknown status ${status}`)
    }
    return statusUpdate
  }

  const submitted = (lead: SalesLead): SubmittedLead => ({
    bssReference: lead.id,
    // The lead exists, whichever URL it has.
    statusUpdate: readKnownStatusUpdate(lead) ?? { stage: 'received', at: client.momentOf(lead.creationDate) ?? now() },
  })

  return {
    async submit(lead) {
      const answer = await client.post(resource, leadBody(client, lead), SalesLead)
      if (!answer.ok) return { outcome: 'refused', reason: refusalText(answer, resource.name) }
      if (answer.value !== undefined) return { outcome: 'submitted', ...submitted(answer.value) }
      // The BSS may accept a lead without a body: its id is in the address, or the lead is found by its name.
      const { id } = answer
      const made = await (id === undefined
        ? findLead(client, lead.reference)
        : client.find(resource, id, SalesLead).catch(() => undefined))
      if (made !== undefined) return { outcome: 'submitted', ...submitted(made) }
      if (id === undefined) throw broken('salesLead: accepted without an id')
      const stage = lead.kind === 'interest' ? 'interested' : 'received'
      return { outcome: 'submitted', bssReference: id, statusUpdate: { stage, at: now() } }
    },

    async findByReference(reference) {
      const lead = await findLead(client, reference)
      return lead && submitted(lead)
    },

    async getStatusUpdate(bssReference) {
      const lead = await client.find(resource, bssReference, SalesLead)
      return lead && readKnownStatusUpdate(lead)
    },
  }
}

/** Finds a lead by our own reference. */
export async function findLead(client: TmfClient, reference: string): Promise<SalesLead | undefined> {
  const filter = { 'by-name': { name: reference }, 'by-listing': {} } as const
  const { findByReference } = client.profile.leads
  const found = await client.search(resource, {
    filter: filter[findByReference],
    row: SalesLead,
    matches: ({ name }) => name === reference,
    decidedBy: ({ name }) => name,
  })
  return demandCertainty(found, resource.name)
}
