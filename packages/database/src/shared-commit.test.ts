import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './open.ts'
import { transaction } from './transaction.ts'

/** A file with a table, and what another process sees of it. */
async function openWatched() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-'))
  const file = path.join(folder, 'portal.db')
  const { db, close } = openDatabase({ file })
  await sql`create table things (id integer primary key, body blob) strict`.execute(db)
  const reader = new DatabaseSync(file, { readOnly: true })
  const select = reader.prepare('select id from things order by id')
  let isClosed = false
  const end = async () => {
    if (!isClosed) await close()
    isClosed = true
    if (reader.isOpen) reader.close()
    rmSync(folder, { recursive: true, force: true })
  }
  onTestFinished(end)
  const add = (id: number, bytes = 0) => sql`insert into things values (${id}, zeroblob(${bytes}))`
  return {
    db,
    end,
    add: async (id: number, bytes?: number) => void (await transaction(db, (tx) => add(id, bytes).execute(tx))),
    addAndFail: (id: number) =>
      transaction(db, async (tx) => {
        await add(id).execute(tx)
        throw new Error('changed its mind')
      }),
    addAlone: async (id: number, bytes?: number) => void (await add(id, bytes).execute(db)),
    limitPages: (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db),
    stored: () => select.all().map(({ id }) => Number(id)),
    logBytes: () => statSync(`${file}-wal`).size,
  }
}

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

