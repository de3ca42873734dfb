import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { acquireLock } from './acquire-lock.mjs'
import { compressAssets, setAsideAssets, squeezeScripts } from './built-assets.mjs'
import { readCommand } from './command.mjs'
import { filesIn } from './files-in.mjs'
import { install } from './install.mjs'
import { envWithNode24 } from './node24.mjs'
import { Explained, root, run, runScript } from './run.mjs'

/** What both apps are made of. */
const shared = [
  'package-lock.json',
  'tsconfig.base.json',
  'packages/domain/package.json',
  'packages/domain/src',
  'packages/server/package.json',
  'packages/server/src',
  'packages/web/package.json',
  'packages/web/src',
]

const ofEach = ['package.json', 'tsconfig.json', 'react-router.config.ts', 'vite.config.ts', 'app', 'server', 'public']

/** Each with its own sources, and what it builds for browsers: islands, the map, and small scripts of pages. */
const apps = [
  {
    name: 'portal',
    own: ['contract', 'content'],
    forBrowsers: ['vite.islands.config.ts', 'vite.map.config.ts', 'vite.modules.config.ts'],
  },
  { name: 'console', own: ['content'], forBrowsers: ['vite.modules.config.ts'] },
]

/** Builds the portal and the console unless they are up to date. Of several processes that ask at once one builds. */
export async function buildIfStale() {
  for (const app of apps) await buildAppIfStale(app)
}

async function buildAppIfStale({ name, own, forBrowsers }) {
  const folder = path.join(root, 'apps', name)
  const stampFile = path.join(folder, 'build', '.sources')
  const sources = [...shared, ...[...ofEach, ...own, ...forBrowsers].map((source) => `apps/${name}/${source}`)]
  const hash = hashFiles(sources.map((source) => path.join(root, source)))
  const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash
  if (isBuilt()) return
  const release = await acquireLock(path.join(root, '.cache', 'building'))
  try {
    if (isBuilt()) return
    console.log(`Building the ${name} …`)
    await build(folder, forBrowsers)
    writeFileSync(stampFile, hash)
  } finally {
    release()
  }
}

async function build(folder, forBrowsers) {
  const reactRouter = path.join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const env = envWithNode24({ ...process.env, NODE_ENV: 'production' })
  const bringBackAssets = setAsideAssets(path.join(folder, 'build'))
  const code = await run(reactRouter, ['build', '--logLevel', 'warn'], { cwd: folder, env })
  // React Router builds pages for the browser too; here only the server renders them.
  for (const part of [path.join('client', 'assets'), 'browser-files'])
    rmSync(path.join(folder, 'build', part), { recursive: true, force: true })
  const modulesCode = code === 0 ? await buildForBrowsers(forBrowsers, { cwd: folder, env }) : 1
  bringBackAssets()
  if (modulesCode !== 0) throw new Explained('The build failed')
  const client = path.join(folder, 'build', 'client')
  await squeezeScripts(client)
  compressAssets(client)
}

async function buildForBrowsers(configs, options) {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  for (const config of configs) {
    const code = await run(vite, ['build', '--config', config, '--logLevel', 'warn'], options)
    if (code !== 0) return code
  }
  return 0
}

/**
 * Hashes the content, so that a checkout or a copy of the folder does not count as a change, wherever it is. Tests are
 * not part of a build.
 */
export function hashFiles(places) {
  const hash = createHash('sha256')
  for (const file of places.flatMap(filesIn).filter((name) => !/[.](test|contract)[.]tsx?$/.test(name))) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runScript(async () => {
    readCommand({ name: 'npm run build', about: 'Builds the portal and the console unless they are up to date.' })
    await install()
    await buildIfStale()
  })
