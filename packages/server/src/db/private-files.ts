import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const forOthers = 0o077
const fileMode = 0o600
export const folderMode = 0o700

/** What SQLite and the portal's lock keep beside the database. */
const endings = ['', '-wal', '-shm', '-journal', '.lock', '.lock-journal', '.installed']
/** A folder that holds other things too may be meant for others. */
const ours = /^(portal[.-].*|logs|[a-z]{2})$/

function restrict(place: string, mode: number): boolean {
  const { mode: found, uid } = statSync(place)
  if ((found & forOthers) === 0 || uid !== process.getuid?.()) return false
  try {
    chmodSync(place, mode)
    return true
  } catch {
    // A disk that takes no writes is reported by the first that fails.
    return false
  }
}

/** Right after it was made: what SQLite makes beside it gets the same mode. */
export function makePrivate(file: string): void {
  restrict(file, fileMode)
}

/** Takes from other users what an earlier release let them read, and names it. */
export function repairModes(file: string): string[] {
  const folder = path.dirname(file)
  if (!existsSync(folder)) return []
  const files = endings.map((ending) => file + ending).filter((name) => existsSync(name))
  const repaired = files.filter((name) => restrict(name, fileMode))
  const isOurs = readdirSync(folder).every((name) => ours.test(name))
  return isOurs && files.length > 0 && restrict(folder, folderMode) ? [...repaired, folder] : repaired
}