describe('transactions on SQLite that end at the same time', () => {
  it('are written to the log once', async () => {
    const { add, logBytes } = await openWatched()
    const before = logBytes()
    for (const id of ids(20)) await add(id)
    const oneByOne = logBytes() - before
    await Promise.all(ids(20, 21).map((id) => add(id)))
    expect(logBytes() - before - oneByOne).toBeLessThan(oneByOne / 4)
  })

  it('are undone alone', async () => {
    const { add, addAndFail, addAlone, stored } = await openWatched()
    const ended = await Promise.allSettled([add(1), addAndFail(2), addAlone(1), add(1), add(3), addAlone(4)])
    expect(ended.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
    ])
    expect(stored()).toEqual([1, 3, 4])
  })

  it('wait for one that takes longer', async () => {
    const { db, add, stored } = await openWatched()
    const first = add(1)
    const long = transaction(db, async (tx) => {
      await sql`insert into things (id) values (2)`.execute(tx)
      for (let times = 0; times < 3; times += 1) await new Promise((resolve) => setImmediate(resolve))
    })
    await Promise.all([first, long])
    expect(stored()).toEqual([1, 2])
  })

  it('fail with a named error when a full disk undoes them with another one', async () => {
    const { add, limitPages, stored } = await openWatched()
    await limitPages(8)
    const [small, large] = await Promise.allSettled([add(1), add(2, 100_000)])
    expect([small, large]).toMatchObject([
      { status: 'rejected', reason: { code: 'database_unavailable' } },
      { status: 'rejected', reason: { code: 'database_unavailable' } },
    ])
    expect(stored()).toEqual([])
    await add(1)
    expect(stored()).toEqual([1])
  })

  it('are seen by every other process once a caller has a result that depends on them', async () => {
    const { db, add, stored } = await openWatched()
    const read = async () => {
      const { rows } = await sql<{ id: number }>`select id from things order by id`.execute(db)
      const seen = stored()
      return rows.filter(({ id }) => !seen.includes(id))
    }
    const added = ids(10).map((id) => add(id).then(() => expect(stored()).toContain(id)))
    const unseen = await Promise.all(ids(10).map(read))
    expect(unseen.flat()).toEqual([])
    await Promise.all(added)
  })

  it('leave the connection to its caller, who waits for it again', async () => {
    const { db, stored } = await openWatched()
    const add = (id: number) => sql`insert into things (id) values (${id})`
    let undone: Promise<unknown> | undefined
    await db.connection().execute(async (one) => {
      await one.transaction().execute((tx) => add(1).execute(tx))
      undone = transaction(db, async (tx) => {
        await add(2).execute(tx)
        for (let times = 0; times < 5; times += 1) await new Promise((resolve) => setImmediate(resolve))
        throw new Error('changed its mind')
      })
      await new Promise((resolve) => setImmediate(resolve))
      await Promise.all([add(3).execute(one), expect(undone).rejects.toThrow('changed its mind')])
      await one.transaction().execute((tx) => add(4).execute(tx))
    })
    expect(stored()).toEqual([1, 3, 4])
  })

  it('report nothing that they have read before it is stored, also when they fail', async () => {
    const { db, add, stored } = await openWatched()
    const first = add(1)
    const second = transaction(db, async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from things`.execute(tx)
      throw new Error(`there is ${rows.map(({ id }) => id)}`)
    })
    await expect(second.finally(() => expect(stored()).toEqual([1]))).rejects.toThrow('there is 1')
    await first
  })

  it('take no statement after their end, and store nothing of it', async () => {
    const { db, add, stored } = await openWatched()
    let late: Promise<unknown> | undefined
    await transaction(db, async (tx) => {
      await sql`insert into things (id) values (1)`.execute(tx)
      setImmediate(() => {
        late = sql`insert into things (id) values (2)`.execute(tx)
        late.catch(() => undefined)
      })
    })
    await add(3)
    await expect(late).rejects.toThrow()
    expect(stored()).toEqual([1, 3])
  })

  it('store nothing after a full disk has undone them, even if the work continues', async () => {
    const { db, limitPages, stored, add } = await openWatched()
    await limitPages(8)
    const put = (id: number, bytes: number) => sql`insert into things values (${id}, zeroblob(${bytes}))`
    const ended = await Promise.allSettled([
      transaction(db, async (tx) => {
        await put(1, 100_000)
          .execute(tx)
          .catch(() => undefined)
        await put(2, 0).execute(tx)
      }),
      transaction(db, (tx) => Promise.all([put(3, 100_000).execute(tx), put(4, 0).execute(tx)])),
    ])
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await add(5)
    expect(stored()).toEqual([5])
  })

  it('leave callbacks of their work to the database outside', async () => {
    const { db, stored } = await openWatched()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    await transaction(db, async (tx) => {
      await sql`insert into things (id) values (1)`.execute(tx)
      setImmediate(() => resolve(sql`insert into things (id) values (2)`.execute(db)))
    })
    await promise
    expect(stored()).toEqual([1, 2])
  })

  it('are undone when one of them does not end before the file is closed', async () => {
    const { db, add, stored } = await openWatched()
    const first = add(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = transaction(db, async (tx) => {
      await sql`insert into things (id) values (2)`.execute(tx)
      await promise
      await sql`insert into things (id) values (3)`.execute(tx)
    })
    const ended = Promise.allSettled([first, slow])
    await db.destroy()
    resolve()
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(stored()).toEqual([])
  })

  it('are stored before the file is closed', async () => {
    const { db, add, stored } = await openWatched()
    const added = ids(3).map((id) => add(id))
    await Promise.all([...added, db.destroy()])
    expect(stored()).toEqual([1, 2, 3])
  })

  it('let a statement run that is impossible within a transaction', async () => {
    const { db, add, limitPages, stored } = await openWatched()
    await Promise.all([add(1), limitPages(100), add(2), sql`vacuum`.execute(db), add(3)])
    expect(stored()).toEqual([1, 2, 3])
  })

  it('are stored exactly when their callers are told so, also when some fail and when the disk is full', async () => {
    const kinds = ['add', 'addAndFail', 'addAlone', 'addLarge', 'addLargeAlone', 'addTwice', 'pause'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 24 }), async (steps) => {
        const it = await openWatched()
        await it.limitPages(8)
        const large = 20_000
        const run = {
          add: it.add,
          addAndFail: it.addAndFail,
          addAlone: it.addAlone,
          addLarge: (id: number) => it.add(id, large),
          addLargeAlone: (id: number) => it.addAlone(id, large),
          addTwice: (id: number) => Promise.all([it.add(id), it.add(id)]),
        }
        const calls: { readonly id: number; readonly isTwo: boolean; readonly ended: Promise<boolean> }[] = []
        for (const [id, step] of steps.entries()) {
          if (step === 'pause') await new Promise((resolve) => setImmediate(resolve))
          else {
            const ended = run[step](id).then(
              () => true,
              () => false,
            )
            calls.push({ id, isTwo: step === 'addTwice', ended })
          }
        }
        for (const { id, isTwo, ended } of calls) {
          const isDone = await ended
          if (!isTwo) expect([id, isDone]).toEqual([id, it.stored().includes(id)])
        }
        await it.end()
      }),
      { numRuns: 150 },
    )
  })
})
