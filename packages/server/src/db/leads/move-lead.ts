import type { Transaction, UpdateObject } from 'kysely'
import type { Lead } from '../../leads/lead.ts'
import type { Database } from '../schema.ts'
import { toLead } from './rows.ts'
import type { LeadEventTable } from './tables.ts'

/** Makes one compare-and-set on the state that the caller read: undefined when the state has changed. */
export async function changeLead(
  tx: Transaction<Database>,
  { id, stage, moves, feasibility, submission, sends }: Lead,
  columns: UpdateObject<Database, 'leads'>,
): Promise<Lead | undefined> {
  const row = await tx
    .updateTable('leads')
    .set(columns)
    .where('id', '=', id)
    .where('stage', '=', stage)
    .where('moves', '=', moves)
    .where('feasibility', feasibility === undefined ? 'is' : '=', feasibility ?? null)
    .where('submission', '=', submission)
    .where('sends', '=', sends)
    .returningAll()
    .executeTakeFirst()
  return row && toLead(row)
}

type Move = Pick<LeadEventTable, 'component' | 'from_state' | 'to_state' | 'at'>

/** The foreign key to `lead_moves` refuses a move that is not in the domain's tables. */
export async function recordLeadEvent(tx: Transaction<Database>, lead_id: string, move: Move): Promise<void> {
  await tx
    .insertInto('lead_events')
    .values({ lead_id, ...move })
    .execute()
}
