import { sql } from 'kysely'
import type { Lead } from '../../leads/lead.ts'
import type { DueLeads } from '../../leads/lead-store.ts'
import { createLeases, type LeaseHandle } from '../leases.ts'
import { leadFrom } from './rows.ts'

const isInDelivery = sql`hand_in in ('due', 'handing_over')`
const isHandedIn = sql`hand_in = 'handed_in'`

export function createDueLeads(handle: LeaseHandle, now: () => number): DueLeads {
  const { claimDue, retrySoon } = createLeases(handle, { table: 'leads', now })
  return {
    toHandIn: (claim) => claimDue(claim, (rows): readonly Lead[] => rows.map(leadFrom), isInDelivery),
    toFollow: (claim) => claimDue(claim, (rows): readonly Lead[] => rows.map(leadFrom), isHandedIn),
    again: retrySoon,
  }
}
