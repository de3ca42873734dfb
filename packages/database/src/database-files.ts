import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const text = `The portal keeps its payments in the database beside this file. While this file is here, the portal does not
start with an empty one: see docs/runbook/database-lost.md
`

const markerOf = (file: string) => `${file}.installed`

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

/** Records the installation once the tables exist. */
export function recordInstallation(file: string): void {
  if (file !== ':memory:' && !existsSync(markerOf(file))) writeFileSync(markerOf(file), text)
}

/** An empty database in a place that had one was lost: a silent new start would forget every payment. */
export function refuseLostDatabase(file: string): void {
  if (sizeOf(file) > 0) return
  const trace = [markerOf(file), `${file}-wal`].find((each) => sizeOf(each) > 0)
  if (trace === undefined) return
  const state = existsSync(file) ? 'is empty' : 'is missing'
  throw new Error(
    `${file} ${state}, but ${path.basename(trace)} says that there was a database: see docs/runbook/database-lost.md`,
  )
}

const forOthers = 0o077
const fileMode = 0o600
export const folderMode = 0o700

/** The files of SQLite, and the portal's lock next to the database. */
const endings = ['', '-wal', '-shm', '-journal', '.lock', '.lock-journal', '.installed']
/** A folder with other files may be shared with other users. */
const ours = /^(portal[.-].*|logs|[a-z]{2,3})$/

function restrict(place: string, mode: number): boolean {
  const { mode: found, uid } = statSync(place)
  if ((found & forOthers) === 0 || uid !== process.getuid?.()) return false
  try {
    chmodSync(place, mode)
    return true
  } catch {
    // A read-only disk is reported by the first write that fails.
    return false
  }
}

/** Sets the mode right after creation: SQLite's other files inherit it. */
export function makePrivate(file: string): void {
  restrict(file, fileMode)
}

/** Removes read permissions that an earlier release granted to other users, and reports the file. */
export function repairModes(file: string): string[] {
  const folder = path.dirname(file)
  if (!existsSync(folder)) return []
  const files = endings.map((ending) => file + ending).filter((name) => existsSync(name))
  const repaired = files.filter((name) => restrict(name, fileMode))
  const isOurs = readdirSync(folder).every((name) => ours.test(name))
  return isOurs && files.length > 0 && restrict(folder, folderMode) ? [...repaired, folder] : repaired
}
