import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@nyanja/database/migrate'
import { migrations } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { createSubmissionStore } from '@nyanja/server/db/submissions/submission-store'
import { expect, it, onTestFinished } from 'vitest'
import { operateDatabase } from './operate.ts'

const home = path.join(import.meta.dirname, '../../portal')

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'operate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function operateOn(env: Record<string, string>, typed: readonly string[] = ['payments', 'list']) {
  const [printed, complained]: [string[], string[]] = [[], []]
  const code = await operateDatabase({
    ...{ env, home, typed },
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
  })
  return { code, printed: printed.join(''), complained: complained.join('') }
}

async function portalIn(folder: string, applied = migrations): Promise<string> {
  const file = path.join(folder, 'portal.db')
  const database = openDatabase({ file })
  await migrate(database, applied)
  await database.close()
  return file
}

it('has no default database', async () => {
  await expect(operateOn({})).rejects.toThrow('DATABASE_URL or DATA_DIR must be set')
})

it('creates no missing database', async () => {
  const folder = path.join(newFolder(), 'elsewhere')
  await expect(operateOn({ DATA_DIR: folder })).rejects.toThrow(`There is no database ${folder}/portal.db`)
  expect(existsSync(folder)).toBe(false)
})

it('creates no tables in an empty database', async () => {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'portal.db'), '')
  for (const _ of ['once', 'again'])
    await expect(operateOn({ DATA_DIR: folder })).rejects.toThrow('portal.db cannot be read, or holds no portal')
})

it('migrates no database of an earlier release', async () => {
  const folder = newFolder()
  await portalIn(folder, migrations.slice(0, -1))
  for (const _ of ['once', 'again'])
    await expect(operateOn({ DATA_DIR: folder })).rejects.toThrow('portal.db lacks 1 migrations of this release')
})

it('refuses a database of a release before 1.0', async () => {
  const folder = newFolder()
  await portalIn(folder, [{ name: '0001-payments', up: async () => {} }])
  await expect(operateOn({ DATA_DIR: folder })).rejects.toThrow('belongs to a release before 1.0')
})

it('reports which database it opened, separately from the result', async () => {
  const folder = newFolder()
  const file = await portalIn(folder)
  const { code, printed, complained } = await operateOn({ DATA_DIR: folder })
  expect(code).toBe(0)
  expect(complained).toBe(`Database: ${file}\n`)
  expect(printed).not.toContain(file)
})

it('reads and closes days in the database of the portal', async () => {
  const folder = newFolder()
  await portalIn(folder)
  const closed = await operateOn({ DATA_DIR: folder }, ['finance', 'close'])
  expect([closed.code, closed.printed]).toEqual([0, 'No day is to be closed now\n'])
  const shown = await operateOn({ DATA_DIR: folder }, ['finance', 'show', '2026-11-20'])
  expect([shown.code, shown.printed]).toEqual([1, ''])
})

it('names a PostgreSQL that it cannot reach, and never its password', async () => {
  const failure = await operateOn({ DATABASE_URL: 'postgres://portal:s3cret@127.0.0.1:1/orders' }).catch(String)
  expect(failure).toContain('postgres://portal@127.0.0.1:1/orders cannot be read')
  expect(failure).not.toContain('s3cret')
})

/** Two of its columns are personal and not empty. */
const message = {
  id: 'id-1',
  reference: 'MSG-7K4P-29XD',
  form: 'contact',
  channel: 'web',
  language: 'en',
  answers: { fullName: 'Chisomo' },
  msisdn: '265999000001',
  email: '',
  digest: 'd',
  at: 1,
} as const

it('rotates the keys of personal columns as the runbook describes', async () => {
  const folder = newFolder()
  const file = await portalIn(folder)
  const database = openDatabase({ file })
  await createSubmissionStore(database.db).keep(message, 0)
  await database.close()
  const [first, second] = [
    `2026a:${Buffer.alloc(32, 1).toString('base64')}`,
    `2027a:${Buffer.alloc(32, 2).toString('base64')}`,
  ]
  const type = async (keys: string, ...words: string[]) => {
    const env: Record<string, string> = { DATA_DIR: folder, ...(keys && { DATA_KEYS: keys }) }
    const { code, printed, complained } = await operateOn(env, ['data-keys', ...words])
    return code === 0 ? printed : complained
  }

  expect(await type(`plain,${first}`, 'list')).toMatch(/^none +2 /m)
  expect(await type(first, 're-encrypt')).toBe('2 values encrypted with 2026a\n')

  expect(await type(`${first},${second}`, 'list')).toMatch(/^2026a +2 /m)
  expect(await type(`${second},${first}`, 'drop', '2026a')).toContain('Values are encrypted with 2026a')
  expect(await type(`${second},${first}`, 're-encrypt')).toBe('2 values encrypted with 2027a\n')
  expect(await type(`${second},${first}`, 'list')).toMatch(/^2026a +0 /m)
  expect(await type(`${second},${first}`, 'drop', '2026a')).toContain('2026a may be taken out of DATA_KEYS')
  expect(await type(second, 'list')).toMatch(/^2027a +2 /m)

  expect(await type(`plain,${second}`, 're-encrypt')).toBe('2 values decrypted\n')
  expect(await type(`plain,${second}`, 'drop', '2027a')).toContain('2027a may be taken out of DATA_KEYS')
  expect(await type('', 'list')).toMatch(/^none +2 /m)
})
