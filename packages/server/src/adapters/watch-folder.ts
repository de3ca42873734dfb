import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

// Editors save a file in several steps; one call after the last of them is enough.
const quietMs = 100

function foldersBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const below = entries.filter((entry) => entry.isDirectory())
  return [folder, ...below.map(({ parentPath, name }) => path.join(parentPath, name))]
}

interface Followed {
  readonly watcher: FSWatcher
  /** Of the folder, for another one may have come to the same path. */
  readonly identity: string
}

/** Its number on the disk, which the next folder may get, and when it was made. */
function identityOf(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true })
  return `${ino} ${birthtimeNs}`
}

/**
 * Calls back after files below the folder changed. Does not keep the process alive. Each folder has a watcher of its own:
 * a recursive one follows files, and loses those that an editor saves by putting another one in their place.
 */
export function watchFolder(folder: string, changed: () => void): () => void {
  const watchers = new Map<string, Followed>()
  let pending: NodeJS.Timeout | undefined

  function leave(gone: string): void {
    watchers.get(gone)?.watcher.close()
    watchers.delete(gone)
  }
  function follow(): void {
    const folders = new Set(foldersBelow(folder))
    for (const known of [...watchers.keys()]) if (!folders.has(known)) leave(known)
    for (const found of folders) {
      const identity = identityOf(found)
      if (watchers.get(found)?.identity === identity) continue
      leave(found)
      const watcher = watch(found, { persistent: false }, touched).on('error', () => leave(found))
      watchers.set(found, { watcher, identity })
    }
  }
  function touched(): void {
    clearTimeout(pending)
    pending = setTimeout(() => {
      try {
        follow()
      } catch {
        // Somebody is moving the folders about: the end of that is a change too.
      }
      changed()
    }, quietMs).unref()
  }

  follow()
  return () => {
    clearTimeout(pending)
    for (const known of [...watchers.keys()]) leave(known)
  }
}
