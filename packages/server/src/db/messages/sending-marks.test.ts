import assert from 'node:assert/strict'
import { it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createSendingMarks } from './sending-marks.ts'

describeOnEachEngine('messages that were sent', (openDatabase) => {
  it('are marked together when they come together, and one by one otherwise', async () => {
    const { db } = await openDatabase()
    const ids = ['a', 'b', 'c', 'd']
    const message = { kind: 'code', msisdn: '999000001', language: 'en', params_json: '{}', state: 'due' } as const
    const times = { created_at: 1, expires_at: 2, next_check_at: 1 }
    await db
      .insertInto('messages')
      .values(ids.map((id) => ({ id, ...message, ...times })))
      .execute()
    const { sent } = createSendingMarks(db, 'messages')
    await Promise.all([sent({ id: 'a' }), sent({ id: 'b' }), sent({ id: 'c' })])
    const due = async () => {
      const rows = await db.selectFrom('messages').select('id').where('next_check_at', 'is not', null).execute()
      return rows.map(({ id }) => id)
    }
    assert.deepEqual(await due(), ['d'])
    await sent({ id: 'd' })
    assert.deepEqual(await due(), [])
  })
})
