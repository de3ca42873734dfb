import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Lists all files in a folder, in a fixed order; a file gives itself. */
export function filesIn(place) {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(path.join(place, name)))
}
