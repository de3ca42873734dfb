import { existsSync } from 'node:fs'
import path from 'node:path'

/** Stands before two portals while they are restarted; without it that drill does not run. */
export function findNginx(env = process.env) {
  // Debian keeps it out of the PATH of ordinary users.
  const folders = [...(env.PATH ?? '').split(path.delimiter), '/usr/sbin']
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => existsSync(file))
}
