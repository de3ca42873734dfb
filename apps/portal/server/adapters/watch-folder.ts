import { watch } from 'node:fs'

// Editors save a file in several steps; one call after the last of them is enough.
const quietMs = 100

/** Calls back after files below the folder changed. Does not keep the process alive. */
export function watchFolder(folder: string, changed: () => void): () => void {
  let pending: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true, persistent: false }, () => {
    clearTimeout(pending)
    pending = setTimeout(changed, quietMs).unref()
  })
  return () => {
    clearTimeout(pending)
    watcher.close()
  }
}
