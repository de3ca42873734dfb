import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { recordInstallation } from './database-files.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { refuseToSkip } from './test-engines.ts'

const lockModule = path.join(import.meta.dirname, 'lock-file.ts')

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'data', 'portal.db')
}

async function pragma({ db }: OpenDatabase, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)
  return Object.values(rows[0] ?? {})[0]
}

function scriptThatLocks(file: string, then: string): string[] {
  const text = `import { lockFile } from ${JSON.stringify(lockModule)}; globalThis.held = lockFile(${JSON.stringify(file)}); ${then}`
  return ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', text]
}

describe('a SQLite file', () => {
  it('is created with its folder, and survives power cuts', async () => {
    const database = openDatabase({ file: newFile() })
    expect(await pragma(database, 'journal_mode')).toBe('wal')
    expect(await pragma(database, 'synchronous')).toBe(2)
    expect(await pragma(database, 'foreign_keys')).toBe(1)
    expect(await pragma(database, 'busy_timeout')).toBeLessThanOrEqual(50)
    await database.close()
  })

  it('serves one portal at a time', async () => {
    const file = newFile()
    const first = openDatabase({ file })
    expect(() => openDatabase({ file })).toThrow(`Another portal process (pid ${process.pid}) has ${file} open`)
    await first.close()
    await openDatabase({ file }).close()
  })

  it('serves staff commands beside the portal', async () => {
    const file = newFile()
    const [portal, command] = [openDatabase({ file }), openDatabase({ file, isBeside: true })]
    await sql`create table thing (id text)`.execute(portal.db)
    await sql`insert into thing values ('a')`.execute(command.db)
    expect((await sql`select * from thing`.execute(portal.db)).rows).toEqual([{ id: 'a' }])
    await command.close()
    expect(() => openDatabase({ file })).toThrow('Another portal process')
    await portal.close()
  })

  it('is refused to a second process, and available again once the first was killed', async () => {
    const file = newFile()
    await openDatabase({ file }).close()
    const other = spawn(process.execPath, scriptThatLocks(file, `console.log('locked'); setInterval(() => {}, 1000)`))
    await once(other.stdout, 'data')
    expect(() => openDatabase({ file })).toThrow(`pid ${other.pid}`)

    other.kill('SIGKILL')
    await once(other, 'exit')
    await openDatabase({ file }).close()
  })

  it('is available after a process that ended without closing it', async () => {
    const file = newFile()
    await openDatabase({ file }).close()
    execFileSync(process.execPath, scriptThatLocks(file, 'process.exit(0)'))
    await openDatabase({ file }).close()
  })

  it('refuses connections after it was closed', async () => {
    const { db, close } = openDatabase({ file: ':memory:' })
    await sql`select 1`.execute(db)
    await close()
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/destroyed|closed/)
  })
})

describe('an unusable SQLite file', () => {
  it('is reported when its folder cannot be created', () => {
    const file = newFile()
    writeFileSync(path.dirname(file), '')
    expect(() => openDatabase({ file })).toThrow(/The folder of the database cannot be made \(E.*disk-full\.md/)
  })

  it('is reported with the reason why it cannot be locked, without blaming another portal', () => {
    const file = newFile()
    mkdirSync(`${file}.lock`, { recursive: true })
    expect(() => openDatabase({ file })).toThrow(`${file}.lock cannot be opened`)
  })

  it('is reported with its runbook page when it is damaged', async () => {
    const file = newFile()
    mkdirSync(path.dirname(file))
    writeFileSync(file, 'not a database'.repeat(1000))
    const { db, close } = openDatabase({ file })
    await expect(sql`select 1`.execute(db)).rejects.toThrow(
      `${file} is damaged, or is no SQLite database: see docs/runbook/database-damaged.md`,
    )
    await close()
  })

  it.each(['empty', 'missing'])(
    'is not replaced by a new one when it is %s where payments were stored',
    async (state) => {
      const file = newFile()
      const { db, close } = openDatabase({ file })
      await sql`create table thing (id text)`.execute(db)
      recordInstallation(file)
      await close()
      if (state === 'empty') writeFileSync(file, '')
      else rmSync(file)
      const refusal = `${file} is ${state}, but portal.db.installed says that there was a database: see docs/runbook/database-lost.md`
      expect(() => openDatabase({ file })).toThrow(refusal)
      expect(() => openDatabase({ file, isBeside: true })).toThrow(refusal)
    },
  )

  it('is not replaced by a new one when it is empty next to its log', () => {
    const file = newFile()
    mkdirSync(path.dirname(file))
    writeFileSync(file, '')
    writeFileSync(`${file}-wal`, 'what was written last')
    expect(() => openDatabase({ file })).toThrow(`${file} is empty, but portal.db-wal says that there was a database`)
  })
})

describe('a database URL', () => {
  it('selects PostgreSQL or nothing', () => {
    expect(() => openDatabase({ url: 'mysql://localhost/portal' })).toThrow('A database URL begins with postgres://')
    expect(openDatabase({ url: 'postgresql://localhost/portal' }).engine).toBe('postgres')
  })
})

describe('a suite for both engines', () => {
  it('fails without PostgreSQL and shows how to start it', () => {
    expect(refuseToSkip).toThrow('`npm test`')
  })
})
