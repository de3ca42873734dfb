import { leadReferenceStart } from '@nyanja/domain/numbers/reference'
import type { createStores } from './db/stores.ts'
import { newId, newReference } from './ids.ts'
import type { FeasibilitySource } from './leads/feasibility-source.ts'
import { FollowUp } from './leads/follow-up.ts'
import { HandIn, type HandInOptions } from './leads/hand-in.ts'
import type { LeadDesk } from './leads/lead-desk.ts'
import { Leads } from './leads/leads.ts'
import type { Wake } from './payments/lane-name.ts'
import { laneOf } from './payments/worker.ts'

interface LeadWorkOptions extends Pick<HandInOptions, 'settlingMs' | 'alert' | 'now'> {
  readonly stores: Pick<ReturnType<typeof createStores>, 'handIns' | 'leadNews' | 'dueLeads'>
  readonly desk: LeadDesk
  readonly feasibility: FeasibilitySource
  readonly wake: Wake
}

/** Longer than the calls of one order may last. */
const leaseMs = 120_000

/** Orders for internet at home: how they are taken, and the lanes that carry them on. */
export function createLeadWork({ stores, wake, settlingMs, alert, ...around }: LeadWorkOptions) {
  const { handIns, leadNews, dueLeads } = stores
  const { desk, feasibility, now } = around
  const common = { desk, feasibility, now, alert, wake: () => wake('send messages') }
  const handIn = new HandIn({ ...common, store: handIns, news: leadNews, settlingMs })
  const followUp = new FollowUp({ ...common, store: leadNews })
  const again = ({ id }: { readonly id: string }) => dueLeads.again(id)
  return {
    leads: new Leads({
      store: handIns,
      handIn,
      now,
      newId,
      newReference: () => newReference(leadReferenceStart),
    }),
    lanes: [
      laneOf({
        name: 'hand in leads',
        width: 4,
        leaseMs,
        claim: (claim) => dueLeads.toHandIn(claim),
        work: async (lead) => void (await handIn.advance(lead)),
        again,
      }),
      laneOf({
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
