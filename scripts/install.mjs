import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchNode24, noNode24, pinnedNode } from './node24.mjs'
import { Explained, root, run, runScript } from './run.mjs'

// Node 24 comes with this very install, so a warning about the running version would only confuse.
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
const pinnedNpm = '11.19.1'

/**
 * Installs what package-lock.json names, unless it is there: all of it, or without `tools` what the product is built with
 * and runs on. With it comes the Node that runs them.
 */
export async function install({ tools = false } = {}) {
  const isThere = isInstalled(root, { tools })
  if (!isThere) console.log('Installing dependencies …')
  const isEnough = listNodeRanges().every((range) => satisfies(process.versions.node, range))
  const node = fetchNode24(usualNpm)
  if (!isEnough) await node
  const npm = isThere || isEnough ? usualNpm : await npmOnNode24()
  const codes = [node, isThere ? 0 : npm(['ci', ...(tools ? [] : ['--omit=dev']), ...quiet])]
  const [, code] = await Promise.all(codes)
  if (code !== 0) throw new Explained('The dependencies could not be installed: see what npm says above')
}

/** Tells whether every package that this platform can use is there in its version. */
export function isInstalled(folder, { tools = true } = {}) {
  const installed = packagesIn(path.join(folder, 'node_modules', '.package-lock.json'))
  return wantedIn(folder)
    .filter(([, { dev, devOptional }]) => tools || !(dev || devOptional))
    .every(([place, { version }]) => installed[place] !== undefined && installed[place].version === version)
}

function wantedIn(folder) {
  return Object.entries(packagesIn(path.join(folder, 'package-lock.json'))).filter(
    ([place, entry]) => place.startsWith('node_modules/') && (!entry.optional || isForPlatform(entry)),
  )
}

/** Lists the ranges of native packages, which npm leaves out without a message when the Node that runs it is older. */
function listNodeRanges() {
  return wantedIn(root).flatMap(([, { optional, engines }]) => (optional && engines?.node ? [engines.node] : []))
}

/** Tells whether a version is in a range of the forms that native packages use: `>=18`, `^20.19.0 || >=22.12.0`. */
export function satisfies(version, range) {
  const numbers = (text) => text.split('.').map(Number)
  const isAtLeast = (least) => {
    const [one, other] = [numbers(version), numbers(least)]
    const at = [0, 1, 2].find((place) => (one[place] ?? 0) !== (other[place] ?? 0))
    return at === undefined || (one[at] ?? 0) > (other[at] ?? 0)
  }
  return range.split('||').some((part) => {
    const [, sign, least] = /^(>=|\^) *(\d+(?:[.]\d+)*)$/.exec(part.trim()) ?? []
    if (least === undefined) return false
    return isAtLeast(least) && (sign === '>=' || numbers(least)[0] === numbers(version)[0])
  })
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

/** The npm runs on Node 24, where the present Node is too old. It is a separate one: Debian's needs Debian's Node. */
async function npmOnNode24() {
  if (pinnedNode === undefined) throw noNode24()
  const folder = path.join(root, '.cache', 'npm')
  if (packagesIn(path.join(folder, 'node_modules', '.package-lock.json'))['node_modules/npm']?.version !== pinnedNpm) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...quiet, `npm@${pinnedNpm}`]
    if ((await usualNpm(args)) !== 0) throw new Explained('npm could not be installed: see what it says above')
  }
  const cli = path.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')
  return (args) => run(pinnedNode, [cli, ...args])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(() => install({ tools: true }))
