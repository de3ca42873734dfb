import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { repairModes } from '@nyanja/database/database-files'
import { expect, it, onTestFinished } from 'vitest'
import { migrateTables } from './migrations/all.ts'
import { openDatabase } from './open.ts'

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'private-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'data', 'portal.db')
}

const modeOf = (place: string) => (statSync(place).mode & 0o777).toString(8)

function modesIn(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(path.join(folder, name))]))
}

it('denies other users access to a database, its related files and its folder', async () => {
  const file = newFile()
  const database = openDatabase({ file })
  onTestFinished(() => database.close())
  await migrateTables(database)
  const modes = modesIn(path.dirname(file))
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(['portal.db', 'portal.db-wal', 'portal.db-shm', 'portal.db.lock']),
  )
  expect(new Set(Object.values(modes))).toEqual(new Set(['600']))
  expect(modeOf(path.dirname(file))).toBe('700')
})

it('removes access of other users once, and reports it', () => {
  const file = newFile()
  const folder = path.dirname(file)
  mkdirSync(folder)
  for (const name of ['portal.db', 'portal.db-wal', 'portal.db.lock']) writeFileSync(path.join(folder, name), '')
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o644)
  expect(repairModes(file)).toEqual([file, `${file}-wal`, `${file}.lock`, folder])
  expect(new Set(Object.values(modesIn(folder)))).toEqual(new Set(['600']))
  expect(repairModes(file)).toEqual([])
})

it('leaves a folder with other files unchanged', () => {
  const file = newFile()
  const folder = path.dirname(file)
  mkdirSync(folder)
  writeFileSync(file, '')
  writeFileSync(path.join(folder, 'of-someone-else'), '')
  chmodSync(folder, 0o755)
  chmodSync(file, 0o644)
  expect(repairModes(file)).toEqual([file])
  expect(modeOf(folder)).toBe('755')
})
