import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

// Editors save a file in several steps; one call after the last of them is enough.
const quietMs = 100

function foldersBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const below = entries.filter((entry) => entry.isDirectory())
  return [folder, ...below.map(({ parentPath, name }) => path.join(parentPath, name))]
}

/** A release of files is switched by replacing a link on the way to them, which only the link's own folder notices. */
function foldersOfLinks(folder: string): string[] {
  const above = path.dirname(folder)
  if (above === folder) return []
  return [...foldersOfLinks(above), ...(lstatSync(folder).isSymbolicLink() ? [above] : [])]
}

interface Followed {
  readonly watcher: FSWatcher
  /** Identifies the folder, because another one may have replaced it at the same path. */
  readonly identity: string
}

/** The inode, which the next folder may reuse, and the creation time. */
function identityOf(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true })
  return `${ino} ${birthtimeNs}`
}

/**
 * Calls back after files below the folder changed, and does not keep the process alive. Each folder has its own
 * watcher: a recursive one follows files, and loses those that an editor saves by replacing them.
 */
export function watchFolder(folder: string, changed: () => void): () => void {
  const watchers = new Map<string, Followed>()
  let pending: NodeJS.Timeout | undefined

  function leave(gone: string): void {
    watchers.get(gone)?.watcher.close()
    watchers.delete(gone)
  }
  function follow(): void {
    const folders = new Set([...foldersOfLinks(path.resolve(folder)), ...foldersBelow(folder)])
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
        // The folders are being moved: the end of the move is a change too.
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

/** Watches several folders like `watchFolder`. */
export function watchFolders(folders: readonly string[], changed: () => void): () => void {
  const stops = folders.map((folder) => watchFolder(folder, changed))
  return () => {
    for (const stop of stops) stop()
  }
}
