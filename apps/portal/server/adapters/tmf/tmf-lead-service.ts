import type { LeadService, SubmittedLead } from '../../leads/lead-service.ts'
import { leadBody } from './lead-body.ts'
import { SalesLead, statusUpdatesIn } from './lead-status-update.ts'
import { refusalText } from './refusal.ts'
import { createTmfClient, type TmfClient, type TmfOptions, type TmfResource } from './tmf-client.ts'

export interface TmfLeadOptions extends TmfOptions {
  readonly now?: () => number
  /** Hears of words that the BSS has not published. */
  readonly log?: (words: string) => void
}

const resource: TmfResource = { api: 'sales', name: 'salesLead' }

export function createTmfLeadService(options: TmfLeadOptions): LeadService {
  const { now = Date.now, log } = options
  const client = createTmfClient(options)
  const { profile } = client
  const oddStates = new Set<string>()

  function statusUpdatesOf(lead: SalesLead) {
    const statusUpdate = statusUpdatesIn(lead, { profile, now })
    const { status = 'none' } = lead
    if (statusUpdate === undefined && !oddStates.has(status)) {
      oddStates.add(status)
      log?.(`bss salesLead: nobody has told us what ${status} means`)
    }
    return statusUpdate
  }

  const handedIn = (lead: SalesLead): SubmittedLead => ({
    bssReference: lead.id,
    // It is there, wherever that is.
    statusUpdate: statusUpdatesOf(lead) ?? { stage: 'received', at: lead.creationDate ?? now() },
  })

  return {
    async submit(lead) {
      const answer = await client.post(resource, leadBody(client, lead), SalesLead)
      if (!answer.ok) return { outcome: 'refused', reason: refusalText(answer, resource.name) }
      return { outcome: 'handed_in', ...handedIn(answer.value) }
    },

    async findByReference(reference) {
      const lead = await findLead(client, reference)
      return lead && handedIn(lead)
    },

    async statusUpdatesOf(bssReference) {
      const lead = await client.find(resource, bssReference, SalesLead)
      return lead && statusUpdatesOf(lead)
    },
  }
}

/** By our own reference. */
export async function findLead(client: TmfClient, reference: string): Promise<SalesLead | undefined> {
  const filter = { 'by-name': { name: reference }, 'by-listing': {} } as const
  const leads = await client.list(resource, filter[client.profile.leads.findByReference], SalesLead)
  return leads.find(({ name }) => name === reference)
}
