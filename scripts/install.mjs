import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNode24, noNode24, ownNode } from './node24.mjs'
import { Explained, root, run, runScript } from './run.mjs'

// Node 24 is fetched by this very install, so a warning about the running version would only confuse.
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
const pinnedNpm = '11.19.1'

/** Installs what package-lock.json names, unless all of it is there. */
export async function install() {
  if (isInstalled(root)) return
  console.log('Installing dependencies, which takes some minutes …')
  const npm = isNode24() ? usualNpm : await npmOnNode24()
  if ((await npm(['ci', ...quiet])) !== 0)
    throw new Explained('The dependencies could not be installed: see what npm says above')
}

/** Whether every package that this platform can use is there in its version. */
export function isInstalled(folder) {
  const wanted = packagesIn(path.join(folder, 'package-lock.json'))
  const installed = packagesIn(path.join(folder, 'node_modules', '.package-lock.json'))

  return Object.entries(wanted)
    .filter(([place, entry]) => place.startsWith('node_modules/') && (!entry.optional || isForPlatform(entry)))
    .every(([place, { version }]) => installed[place] !== undefined && installed[place].version === version)
}

function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

/** An optional package that names no platform may be missing anywhere. */
function isForPlatform({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false
  return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, libcOfMachine)
}

const allows = (names, name) => names === undefined || [names].flat().includes(name)

function findLibc() {
  if (process.platform !== 'linux') return undefined
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}

const libcOfMachine = findLibc()

function usualNpm(args, options) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args], options) : run('npm', args, options)
}

/**
 * Under an older Node npm leaves out native packages that require a newer one, so Node 24 is installed first and runs
 * npm. With an npm of its own: Debian's finds its parts by Debian's Node alone.
 */
async function npmOnNode24() {
  const { version } = packagesIn(path.join(root, 'package-lock.json'))[`node_modules/${ownNode}`] ?? {}
  if (version === undefined) throw noNode24()
  const folder = path.join(root, '.cache', 'npm')
  if (!isBootstrapped(folder, version)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    const packages = [`${ownNode}@${version}`, `npm@${pinnedNpm}`]
    const code = await usualNpm(['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...quiet, ...packages])
    if (code !== 0) throw new Explained('Node 24 could not be installed: see what npm says above')
  }
  const place = path.join(folder, 'node_modules')
  const npm = [path.join(place, ownNode, 'bin', 'node'), path.join(place, 'npm', 'bin', 'npm-cli.js')]
  return (args) => run(npm[0], [npm[1], ...args])
}

function isBootstrapped(folder, version) {
  const installed = packagesIn(path.join(folder, 'node_modules', '.package-lock.json'))
  const isThere = (name, wanted) => installed[`node_modules/${name}`]?.version === wanted
  return isThere(ownNode, version) && isThere('npm', pinnedNpm)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(install)
