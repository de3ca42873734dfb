import assert from 'node:assert/strict'
import { CompiledQuery, sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { dueTables, firstDue, oldestDue } from './oldest-due.ts'
import { openTill } from './test-payments.ts'

describeOnEachEngine('the oldest due work', (open, engine) => {
  it('is told by kind', async () => {
    const database = await open()
    const till = openTill(database)
    assert.deepEqual(await oldestDue(database.db), [
      { kind: 'settle', at: undefined },
      { kind: 'deliver', at: undefined },
      { kind: 'refund', at: undefined },
      { kind: 'message', at: undefined },
      { kind: 'mail', at: undefined },
    ])
    await till.begunBy(await till.placedOrder(), { method: 'card', email: 'a@example.com' })
    expect(await oldestDue(database.db)).toContainEqual({ kind: 'settle', at: expect.any(Number) })
  })

  it.each(Object.values(dueTables))('is found in %s without a look at what is finished', async (table) => {
    const { db } = await open()
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await db.connection().execute(async (one) => {
      if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(one)
      const { sql: text, parameters } = firstDue(one, table).compile()
      return one.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
    })
    expect(JSON.stringify(rows)).toContain(`${table}_due`)
  })
})
