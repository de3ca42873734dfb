import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'

const scripts = path.join(import.meta.dirname, '../deploy/postgresql')
const segment = (count: number, timeline = 1) =>
  `${String(timeline).padStart(8, '0')}00000000${count.toString(16).toUpperCase().padStart(8, '0')}`

function open() {
  const folder = mkdtempSync(path.join(tmpdir(), 'base-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => path.join(folder, name)
  for (const name of ['base', 'wal', 'conf.d']) mkdirSync(at(name))
  const own = { BACKUPS: at('base'), ARCHIVE: at('wal'), CLUSTER: at('main'), SETTINGS: at('conf.d') }
  const env = { ...process.env, ...own }
  const run = (script: string, ...words: string[]) =>
    execFileSync(path.join(scripts, script), words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

  /** Makes a base backup that was complete at a time, and whose recovery begins with a segment. */
  function addBase(name: string, time: string, first = 1) {
    const base = path.join(at('base'), name)
    mkdirSync(base)
    writeFileSync(path.join(base, 'PG_VERSION'), '15\n')
    writeFileSync(path.join(base, 'backup_label'), `START WAL LOCATION: 0/2000028 (file ${segment(first)})\nLABEL: x\n`)
    const manifest = path.join(base, 'backup_manifest')
    writeFileSync(manifest, '{}')
    utimesSync(manifest, new Date(time), new Date(time))
    return base
  }
  return { at, run, addBase }
}

const moment = '2026-11-24 03:00:00+00'

describe('a restore', () => {
  it('takes the newest base backup that was complete before the moment', () => {
    const { at, run, addBase } = open()
    addBase('20261123-011500', '2026-11-23T01:20:00Z')
    const right = addBase('20261124-011500', '2026-11-24T01:20:00Z')
    addBase('20261124-025900', '2026-11-24T03:00:01Z')
    addBase('20261125-011500', '2026-11-25T01:20:00Z')
    addBase('20261124-020000.partial', '2026-11-24T02:00:00Z')
    expect(run('prepare-restore.sh', moment)).toBe(`${right} is in place`)
    expect(readFileSync(at('main/PG_VERSION'), 'utf8')).toBe('15\n')
    expect(existsSync(at('main/recovery.signal'))).toBe(true)
    expect(readFileSync(at('conf.d/restore.conf'), 'utf8')).toContain(`recovery_target_time = '${moment}'`)
  })

  it('takes all that was archived after a loss, because PostgreSQL does not start for a moment after that', () => {
    const { at, run, addBase } = open()
    addBase('20261123-011500', '2026-11-23T01:20:00Z')
    const newest = addBase('20261124-011500', '2026-11-24T01:20:00Z')
    expect(run('prepare-restore.sh', 'now')).toBe(`${newest} is in place`)
    const settings = readFileSync(at('conf.d/restore.conf'), 'utf8')
    expect(settings).toContain('restore_command')
    expect(settings).not.toContain('recovery_target')
  })

  it('refuses a moment before the first base backup, and changes nothing', () => {
    const { at, run, addBase } = open()
    addBase('20261125-011500', '2026-11-25T01:20:00Z')
    expect(() => run('prepare-restore.sh', moment)).toThrow(`is older than ${moment}`)
    expect(existsSync(at('main'))).toBe(false)
    expect(readdirSync(at('conf.d'))).toEqual([])
  })

  it('takes a base backup that was complete within the second of the moment', () => {
    const { run, addBase } = open()
    const right = addBase('first', '2026-11-24T03:00:00.250Z')
    addBase('second', '2026-11-24T03:00:00.750Z')
    expect(run('prepare-restore.sh', '2026-11-24 03:00:00.500+00')).toBe(`${right} is in place`)
  })

  it('refuses to put a base backup into a cluster', () => {
    const { at, run, addBase } = open()
    addBase('20261124-011500', '2026-11-24T01:20:00Z')
    mkdirSync(at('main'))
    expect(() => run('prepare-restore.sh', moment)).toThrow('move it away first')
    expect(readdirSync(at('main'))).toEqual([])
  })

  it('reads compressed segments, and those of before they were compressed', () => {
    const { at, run, addBase } = open()
    addBase('20261124-011500', '2026-11-24T01:20:00Z')
    run('prepare-restore.sh', moment)
    const [, command = ''] = /^restore_command = '(.*)'$/m.exec(readFileSync(at('conf.d/restore.conf'), 'utf8')) ?? []
    writeFileSync(at('segment'), 'compressed')
    run('archive-wal.sh', at('segment'), segment(1))
    writeFileSync(at(`wal/${segment(2)}`), 'bare')
    const fetched = (name: string) => {
      execFileSync('sh', ['-c', command.replaceAll('%f', name).replaceAll('%p', at('fetched'))], { stdio: 'pipe' })
      return readFileSync(at('fetched'), 'utf8')
    }
    expect([fetched(segment(1)), fetched(segment(2))]).toEqual(['compressed', 'bare'])
    expect(() => fetched(segment(3))).toThrow()
  })
})

describe('the archive of the log', () => {
  it('keeps a segment of an idle minute in a few kilobytes', () => {
    const { at, run } = open()
    const content = Buffer.concat([Buffer.from('a commit'), Buffer.alloc(16 * 1024 * 1024 - 8)])
    writeFileSync(at('segment'), content)
    run('archive-wal.sh', at('segment'), segment(1))
    const archived = at(`wal/${segment(1)}.gz`)
    expect(statSync(archived).size).toBeLessThan(20_000)
    expect(gunzipSync(readFileSync(archived)).equals(content)).toBe(true)
  })

  it('accepts the same segment again, and never another one in its place', () => {
    const { at, run } = open()
    writeFileSync(at('segment'), 'first')
    run('archive-wal.sh', at('segment'), segment(1))
    run('archive-wal.sh', at('segment'), segment(1))
    writeFileSync(at('segment'), 'other')
    expect(() => run('archive-wal.sh', at('segment'), segment(1))).toThrow('with other contents')
    expect(gunzipSync(readFileSync(at(`wal/${segment(1)}.gz`))).toString()).toBe('first')
  })

  it('is cleaned of what restores no moment of the last 35 days', () => {
    const { at, run, addBase } = open()
    const now = '2026-11-24T03:00:00Z'
    const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString()
    addBase('a', daysAgo(50), 10)
    addBase('b', daysAgo(36), 20)
    addBase('c', daysAgo(34), 30)
    const names = [...[5, 10, 19].map((count) => `${segment(count)}.gz`), segment(8)]
    const kept = [`${segment(20)}.gz`, segment(25), `${segment(31, 2)}.gz`, '00000002.history.gz']
    for (const name of [...names, ...kept]) writeFileSync(at(`wal/${name}`), '')
    run('clean-backups.sh', '35', now)
    expect(readdirSync(at('base'))).toEqual(['b', 'c'])
    expect(readdirSync(at('wal')).sort()).toEqual(kept.sort())
  })

  it('is left as it is without a base backup, and keeps the only one', () => {
    const { at, run, addBase } = open()
    writeFileSync(at(`wal/${segment(5)}.gz`), '')
    run('clean-backups.sh', '35', '2026-11-24T03:00:00Z')
    expect(readdirSync(at('wal'))).toHaveLength(1)
    addBase('only', '2026-01-01T00:00:00Z', 5)
    run('clean-backups.sh', '35', '2026-11-24T03:00:00Z')
    expect([readdirSync(at('base')), readdirSync(at('wal')).length]).toEqual([['only'], 1])
  })
})
