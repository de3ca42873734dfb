import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../db/test-database.ts'
import { listReadinessFaults } from './readiness.ts'

const serving = { isDraining: false }

describeOnEachEngine('readiness', (open, engine) => {
  it('reports no fault while the database reads and writes', async () => {
    expect(await listReadinessFaults(await open(), serving)).toEqual([])
  })

  it('reports a process that is stopping', async () => {
    expect(await listReadinessFaults(await open(), { isDraining: true })).toEqual(['draining'])
  })

  it('reports missing tables', async () => {
    expect(await listReadinessFaults(await open([]), serving)).toEqual(['migrations'])
  })

  it('reports an unavailable database', async () => {
    const database = await open()
    expect(await listReadinessFaults(database, serving)).toEqual([])
    await database.close()
    expect(await listReadinessFaults(database, serving)).toEqual(['database'])
  })

  it.runIf(engine === 'sqlite')('reports a read-only database', async () => {
    const database = await open()
    await sql`pragma query_only = on`.execute(database.db)
    expect(await listReadinessFaults(database, serving)).toEqual(['database writes'])
  })

  it.runIf(engine === 'sqlite')('remembers that a payment found the disk full', async () => {
    const database = await open()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(database.db)
    const fill = sql`create table filler as select zeroblob(100000) as bytes`.execute(database.db)
    await expect(fill).rejects.toMatchObject({ code: 'database_unavailable' })
    expect(await listReadinessFaults(database, serving)).toEqual(['database writes'])
  })
})
