import { leadMoves, submissionMoves } from '@nyanja/domain/leads/lead-states'
import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'

describeOnEachEngine('the moves of an order for internet at home', (open) => {
  it('are in the database those of the domain', async () => {
    const { db } = await open()
    const rows = await db.selectFrom('lead_moves').selectAll().execute()
    const domain = [
      ...leadMoves.map(({ from, to }) => ({ leg: 'stage', from_state: from, to_state: to })),
      ...submissionMoves.map(({ from, to }) => ({ leg: 'hand_in', from_state: from, to_state: to })),
    ]
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(new Set(domain.map((row) => JSON.stringify(row))))
  })
})
