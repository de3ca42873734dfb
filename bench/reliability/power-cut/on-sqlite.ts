import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openEnvironment } from '../../environment/test-environment.ts'
import { copyFiles, type Honesty } from './disk.ts'
import type { PoweredEnvironment } from './powered-environment.ts'
import { Victim } from './victim.ts'

/** The power of the machine goes on which the portal itself keeps its data. */
export async function onSqlite(honesty: Honesty, random: () => number): Promise<PoweredEnvironment> {
  const besides = mkdtempSync(path.join(tmpdir(), 'nyanja-power-'))
  const folder = path.join(besides, 'data')
  mkdirSync(folder)
  const victim = new Victim({ folder, besides, honesty, random })
  const environment = await openEnvironment({
    portalSettings: { DATA_DIR: folder },
    portalWrapper: () => victim.powerOn(),
  })
  const { portal } = environment
  return {
    environment,
    address: { file: path.join(folder, 'portal.db'), isBeside: true },
    async cutPower() {
      const cut = await victim.powerOff(portal.pid, () => portal.kill())
      assertIntact(folder, path.join(besides, 'look'))
      await portal.start()
      return cut
    },
    async close() {
      await environment.close()
      rmSync(besides, { recursive: true, force: true })
    },
  }
}

/** Looked at in a copy, so that the portal is the first to open what the power cut left. */
function assertIntact(folder: string, copy: string): void {
  copyFiles(folder, copy)
  const database = new DatabaseSync(path.join(copy, 'portal.db'))
  const faults = [
    ...database.prepare('pragma integrity_check').all(),
    ...database.prepare('pragma foreign_key_check').all(),
  ]
  database.close()
  const [first, ...others] = faults.map((fault) => Object.values(fault).join(' '))
  if (first !== 'ok' || others.length > 0) throw new Error(`The power cut broke the database: ${first}`)
}
