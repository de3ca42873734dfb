import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { OpenDatabase } from './open.ts'
import { describeOnEachEngine } from './test-engines.ts'
import { transaction } from './transaction.ts'

async function names({ db }: OpenDatabase): Promise<string[]> {
  return (await db.selectFrom('migration').select('name').orderBy('name').execute()).map(({ name }) => name)
}

function row(name: string) {
  return { name, applied_at: 0 }
}

describeOnEachEngine('a transaction', (openMigrated) => {
  const open = () => openMigrated([])

  it('commits everything when its work is done', async () => {
    const database = await open()
    const result = await transaction(database.db, async (tx) => {
      await tx.insertInto('migration').values(row('a')).execute()
      await tx.insertInto('migration').values(row('b')).execute()
      return 'done'
    })
    expect(result).toBe('done')
    expect(await names(database)).toEqual(['a', 'b'])
  })

  it('commits nothing when its work throws', async () => {
    const database = await open()
    const work = transaction(database.db, async (tx) => {
      await tx.insertInto('migration').values(row('a')).execute()
      throw new Error('enough')
    })
    await expect(work).rejects.toThrow('enough')
    expect(await names(database)).toEqual([])
  })

  it('commits nothing when one of its statements fails', async () => {
    const database = await open()
    const work = transaction(database.db, async (tx) => {
      await tx.insertInto('migration').values(row('a')).execute()
      await tx.insertInto('migration').values(row('a')).execute()
    })
    await expect(work).rejects.toThrow(/unique/i)
    expect(await names(database)).toEqual([])
  })

  it('throws when the outer handle is used inside, instead of a deadlock', async () => {
    const database = await open()
    const work = transaction(database.db, async (tx) => {
      await tx.insertInto('migration').values(row('a')).execute()
      await database.db.selectFrom('migration').selectAll().execute()
    })
    await expect(work).rejects.toThrow('The outer database handle was used inside a transaction')
    expect(await names(database)).toEqual([])
  })

  it('throws when another one is begun inside', async () => {
    const { db } = await open()
    const nested = transaction(db, () => transaction(db, async () => 'inner'))
    await expect(nested).rejects.toThrow('inside a transaction')
  })

  it('is not available to callbacks that outlive it', async () => {
    const database = await open()
    const { later } = await transaction(database.db, async () => ({
      later: () => names(database),
    }))
    let isOver = false
    let fromTimer: Promise<string[]> | undefined
    await transaction(database.db, async () => {
      fromTimer = new Promise((resolve, reject) => {
        const timer = setInterval(() => {
          if (!isOver) return
          clearInterval(timer)
          names(database).then(resolve, reject)
        }, 5)
      })
    })
    isOver = true
    expect(await later()).toEqual([])
    expect(await fromTimer).toEqual([])
  })

  it('lets others wait for it', async () => {
    const database = await open()
    await database.db.insertInto('migration').values(row('count')).execute()
    const increments = Array.from({ length: 20 }, () =>
      transaction(database.db, async (tx) => {
        await sql`update migration set applied_at = applied_at + 1`.execute(tx)
        await new Promise(setImmediate)
        await sql`update migration set applied_at = applied_at + 1`.execute(tx)
      }),
    )
    await Promise.all(increments)
    const { applied_at } = await database.db.selectFrom('migration').selectAll().executeTakeFirstOrThrow()
    expect(applied_at).toBe(40)
  })
})
