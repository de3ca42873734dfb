import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SqliteConnection } from './sqlite-connection.ts'

function openMemory(): SqliteConnection {
  return new SqliteConnection(new DatabaseSync(':memory:'))
}

function openTwice() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-'))
  const file = path.join(folder, 'test.db')
  const [ours, theirs] = [new DatabaseSync(file, { timeout: 5 }), new DatabaseSync(file, { timeout: 5 })]
  onTestFinished(() => {
    ours.close()
    theirs.close()
    rmSync(folder, { recursive: true })
  })
  ours.exec('pragma journal_mode = wal; create table count (n integer) strict; insert into count values (1)')
  return { connection: new SqliteConnection(ours), theirs }
}

describe('a parameter of a SQLite statement', () => {
  const kindOf = (value: unknown) => CompiledQuery.raw('select typeof(?) as kind', [value])

  it.each([
    ['a', 'text'],
    [1, 'integer'],
    [-1.5, 'real'],
    [2n ** 60n, 'integer'],
    [null, 'null'],
    [new Uint8Array([1]), 'blob'],
    [Buffer.from('a'), 'blob'],
  ])('may be %s and is stored as %s', async (value, kind) => {
    expect((await openMemory().executeQuery(kindOf(value))).rows).toEqual([{ kind }])
  })

  it.each([new Date(), true, undefined, {}, [], () => {}, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])(
    'may not be %s',
    async (value) => {
      await expect(openMemory().executeQuery(kindOf(value))).rejects.toThrow(TypeError)
    },
  )

  it('is not included in errors, because it may be personal', async () => {
    await expect(openMemory().executeQuery(kindOf(['265991234567']))).rejects.toThrow('A Array cannot be a parameter')
  })
})

describe('a file that another process is writing', () => {
  it('is waited for without blocking the event loop', async () => {
    const { connection, theirs } = openTwice()
    theirs.exec('begin immediate')
    const update = connection.executeQuery(CompiledQuery.raw('update count set n = n + 1'))

    let isDone = false
    void update.finally(() => {
      isDone = true
    })
    // Each iteration is one in which another request could have been served.
    for (let round = 0; round < 20; round++) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      expect(isDone).toBe(false)
    }
    theirs.exec('commit')

    expect((await update).numAffectedRows).toBe(1n)
  })
})

describe('a statement', () => {
  it('is prepared once, and still correct after the tables have changed', async () => {
    const connection = openMemory()
    const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    await run('create table thing (id text)')
    await run(`insert into thing values ('a')`)
    expect((await run('select * from thing')).rows).toEqual([{ id: 'a' }])
    await run('alter table thing add column note text')
    expect((await run('select * from thing')).rows).toEqual([{ id: 'a', note: null }])
  })

  it('is dropped when many others are used after it', async () => {
    const connection = openMemory()
    for (let each = 0; each < 1200; each++) await connection.executeQuery(CompiledQuery.raw(`select ${each}`))
    expect((await connection.executeQuery(CompiledQuery.raw('select 0 as zero'))).rows).toEqual([{ zero: 0 }])
  })
})
