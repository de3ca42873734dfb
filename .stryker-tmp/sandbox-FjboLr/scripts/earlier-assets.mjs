// @ts-nocheck
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const keptReleases = 2

/**
 * A visitor on a slow link may ask for a script of the release before while a payment is under way, so the files of
 * the last two releases stay beside the present ones.
 */
export function setAsideAssets(build) {
  const assets = path.join(build, 'client', 'assets')
  const list = path.join(build, '.releases.json')
  const aside = `${build}-earlier`
  if (!existsSync(assets)) return () => {}

  const earlier = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const known = new Set(earlier.flat())
  const releases = [readdirSync(assets).filter((file) => !known.has(file)), ...earlier].slice(0, keptReleases)
  rmSync(aside, { recursive: true, force: true })
  renameSync(assets, aside)

  return () => {
    mkdirSync(assets, { recursive: true })
    for (const file of releases.flat().filter((name) => existsSync(path.join(aside, name)))) {
      if (!existsSync(path.join(assets, file))) renameSync(path.join(aside, file), path.join(assets, file))
    }
    writeFileSync(list, JSON.stringify(releases))
    rmSync(aside, { recursive: true, force: true })
  }
}
