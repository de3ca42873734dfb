import type { HandedLead, LeadDesk } from '../../leads/lead-desk.ts'
import { leadBody } from './lead-body.ts'
import { newsIn, SalesLead } from './lead-news.ts'
import { refusalText } from './refusal.ts'
import { createTmfClient, type TmfClient, type TmfOptions, type TmfResource } from './tmf-client.ts'

export interface TmfLeadOptions extends TmfOptions {
  readonly now?: () => number
  /** Hears of words that the BSS has not published. */
  readonly log?: (words: string) => void
}

const resource: TmfResource = { api: 'sales', name: 'salesLead' }

export function createTmfLeadDesk(options: TmfLeadOptions): LeadDesk {
  const { now = Date.now, log } = options
  const client = createTmfClient(options)
  const { profile } = client
  const oddStates = new Set<string>()

  function newsOf(lead: SalesLead) {
    const news = newsIn(lead, { profile, now })
    const { status = 'none' } = lead
    if (news === undefined && !oddStates.has(status)) {
      oddStates.add(status)
      log?.(`bss salesLead: nobody has told us what ${status} means`)
    }
    return news
  }

  const handedIn = (lead: SalesLead): HandedLead => ({
    bssReference: lead.id,
    // It is there, wherever that is.
    news: newsOf(lead) ?? { stage: 'received', at: lead.creationDate ?? now() },
  })

  return {
    async handIn(lead) {
      const answer = await client.post(resource, leadBody(client, lead), SalesLead)
      if (!answer.ok) return { outcome: 'refused', reason: refusalText(answer, resource.name) }
      return { outcome: 'handed_in', ...handedIn(answer.value) }
    },

    async readBack(reference) {
      const lead = await findLead(client, reference)
      return lead && handedIn(lead)
    },

    async newsOf(bssReference) {
      const lead = await client.find(resource, bssReference, SalesLead)
      return lead && newsOf(lead)
    },
  }
}

/** By our own reference. */
export async function findLead(client: TmfClient, reference: string): Promise<SalesLead | undefined> {
  const filter = { 'by-name': { name: reference }, 'by-listing': {} } as const
  const leads = await client.list(resource, filter[client.profile.leads.readBack], SalesLead)
  return leads.find(({ name }) => name === reference)
}
