import assert from 'node:assert/strict'
import { hour } from '@nyanja/domain/time'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { applied, openLeads } from '../leads/test-leads.ts'
import type { Database } from '../schema.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { dueTables, firstDue, firstToSubmit, oldestDue } from './due-work.ts'
import { openPayments } from './test-payments.ts'

describeOnEachEngine('the oldest due work', (open, engine) => {
  it('is reported by kind', async () => {
    const database = await open()
    const harness = openPayments(database)
    assert.deepEqual(await oldestDue(database.db), [
      { kind: 'check', at: undefined },
      { kind: 'deliver', at: undefined },
      { kind: 'refund', at: undefined },
      { kind: 'credit', at: undefined },
      { kind: 'takeback', at: undefined },
      { kind: 'message', at: undefined },
      { kind: 'mail', at: undefined },
      { kind: 'submission', at: undefined },
      { kind: 'submit_lead', at: undefined },
    ])
    await harness.startAttempt(await harness.placedOrder(), { method: 'card', email: 'a@example.com' })
    expect(await oldestDue(database.db)).toContainEqual({ kind: 'check', at: expect.any(Number) })
  })

  it('includes a home internet order from its submission until the BSS has it', async () => {
    const { clock, leads, bss, after, database } = openLeads(await open())
    const submission = async () => (await oldestDue(database.db)).find(({ kind }) => kind === 'submit_lead')?.at
    bss.state.isSilent = true
    const cameAt = clock.now
    await leads.submit(applied())
    for (let tries = 0; tries < 10; tries += 1) await after(hour)
    expect(await submission()).toBe(cameAt)
    bss.state.isSilent = false
    await after(hour)
    expect(await submission()).toBeUndefined()
  })

  const queries = [
    ...Object.values(dueTables).map((table) => [table, (db: Kysely<Database>) => firstDue(db, table)] as const),
    ['leads', firstToSubmit] as const,
  ]
  it.each(queries)('is found in %s without reading finished rows', async (table, first) => {
    const { db } = await open()
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await db.connection().execute(async (one) => {
      if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(one)
      const { sql: text, parameters } = first(one).compile()
      return one.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
    })
    expect(JSON.stringify(rows)).toContain(`${table}_due`)
  })
})
