import { leadReferenceStart } from '@nyanja/domain/numbers/reference'
import { newId, newReference } from '../common/ids.ts'
import type { createStores } from '../db/stores.ts'
import type { FeasibilitySource } from '../leads/feasibility-source.ts'
import { FollowUp } from '../leads/follow-up.ts'
import type { LeadService } from '../leads/lead-service.ts'
import { type HandInOptions, LeadSubmission } from '../leads/lead-submission.ts'
import { Leads } from '../leads/leads.ts'
import type { Notify } from '../payments/queue-name.ts'
import { createQueue } from '../payments/worker.ts'

interface LeadWorkOptions extends Pick<HandInOptions, 'checkingMs' | 'alert' | 'now'> {
  readonly stores: Pick<ReturnType<typeof createStores>, 'handIns' | 'leadStatusUpdate' | 'dueLeads'>
  readonly service: LeadService
  readonly feasibility: FeasibilitySource
  readonly notify: Notify
}

/** Longer than the calls of one order may last. */
const leaseMs = 120_000

/** Orders for internet at home: how they are taken, and the lanes that carry them on. */
export function createLeadWork({ stores, notify, checkingMs, alert, ...around }: LeadWorkOptions) {
  const { handIns, leadStatusUpdate, dueLeads } = stores
  const { service, feasibility, now } = around
  const common = { service, feasibility, now, alert, notify: () => notify('send messages') }
  const submission = new LeadSubmission({ ...common, store: handIns, statusUpdate: leadStatusUpdate, checkingMs })
  const followUp = new FollowUp({ ...common, store: leadStatusUpdate })
  const again = ({ id }: { readonly id: string }) => dueLeads.again(id)
  return {
    leads: new Leads({
      store: handIns,
      submission,
      now,
      newId,
      newReference: () => newReference(leadReferenceStart),
    }),
    queues: [
      createQueue({
        name: 'hand in leads',
        width: 4,
        leaseMs,
        claim: (claim) => dueLeads.toHandIn(claim),
        work: async (lead) => void (await submission.advance(lead)),
        again,
      }),
      createQueue({
        name: 'follow leads',
        width: 8,
        leaseMs,
        claim: (claim) => dueLeads.toFollow(claim),
        work: (lead) => followUp.follow(lead),
        again,
      }),
    ],
  }
}
