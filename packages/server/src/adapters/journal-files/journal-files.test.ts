import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { JournalFiles, readJournal, readLastCommits } from './journal-files.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const amount = money('MWK', 50_000)
const charge = (reference: string) => ({ reference, gateway: 'dpo', call: 'charge', amount }) as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function open(processId = 1, place = folder) {
  const clock = { now: noon }
  const failures: unknown[] = []
  const failed = (error: unknown) => void failures.push(error)
  return { clock, failures, journal: new JournalFiles({ folder: place, processId, now: () => clock.now, failed }) }
}

it('writes a line before it returns, in a file that its owner alone can read', async () => {
  const { journal } = open()
  await journal.record(charge('A1'))
  const [name = ''] = readdirSync(folder)
  const file = path.join(folder, name)
  expect(name).toBe('2026-11-20-1.jsonl')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    ...{ at: '2026-11-20T12:00:00.000Z', reference: 'A1', gateway: 'dpo', call: 'charge' },
    ...{ amount: 50_000, currency: 'MWK' },
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await journal.close()
})

it('keeps every line of concurrent and nested calls', async () => {
  const { journal } = open()
  const twice = async (name: string) => {
    await journal.record(charge(name))
    await journal.record({ reference: name, gateway: 'bss', call: 'top_up', amount })
  }
  await Promise.all(Array.from({ length: 200 }, (_, at) => twice(`A${at}`)))
  await journal.close()
  const { lines, unreadable } = await readJournal(folder, noon)
  expect(lines).toHaveLength(400)
  expect(new Set(lines.map(({ reference, call }) => `${call} ${reference}`)).size).toBe(400)
  expect(unreadable).toBe(0)
})

it('starts a file each day and reads the files of all processes from a given moment', async () => {
  const one = open(1)
  await one.journal.record(charge('early'))
  one.clock.now += 24 * 60 * 60_000
  await one.journal.record(charge('late'))
  const other = open(2, path.join(folder, 'another-machine'))
  other.clock.now += 60_000
  await other.journal.record({ reference: 'elsewhere', gateway: 'smartcash', call: 'pin' })
  await Promise.all([one.journal.close(), other.journal.close()])

  const all = await readJournal(folder, noon)
  expect(all.lines.map(({ reference }) => reference).toSorted()).toEqual(['early', 'elsewhere', 'late'])
  expect(all.files).toBe(3)
  const later = await readJournal(folder, noon + 1)
  expect(later.lines.map(({ reference }) => reference).toSorted()).toEqual(['elsewhere', 'late'])
  expect(later.lines.find(({ reference }) => reference === 'late')?.amount).toEqual(amount)
})

it('skips a truncated line and reads the lines after it', async () => {
  const before = open(1)
  await before.journal.record(charge('whole'))
  await before.journal.close()
  appendFileSync(path.join(folder, '2026-11-20-1.jsonl'), '{"at":"2026-11-20T12:0')
  const after = open(1)
  await after.journal.record(charge('next'))
  await after.journal.close()
  const { lines, unreadable } = await readJournal(folder, noon)
  expect(lines.map(({ reference }) => reference)).toEqual(['whole', 'next'])
  expect(unreadable).toBe(1)
})

it('refuses every call while the journal cannot be written, and accepts calls as soon as it can', async () => {
  const place = path.join(folder, 'place')
  writeFileSync(place, 'not a folder')
  const { journal, failures } = open(1, place)
  await expect(journal.record(charge('A1'))).rejects.toThrow()
  expect(failures).toHaveLength(1)
  rmSync(place)
  await journal.record(charge('A2'))
  await journal.close()
  expect((await readJournal(place, noon)).lines.map(({ reference }) => reference)).toEqual(['A2'])
})

it('reads an empty journal where there is no folder', async () => {
  expect(await readJournal(path.join(folder, 'nowhere'), noon)).toEqual({ lines: [], files: 0, unreadable: 0 })
})

it('records what the database had acknowledged before a call, for the next process on the machine', async () => {
  const commit = { identity: '7712316523205514939 00000003', xid: '6017', lsn: '0/3E26B78' }
  const failed = () => {}
  const journal = new JournalFiles({ folder, processId: 1, now: () => noon, failed, lastCommit: () => commit })
  await journal.record(charge('A1'))
  await journal.record(charge('A2'))
  await journal.close()
  const without = open(2)
  await without.journal.record(charge('A3'))
  await without.journal.close()
  expect(await readLastCommits(folder)).toEqual([commit])
  expect((await readJournal(folder, noon)).lines).toHaveLength(3)
  expect(await readLastCommits(path.join(folder, 'none'))).toEqual([])
})
