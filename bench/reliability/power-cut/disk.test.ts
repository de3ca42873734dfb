import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyFiles, Disk, type Honesty } from './disk.ts'
import type { Operation } from './recording.ts'
import { readRecording } from './recording.ts'

let folder: string
const inFolder = (name: string) => `${folder}/data/${name}`

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nyanja-disk-'))
  mkdirSync(path.join(folder, 'before'))
  writeFileSync(path.join(folder, 'before', 'old'), 'old content')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns the remaining files, by name, with every chance set to `chance`: 0 loses all, 0.3 keeps all. */
function leftOf(operations: readonly Operation[], chance: number, honesty: Honesty = 'honest') {
  const disk = new Disk(path.join(folder, 'before'))
  disk.replay(operations, path.join(folder, 'data'), honesty)
  copyFiles(path.join(folder, 'before'), path.join(folder, 'data'))
  disk.cut(path.join(folder, 'data'), () => chance)
  const names = readdirSync(path.join(folder, 'data'))
  return Object.fromEntries(names.map((name) => [name, readFileSync(inFolder(name), 'utf8')]))
}

const write = (name: string, offset: number, text: string): Operation => ({
  kind: 'write',
  path: inFolder(name),
  offset,
  data: Buffer.from(text),
})
const sync = (name: string, begunAt: number): Operation => ({ kind: 'sync', path: inFolder(name), begunAt })

const losing = 0
const keeping = 0.3

describe('a disk after a power cut', () => {
  it('keeps synced data', () => {
    expect(leftOf([write('old', 0, 'new'), sync('old', 1)], losing)).toEqual({ old: 'new content' })
  })

  it('may lose or keep data that was not synced', () => {
    expect(leftOf([write('old', 0, 'new')], losing)).toEqual({ old: 'old content' })
    expect(leftOf([write('old', 0, 'new')], keeping)).toEqual({ old: 'new content' })
  })

  it('may lose data that was written during the sync', () => {
    expect(leftOf([write('old', 0, 'new'), sync('old', 0)], losing)).toEqual({ old: 'old content' })
  })

  it('may lose a new file, but not one that was synced', () => {
    expect(leftOf([write('made', 0, 'text')], losing)).toEqual({ old: 'old content' })
    expect(leftOf([write('made', 0, 'text'), sync('made', 1)], losing)).toEqual({ made: 'text', old: 'old content' })
  })

  it('keeps the content of a file under its old name when the new one is lost', () => {
    const rename: Operation = { kind: 'rename', path: inFolder('old'), to: inFolder('moved') }
    expect(leftOf([write('old', 0, 'new'), sync('old', 1), rename], losing)).toEqual({ old: 'new content' })
    expect(leftOf([rename, sync('moved', 1)], losing)).toEqual({ moved: 'old content' })
  })

  it('starts a new file under a name that was removed', () => {
    const remove: Operation = { kind: 'remove', path: inFolder('old') }
    expect(leftOf([remove, write('old', 0, 'x'), sync('old', 2)], losing)).toEqual({ old: 'x' })
  })

  it('tears a write at the borders of its sectors', () => {
    const parts = 'abcd'.split('').map((letter) => letter.repeat(512))
    let draws = 0
    const disk = new Disk(path.join(folder, 'before'))
    disk.replay([write('torn', 0, parts.join('')), sync('old', 1)], path.join(folder, 'data'), 'honest')
    copyFiles(path.join(folder, 'before'), path.join(folder, 'data'))
    // The first three chances decide about names, about the file, and how likely a sector is kept.
    const chances = [0, 0.9, 0.5, 0.4, 0.6, 0.4, 0.6]
    disk.cut(path.join(folder, 'data'), () => chances[draws++] ?? 0)
    expect(readFileSync(inFolder('torn'), 'utf8')).toBe(`${parts[0]}${'\0'.repeat(512)}${parts[2]}${'\0'.repeat(512)}`)
  })

  it('keeps changes of sizes and names in their order', () => {
    const cut: Operation = { kind: 'resize', path: inFolder('old'), size: 3 }
    const rename: Operation = { kind: 'rename', path: inFolder('old'), to: inFolder('moved') }
    const remains = [0, 0.4, 0.9].map((chance) => leftOf([cut, rename], chance))
    expect(remains).toEqual([{ old: 'old content' }, { old: 'old' }, { moved: 'old' }])
    expect(leftOf([cut, write('other', 0, 'x'), sync('other', 2)], losing)).toEqual({ old: 'old', other: 'x' })
  })

  it('loses what was written behind a new end together with that end', () => {
    const cut: Operation = { kind: 'resize', path: inFolder('old'), size: 600 }
    const before = 'o'.repeat(1_200)
    writeFileSync(path.join(folder, 'before', 'old'), before)
    const operations = [cut, write('old', 0, 'n'.repeat(1_200))]
    const chances = [0, 0.3]
    const disk = new Disk(path.join(folder, 'before'))
    disk.replay(operations, path.join(folder, 'data'), 'honest')
    copyFiles(path.join(folder, 'before'), path.join(folder, 'data'))
    disk.cut(path.join(folder, 'data'), () => chances.shift() ?? 0)
    expect(readFileSync(inFolder('old'), 'utf8')).toBe(`${'n'.repeat(1_024)}${'o'.repeat(176)}`)
  })

  it('writes to the file that was opened, not to the one that has its name by now', () => {
    const unlinked = { isUnlinked: true } as const
    const remove: Operation = { kind: 'remove', path: inFolder('old') }
    const operations: Operation[] = [
      { kind: 'link', path: inFolder('old'), to: inFolder('kept') },
      remove,
      write('old', 0, 'made'),
      { ...write('old', 0, 'new'), ...unlinked },
      { ...sync('old', 4), ...unlinked },
      sync('old', 4),
    ]
    expect(leftOf(operations, losing)).toEqual({ kept: 'new content', old: 'made' })
  })

  it('loses everything when it lies about syncs', () => {
    expect(leftOf([write('old', 0, 'new'), sync('old', 1)], losing, 'lying')).toEqual({ old: 'old content' })
  })
})

