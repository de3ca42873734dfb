import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import { z } from 'zod'
import type { LeadStatusUpdate } from '../../leads/lead-service.ts'
import type { TmfProfile } from './profile.ts'
import { Id, maybe } from './wire.ts'

const Moment = maybe(z.string()).transform((text) => {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : at
})

export const SalesLead = z.object({
  id: Id,
  name: maybe(z.string()),
  type: maybe(z.string()),
  status: maybe(z.string()),
  statusChangeDate: Moment,
  statusChangeReason: maybe(z.string()),
  creationDate: Moment,
  validFor: maybe(z.object({ startDateTime: Moment })),
})
export type SalesLead = z.infer<typeof SalesLead>

interface Reading {
  readonly profile: TmfProfile
  readonly now: () => number
}

/**
 * Undefined where the BSS uses a word that the profile does not know. TMF699 v4 has no field for the day on which
 * somebody comes: while a lead is worked on, the start of `validFor` says it.
 */
export function statusUpdatesIn(lead: SalesLead, { profile, now }: Reading): LeadStatusUpdate | undefined {
  const { status = '', statusChangeReason: reason, validFor } = lead
  const stage = stageOf(lead, profile.leads)
  if (stage === undefined) return undefined
  const at = lead.statusChangeDate ?? lead.creationDate ?? now()
  const scheduledFor = status === profile.leads.workedOn ? validFor?.startDateTime : undefined
  if (scheduledFor !== undefined) return { stage: 'scheduled', at, scheduledFor }
  return { stage, at, ...(reason !== undefined && { reason }) }
}

function stageOf({ status = '', type }: SalesLead, { stages, types }: TmfProfile['leads']): LeadStage | undefined {
  const stage = stages[status]
  return stage === 'received' && type === types.interest.type ? 'interested' : stage
}
