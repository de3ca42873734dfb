import type { FastifyInstance } from 'fastify'
import { BadBody, objectIn, optionalTextIn, textIn } from '../core/bad-body.ts'
import type { JsonObject } from '../core/json.ts'
import type { Market } from '../core/market.ts'
import { sayOfArea } from './coverage-area.ts'
import { type LeadMove, leadNumber, leadOf, moveLead, viewLead } from './lead.ts'
import { national } from './numbers.ts'
import type { Bss } from './tmf-routes.ts'

interface Asked {
  readonly Querystring: { readonly msisdn?: string }
}

/** What the people of the operator do with a lead, and where the network goes. */
export function addLeadControl(control: FastifyInstance, { store, hub, world }: Bss): void {
  control.get<Asked>('/leads', async ({ query: { msisdn } }) => {
    const leads = [...store.in('salesLead').all()].reverse()
    return leads.filter((lead) => msisdn === undefined || leadNumber(lead) === national(msisdn)).map(viewLead)
  })
  control.get<{ Params: { id: string } }>('/leads/:id', async ({ params }, reply) => {
    const lead = leadOf(store, params.id)
    return lead ? viewLead(lead) : reply.code(404).send({ message: `There is no lead ${params.id}` })
  })
  control.post<{ Params: { id: string } }>('/leads/:id', async ({ params, body }) => {
    const lead = leadOf(store, params.id)
    if (lead === undefined) throw new BadBody(`There is no lead ${params.id}`)
    const moved = moveLead(store, lead, readMove(objectIn(body), world.market), world.now())
    hub.tell('salesLead', 'StateChange', moved)
    return viewLead(moved)
  })
  control.post<{ Params: { name: string } }>('/areas/:name', async ({ params, body }) => {
    const answer = textIn(objectIn(body), 'answer')
    sayOfArea(store, params.name, answer)
    return { name: params.name, answer }
  })
}

/** Any state will do: a BSS may have some that nobody has told us about. */
function readMove(body: JsonObject, market: Market): LeadMove {
  const reason = optionalTextIn(body, 'reason')
  const day = optionalTextIn(body, 'day')
  return {
    status: textIn(body, 'status'),
    ...(reason !== undefined && { reason }),
    ...(day !== undefined && { startsAt: morningOf(day, market) }),
  }
}

function morningOf(day: string, { hoursAhead }: Market): string {
  const morning = Date.parse(`${day}T08:00:00Z`)
  if (Number.isNaN(morning)) throw new BadBody('"day" must be a day such as 2026-11-30')
  return new Date(morning - hoursAhead * 3_600_000).toISOString()
}
