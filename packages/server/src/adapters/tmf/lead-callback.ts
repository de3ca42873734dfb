import { parseJson } from '@nyanja/domain/json'
import { z } from 'zod'
import type { LeadCallbackReader, LeadCallbackReading } from '../../leads/lead-callbacks.ts'
import { type TmfProfile, tmfV4 } from './profile.ts'
import { Id } from './wire.ts'

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

/** Under its name by the standard; some servers put the resource itself there. */
function resourceIn(event: Readonly<Record<string, unknown>>): unknown {
  const name = Object.keys(event).find((key) => folded(key) === 'saleslead')
  return name === undefined ? event : event[name]
}

/** Servers write the names of events with a capital or without. */
const folded = (name: string) => name.toLowerCase()
