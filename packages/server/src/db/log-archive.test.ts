import { expect, it } from 'vitest'
import { type ArchiverFigures, isArchiveFailing } from './log-archive.ts'

const now = Date.UTC(2026, 10, 29, 17)
const minutesAgo = (minutes: number) => now - minutes * 60_000

const archived: ArchiverFigures = {
  mode: 'on',
  archivedAt: minutesAgo(1),
  failedAt: null,
  archivedFile: '00000002000000000000000A',
  completeFile: '00000002000000000000000A',
  startedAt: minutesAgo(600),
  now,
}

it('reports no fault of an archive that keeps up or has nothing to do', () => {
  expect(isArchiveFailing(archived)).toBe(false)
  expect(isArchiveFailing({ ...archived, archivedAt: minutesAgo(300) })).toBe(false)
  // The present segment was completed a moment ago.
  expect(isArchiveFailing({ ...archived, completeFile: '00000002000000000000000B' })).toBe(false)
  expect(isArchiveFailing({ ...archived, failedAt: minutesAgo(2) })).toBe(false)
})

it('reports an attempt that failed since', () => {
  expect(isArchiveFailing({ ...archived, failedAt: minutesAgo(0.5) })).toBe(true)
  expect(isArchiveFailing({ ...archived, archivedAt: null, archivedFile: null, failedAt: minutesAgo(90) })).toBe(true)
})

it('reports segments that wait for a command which hangs or cannot be found', () => {
  const waiting = { ...archived, archivedAt: minutesAgo(6), completeFile: '00000002000000000000000B' }
  expect(isArchiveFailing(waiting)).toBe(true)
  expect(isArchiveFailing({ ...waiting, completeFile: '000000020000000100000000' })).toBe(true)
  const never = { ...archived, archivedAt: null, archivedFile: null }
  expect(isArchiveFailing(never)).toBe(true)
  expect(isArchiveFailing({ ...never, startedAt: minutesAgo(2) })).toBe(false)
})

it('compares positions across timelines, and files of backups by theirs', () => {
  const older = { ...archived, archivedAt: minutesAgo(60), archivedFile: '00000001000000000000000A' }
  expect(isArchiveFailing(older)).toBe(false)
  expect(isArchiveFailing({ ...older, archivedFile: '00000002000000000000000A.00000028.backup' })).toBe(false)
  expect(isArchiveFailing({ ...older, archivedFile: '00000002.history' })).toBe(true)
})

it('reports nothing of a server that archives no log, nor of a standby', () => {
  const never = { ...archived, archivedAt: null, archivedFile: null }
  expect(isArchiveFailing({ ...never, mode: 'off' })).toBe(false)
  expect(isArchiveFailing({ ...never, completeFile: null })).toBe(false)
})
