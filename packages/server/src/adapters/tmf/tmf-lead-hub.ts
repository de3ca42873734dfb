import { z } from 'zod'
import type { LeadSubscriptions, ListenResult } from '../../leads/lead-hub.ts'
import { createTmfClient, refusalText, type TmfOptions, type TmfResource } from './tmf-client.ts'
import { Id, maybe } from './wire.ts'

const hub: TmfResource = { api: 'sales', name: 'hub' }

// What a database keeps as text, and what an address leads to: `..` would lead elsewhere.
const ListenerId = Id.pipe(z.string().regex(/^(?!\.{1,2}$)\P{C}{1,200}$/u))
const WebhookSubscription = z
  .object({ id: maybe(ListenerId) })
  .optional()
  .transform((listener): { readonly id?: string | undefined } => listener ?? {})

/** Some servers have each callback address once, and say so. */
const alreadyThere = 409

/** Without a query: not every server knows one, and what else it tells us costs a look at a row. */
export function createTmfLeadSubscriptions(options: TmfOptions): LeadSubscriptions {
  const client = createTmfClient(options)
  return {
    async listen(address) {
      const answer = await client.post(hub, { callback: address }, WebhookSubscription, {})
      if (answer.ok) return keptAs(answer.value.id ?? idIn(answer.location))
      if (answer.status === alreadyThere) return { outcome: 'listening' }
      return { outcome: 'refused', reason: refusalText(answer, hub.name) }
    },

    async leave(id) {
      const removed = await client.remove(hub, id)
      return removed === 'gone' ? 'left' : removed
    },
  }
}

const keptAs = (id: string | undefined): ListenResult =>
  id === undefined ? { outcome: 'unnamed' } : { outcome: 'listening', id }

/** Some servers send no body. What is escaped there is no id of theirs that we could be sure of. */
function idIn(location = ''): string | undefined {
  const [, id] = /(?:^|\/)hub\/([^/?#%]+)\/?(?:[?#]|$)/i.exec(location) ?? []
  return ListenerId.safeParse(id).data
}