describe('a recording', () => {
  const hex = (text: string) =>
    [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
  const fd = (name: string) => `7<${hex(name)}>`

  it('reports what was written to which file', () => {
    const text = [
      `12 openat(AT_FDCWD<${hex('/d')}>, "${hex('log')}", O_RDWR|O_CREAT, 0600) = ${fd('/d/log')}`,
      `12 write(${fd('/d/log')}, "${hex('one')}", 3) = 3`,
      `12 write(${fd('/d/log')}, "${hex('two')}", 3) = 3`,
      `12 pwrite64(${fd('/d/log')}, "${hex('cut short')}", 9, 4096) = 3`,
      `12 pwritev(${fd('/d/log')}, [{iov_base="${hex('a')}", iov_len=1}, {iov_base="${hex('b')}", iov_len=1}], 2, 9) = 2`,
      `12 rename("${hex('log')}", "${hex('kept')}") = 0`,
      `12 fsync(${fd('/d/kept')}) = -1 EIO (Input/output error)`,
    ].join('\n')

    const operations = readRecording(text, '/d').map((operation) =>
      operation.kind === 'write' ? { ...operation, data: operation.data.toString() } : operation,
    )
    expect(operations).toEqual([
      { kind: 'open', path: '/d/log' },
      { kind: 'write', path: '/d/log', offset: 0, data: 'one' },
      { kind: 'write', path: '/d/log', offset: 3, data: 'two' },
      { kind: 'write', path: '/d/log', offset: 4096, data: 'cut' },
      { kind: 'write', path: '/d/log', offset: 9, data: 'ab' },
      { kind: 'rename', path: '/d/log', to: '/d/kept' },
    ])
  })

  it('knows that a file was renamed when another process uses it before the call has ended', () => {
    const text = [
      `12 rename("${hex('old')}", "${hex('next')}" <unfinished ...>`,
      `13 openat(AT_FDCWD<${hex('/d')}>, "${hex('next')}", O_RDWR) = ${fd('/d/next')}`,
      `13 pwrite64(${fd('/d/next')}, "${hex('new')}", 3, 0) = 3`,
      `13 fdatasync(${fd('/d/next')}) = 0`,
      '12 <... rename resumed>)              = 0',
    ].join('\n')

    const operations = readRecording(text, '/d')
    expect(operations.map(({ kind }) => kind)).toEqual(['rename', 'write', 'sync'])
    const atDisk = operations.map((operation) => ({ ...operation, path: operation.path.replace('/d/', inFolder('')) }))
    const here = atDisk.map((one) => ('to' in one ? { ...one, to: one.to.replace('/d/', inFolder('')) } : one))
    expect(leftOf(here, losing)).toEqual({ next: 'new content' })
  })

  it('tells a file from the one that has its name by now', () => {
    const text = [
      `12 write(${fd('/d/log')}(deleted), "${hex('one')}", 3) = 3`,
      `12 fsync(${fd('/d/log')}(deleted)) = 0`,
    ].join('\n')
    expect(readRecording(text, '/d')).toEqual([
      { kind: 'write', path: '/d/log', isUnlinked: true, offset: 0, data: Buffer.from('one') },
      { kind: 'sync', path: '/d/log', isUnlinked: true, begunAt: 1 },
    ])
  })

  it.each([
    [`12 writev(${fd('/d/log')}, [{iov_base="${hex('a')}", iov_len=1}], 1) = 1`, 'writev'],
    [`12 renameat(AT_FDCWD<${hex('/d')}>, "${hex('log')}", AT_FDCWD<${hex('/d')}>, "${hex('kept')}") = 0`, 'renameat'],
    [`12 fallocate(${fd('/d/log')}, FALLOC_FL_PUNCH_HOLE, 0, 8192) = 0`, 'FALLOC_FL_PUNCH_HOLE'],
    [`12 pwrite64(${fd('/d/log')}, 0x7ffd5e7a, 8192, 0) = 8192`, 'incomplete'],
    [`12 pwrite64(7, "${hex('a')}", 1, 0) = 1`, 'incomplete'],
    [`12 pwrite64(${fd('/d/log')}, "${hex('a')}`, 'incomplete'],
  ])('is refused where it lacks something: %s', (text, why) => {
    expect(() => readRecording(text, '/d')).toThrow(why)
  })

  it('ignores calls that do not concern the files', () => {
    const text = [
      `12 writev(7<socket:[123]>, [{iov_base="${hex('a')}", iov_len=1}], 1) = 1`,
      `12 write(7<pipe:[123]>, "${hex('a')}", 1) = 1`,
      '12 --- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_USER, si_pid=12, si_uid=0} ---',
      '12 ???()                             = ?',
      '14 ???( <unfinished ...>',
      '14 <... ??? resumed>)                = ?',
      '13   +++ killed by SIGKILL +++',
    ].join('\n')
    expect(readRecording(text, '/d')).toEqual([])
  })

  it('does not count writes during a sync as synced, nor a sync that never ended', () => {
    const text = [
      `12 fsync(${fd('/d/log')} <unfinished ...>`,
      `13 pwrite64(${fd('/d/log')}, "${hex('new')}", 3, 0) = 3`,
      '12 <... fsync resumed>)              = 0',
      `13 fdatasync(${fd('/d/log')} <unfinished ...>`,
      '13 +++ killed by SIGKILL +++',
    ].join('\n')

    const operations = readRecording(text, '/d')
    expect(operations.map(({ kind }) => kind)).toEqual(['write', 'sync'])
    expect(operations.at(-1)).toEqual({ kind: 'sync', path: '/d/log', begunAt: 0 })
  })
})
