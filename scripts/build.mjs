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

const portal = path.join(root, 'apps', 'portal')
const stampFile = path.join(portal, 'build', '.sources')
const sources = [
  'package-lock.json',
  'tsconfig.base.json',
  'packages/domain/package.json',
  'packages/domain/src',
  'packages/server/package.json',
  'packages/server/src',
  'packages/web/package.json',
  'packages/web/src',
  'apps/portal/package.json',
  'apps/portal/tsconfig.json',
  'apps/portal/react-router.config.ts',
  'apps/portal/vite.config.ts',
  'apps/portal/list-browser-files.ts',
  'apps/portal/vite.islands.config.ts',
  'apps/portal/vite.map.config.ts',
  'apps/portal/vite.modules.config.ts',
  'apps/portal/app',
  'apps/portal/contract',
  'apps/portal/server',
  'apps/portal/public',
  'apps/portal/content',
]

/** Builds the portal unless the build is up to date. Of several processes that ask at once one builds. */
export async function buildIfStale() {
  const hash = hashFiles(sources.map((source) => path.join(root, source)))
  const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash
  if (isBuilt()) return
  const release = await acquireLock(path.join(root, '.cache', 'building'))
  try {
    if (!isBuilt()) await build(hash)
  } finally {
    release()
  }
}

async function build(hash) {
  console.log('Building the portal …')
  const reactRouter = path.join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const env = envWithNode24({ ...process.env, NODE_ENV: 'production' })
  const bringBackAssets = setAsideAssets(path.join(portal, 'build'))
  const code = await run(reactRouter, ['build', '--logLevel', 'warn'], { cwd: portal, env })
  // React Router builds pages for the browser too; here only the server renders them.
  for (const folder of [path.join('client', 'assets'), 'browser-files'])
    rmSync(path.join(portal, 'build', folder), { recursive: true, force: true })
  const modulesCode = code === 0 ? await buildModules(env) : 1
  bringBackAssets()
  if (modulesCode !== 0) throw new Explained('The build failed')
  const client = path.join(portal, 'build', 'client')
  await squeezeScripts(client)
  compressAssets(client)
  writeFileSync(stampFile, hash)
}

/** Islands, the map, and small scripts of pages. */
async function buildModules(env) {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  for (const config of ['vite.islands.config.ts', 'vite.map.config.ts', 'vite.modules.config.ts']) {
    const code = await run(vite, ['build', '--config', config, '--logLevel', 'warn'], { cwd: portal, env })
    if (code !== 0) return code
  }
  return 0
}

/**
 * Hashes the content, so that a checkout or a copy of the folder does not count as a change. Tests are not part of a
 * build.
 */
export function hashFiles(places) {
  const hash = createHash('sha256')
  for (const file of places.flatMap(filesIn).filter((name) => !/[.](test|contract)[.]tsx?$/.test(name))) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runScript(async () => {
    readCommand({ name: 'npm run build', about: 'Builds the portal unless the build is up to date.' })
    await install()
    await buildIfStale()
  })
