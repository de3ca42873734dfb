import { existsSync } from 'node:fs'
import path from 'node:path'

/** Records what a process writes; without it the drill of power cuts does not run. */
export function findStrace(env = process.env) {
  const folders = (env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, 'strace')).find((file) => existsSync(file))
}
