import { parseJson } from '@nyanja/domain/json'
import { z } from 'zod'
import type { LeadCallbackReader, LeadCallbackReading } from '../../leads/lead-callbacks.ts'
import type { LeadSubscriptions, ListenResult } from '../../leads/lead-subscriptions.ts'
import { type TmfProfile, tmfV4 } from './profile.ts'
import { createTmfClient, refusalText, type TmfOptions, type TmfResource } from './tmf-client.ts'
import { Id, maybe } from './tmf-values.ts'

const subscriptions: TmfResource = { api: 'sales', name: 'hub' }

// An id as text that a database stores and an address accepts: `..` would lead elsewhere.
const SubscriptionId = Id.pipe(z.string().regex(/^(?!\.{1,2}$)\P{C}{1,200}$/u))
const WebhookSubscription = z
  .object({ id: maybe(SubscriptionId) })
  .optional()
  .transform((listener): { readonly id?: string | undefined } => listener ?? {})

/** Some servers accept each callback address once and report a duplicate. */
const alreadyThere = 409

/**
 * Creates subscriptions without a query, because not every server supports one; unrelated events cost one database
 * lookup.
 */
export function createTmfLeadSubscriptions(options: TmfOptions): LeadSubscriptions {
  const client = createTmfClient(options)
  return {
    async listen(address) {
      const answer = await client.post(subscriptions, { callback: address }, WebhookSubscription, {})
      if (answer.ok) return toListenResult(answer.value?.id ?? idIn(answer.location))
      if (answer.status === alreadyThere) return { outcome: 'listening' }
      return { outcome: 'refused', reason: refusalText(answer, subscriptions.name) }
    },

    async leave(id) {
      const removed = await client.remove(subscriptions, id)
      return removed === 'gone' ? 'left' : removed
    },
  }
}

const toListenResult = (id: string | undefined): ListenResult =>
  id === undefined ? { outcome: 'unnamed' } : { outcome: 'listening', id }

/** Some servers send no body. An id with escaped characters is not trusted. */
function idIn(location = ''): string | undefined {
  const [, id] = /(?:^|\/)hub\/([^/?#%]+)\/?(?:[?#]|$)/i.exec(location) ?? []
  return SubscriptionId.safeParse(id).data
}

const Event = z.object({ eventType: z.string(), event: z.record(z.string(), z.unknown()) })
const Resource = z.object({ id: Id })

export function createTmfLeadCallbackReader({ leads }: TmfProfile = tmfV4): LeadCallbackReader {
  const heeded = leads.events.map(folded)

  return {
    read(rawBody): LeadCallbackReading {
      const { data } = Event.safeParse(parseJson(rawBody.toString('utf8')))
      if (data === undefined) return 'unreadable'
      if (!heeded.includes(folded(data.eventType))) return 'of_no_interest'
      const resource = Resource.safeParse(resourceIn(data.event))
      return resource.success ? { bssReference: resource.data.id } : 'unreadable'
    },
  }
}

/** Finds the resource under its name in the standard; some servers send the resource itself there. */
function resourceIn(event: Readonly<Record<string, unknown>>): unknown {
  const name = Object.keys(event).find((key) => folded(key) === 'saleslead')
  return name === undefined ? event : event[name]
}

/** Servers write event names with or without a capital. */
const folded = (name: string) => name.toLowerCase()
