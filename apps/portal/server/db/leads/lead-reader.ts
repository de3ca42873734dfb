import type { LeadStage } from '@nyanja/domain/lead-stage'
import { leadStages } from '@nyanja/domain/lead-stage'
import type { Kysely } from 'kysely'
import type { LeadReader } from '../../leads/lead-store.ts'
import { canBeStored } from '../payments/storable.ts'
import type { Database } from '../schema.ts'
import { leadFrom } from './rows.ts'

function isStage(state: string): state is LeadStage {
  return leadStages.some((stage) => stage === state)
}

export function createLeadReader(db: Kysely<Database>, now: () => number): LeadReader {
  return {
    async byReference(reference) {
      const row = await db.selectFrom('leads').selectAll().where('reference', '=', reference).executeTakeFirst()
      return row && leadFrom(row)
    },

    async byTrackId(trackId) {
      if (!canBeStored(trackId)) return undefined
      const row = await db.selectFrom('leads').selectAll().where('track_id', '=', trackId).executeTakeFirst()
      if (row === undefined) return undefined
      const moves = await db
        .selectFrom('lead_events')
        .select(['to_state', 'at'])
        .where('lead_id', '=', row.id)
        .where('leg', '=', 'stage')
        .orderBy('id')
        .execute()
      const steps = moves.flatMap(({ to_state, at }) => (isStage(to_state) ? [{ stage: to_state, at }] : []))
      return { ...leadFrom(row), steps }
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
