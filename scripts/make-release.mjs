import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { billOfMaterials } from './bill-of-materials.mjs'
import { buildIfStale } from './build.mjs'
import { readCommand } from './command.mjs'
import { install } from './install.mjs'
import { nodePackages, ownNode, pinnedNode } from './node24.mjs'
import { Explained, root, runScript } from './run.mjs'

/** What an operator runs, reads or edits. Programs of developers, tests and the sandbox are not among it. */
const copied = [
  'LICENSE',
  '.env.example',
  'apps/console/build',
  'apps/console/server/main.ts',
  'apps/portal/build',
  'apps/portal/content',
  'apps/portal/markets',
  'apps/portal/places',
  'apps/commands/main.ts',
  'deploy',
  'docs',
  'scripts/command.mjs',
  'scripts/files-in.mjs',
  'scripts/publish-assets.mjs',
  'scripts/run.mjs',
]

const workspaces = [
  'apps/portal',
  'apps/commands',
  'apps/console',
  'packages/server',
  'packages/back-office',
  'packages/database',
]

/**
 * The folders in `node_modules` of all packages that the workspaces need in production, by the lock file. A package in a
 * workspace's own folder is in the bundle, which cannot find it there.
 *
 * @param {Record<string, { dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   link?: boolean }>} packages
 */
export function productionFolders(packages) {
  const found = new Set()
  const visit = (from, names) => {
    for (const name of names) {
      const place = resolve(packages, from, name)
      if (place === undefined || found.has(place) || packages[place].link) continue
      found.add(place)
      const { dependencies, optionalDependencies } = packages[place]
      visit(place, Object.keys({ ...dependencies, ...optionalDependencies }))
    }
  }
  for (const workspace of workspaces) visit(workspace, Object.keys(packages[workspace]?.dependencies ?? {}))
  return [...found].filter((place) => place.startsWith('node_modules/')).sort()
}

/** Packages are found as by Node: in the folder itself, then in each one above it. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const place = path.posix.join(folder, 'node_modules', name)
    if (packages[place] !== undefined) return place
    if (folder === '') return undefined
  }
}

/** The commands of the project that a release has, run by the release's own program. */
export const releaseScripts = {
  start: 'bin/portal',
  console: 'bin/portal console',
  migrate: 'bin/portal migrate',
  staff: 'bin/portal',
  'publish-assets': 'bin/portal publish-assets',
}

function readJson(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
}

/** Returns the commit of the checkout; there is none in an unpacked archive. */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return undefined
  }
}

/** Writes everything that an installed portal needs into an empty folder; the build is up to date. */
export function makeRelease(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Explained(`${folder} is not empty`)
  mkdirSync(folder, { recursive: true })
  const copy = (place) => cpSync(path.join(root, place), path.join(folder, place), { recursive: true })
  for (const place of copied) copy(place)
  const { packages } = readJson('package-lock.json')
  const isThere = (place) => existsSync(path.join(root, place))
  const places = productionFolders(packages).filter(isThere)
  for (const place of places) copy(place)
  const node = []
  if (pinnedNode !== undefined) {
    cpSync(pinnedNode, path.join(folder, 'node/bin/node'))
    node.push(`node_modules/${ownNode}`)
  }
  for (const app of ['portal', 'console'])
    rmSync(path.join(folder, 'apps', app, 'build/build-earlier'), { recursive: true, force: true })

  cpSync(path.join(root, 'deploy/bin'), path.join(folder, 'bin'), { recursive: true })
  const { name, version, license } = readJson('package.json')
  const description = { name, version, license, private: true, type: 'module', scripts: releaseScripts }
  const writeJson = (name, value) => writeFileSync(path.join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
  writeJson('package.json', description)
  const bill = billOfMaterials(description, { ...packages, ...nodePackages }, [...places, ...node])
  writeJson('sbom.cdx.json', bill)
  writeFileSync(path.join(folder, 'RELEASE'), `${[version, commit()].filter(Boolean).join(' ')}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runScript(async () => {
    const { positionals } = readCommand({
      name: 'npm run make-release',
      about: 'Writes the production files of this checkout, their dependencies and Node into an empty folder.',
      takes: ['folder'],
    })
    const [folder] = positionals
    if (folder === undefined) throw new Explained('Where to? npm run make-release -- <folder>')
    await install()
    await buildIfStale()
    makeRelease(path.resolve(folder))
    console.log(`The release is in ${path.resolve(folder)}`)
  })
