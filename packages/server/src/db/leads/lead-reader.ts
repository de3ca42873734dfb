import { leadStages } from '@nyanja/domain/leads/lead-states'
import type { Kysely } from 'kysely'
import type { LeadReader, LeadStep } from '../../leads/lead-store.ts'
import { canBeStored } from '../payments/storable.ts'
import type { Database } from '../schema.ts'
import { leadFrom } from './rows.ts'

function stepIn({ to_state, at }: { readonly to_state: string | null; readonly at: number | null }): LeadStep[] {
  const stage = leadStages.find((known) => known === to_state)
  return stage === undefined || at === null ? [] : [{ stage, at }]
}

export function createLeadReader(db: Kysely<Database>, now: () => number): LeadReader {
  return {
    async byReference(reference) {
      const row = await db.selectFrom('leads').selectAll().where('reference', '=', reference).executeTakeFirst()
      return row && leadFrom(row)
    },

    async byTrackId(trackId) {
      if (!canBeStored(trackId)) return undefined
      const moves = await db
        .selectFrom('leads')
        .leftJoin('lead_events', (join) => join.onRef('lead_events.lead_id', '=', 'leads.id').on('leg', '=', 'stage'))
        .selectAll('leads')
        .select(['lead_events.to_state', 'lead_events.at'])
        .where('track_id', '=', trackId)
        .orderBy('lead_events.id')
        .execute()
      const [row] = moves
      return row && { ...leadFrom(row), steps: moves.flatMap(stepIn) }
    },

    async askSoon({ id, checkedAt }) {
      const at = now()
      await db
        .updateTable('leads')
        .set({ next_check_at: at })
        .where('id', '=', id)
        .where('hand_in', '=', 'handed_in')
        .where('stage', '<>', 'interested')
        .where('next_check_at', '>', at)
        .where('checked_at', '=', checkedAt)
        .execute()
    },
  }
}
