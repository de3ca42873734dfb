// @ts-nocheck
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** All files below a place, in a fixed order; the place itself when it is a file. */
export function filesIn(place) {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(path.join(place, name)))
}
