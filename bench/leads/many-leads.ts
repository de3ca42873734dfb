import type { OpenDatabase } from '../../apps/portal/server/db/open.ts'
import { newId, newReference } from '../../apps/portal/server/ids.ts'
import { leadMoves } from '../../packages/domain/src/leads/lead-states.ts'

const together = 200
const day = 86_400_000

/** Orders of three days ago that the BSS has looked at. Answers by what each can be looked at. */
export async function addLeads({ db }: Pick<OpenDatabase, 'db'>, count: number): Promise<string[]> {
  const trackIds: string[] = []
  const at = Date.now() - 3 * day
  for (let done = 0; done < count; done += together) {
    const rows = Array.from({ length: Math.min(together, count - done) }, () => leadRow(at))
    await db.insertInto('leads').values(rows).execute()
    const moves = leadMoves.filter(({ from, to }) => from === 'none' || (from === 'received' && to === 'checked'))
    const events = rows.flatMap(({ id }) =>
      moves.map(({ from, to }) => ({ lead_id: id, leg: 'stage' as const, from_state: from, to_state: to, at })),
    )
    await db.insertInto('lead_events').values(events).execute()
    trackIds.push(...rows.map(({ track_id }) => track_id))
  }
  return trackIds
}

function leadRow(at: number) {
  const address = { street1: 'Plot 4', city: 'Zomba', country: 'MW' }
  return {
    id: newId(),
    reference: newReference('HB'),
    track_id: newId(),
    ...{ channel: 'web', source: 'WEBPORTAL', language: 'en', full_name: 'Chisomo Banda', msisdn: '999000001' },
    city: address.city,
    address_json: JSON.stringify(address),
    ...{ plan_code: 'HBB-150', plan_description: 'Home 150GB', amount_minor: 4_500_000, currency: 'MWK' as const },
    ...{ consented_at: at, consent_text: 'You may call me.' },
    ...{ stage: 'checked' as const, stage_at: at, moves: 1, feasibility: 'feasible' as const },
    ...{ hand_in: 'handed_in' as const, bss_reference: newId(), checked_at: at, created_at: at },
    // Asked about long after the measure is over, unless somebody looks.
    next_check_at: Date.now() + day,
  }
}
