import { z } from 'zod'
import type { LeadHub } from '../../leads/lead-hub.ts'
import { refusalText } from './refusal.ts'
import { createTmfClient, type TmfOptions, type TmfResource } from './tmf-client.ts'
import { Id } from './wire.ts'

const hub: TmfResource = { api: 'sales', name: 'hub' }

const Listener = z.object({ id: Id })

/** Some servers have each callback address once, and say so. */
const alreadyThere = 409

/** Without a query: not every server knows one, and what else it tells us costs a look at a row. */
export function createTmfLeadHub(options: TmfOptions): LeadHub {
  const client = createTmfClient(options)
  return {
    async listen(address) {
      const answer = await client.post(hub, { callback: address }, Listener)
      if (answer.ok) return { outcome: 'listening', id: answer.value.id }
      if (answer.status === alreadyThere) return { outcome: 'listening' }
      return { outcome: 'refused', reason: refusalText(answer, hub.name) }
    },

    leave: async (id) => ((await client.remove(hub, id)) === 'gone' ? 'left' : 'kept'),
  }
}
