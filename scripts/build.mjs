import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  'packages/database/package.json',
  'packages/database/src',
  'packages/server/package.json',
  'packages/server/src',
  'packages/back-office/package.json',
  'packages/back-office/src',
  'packages/web/package.json',
  'packages/web/src',
]

const ofEach = ['package.json', 'tsconfig.json', 'react-router.config.ts', 'vite.config.ts', 'app', 'server', 'public']

/**
 * Each app has its own sources, and what it builds for browsers: islands, small scripts of pages, and libraries of the
 * map, of which Terser takes 130 of 72,000 compressed bytes, for 1.4 s of processor time.
 */
const apps = [
  {
    name: 'portal',
    // Commands start the portal, and are in its bundle.
    own: ['contract', 'content', '../commands/package.json', '../commands/src'],
    forBrowsers: ['vite.islands.config.ts', 'vite.modules.config.ts'],
    libraries: ['vite.map.config.ts'],
  },
  { name: 'console', own: ['content'], forBrowsers: ['vite.modules.config.ts'], libraries: [] },
]

/** Builds these apps unless they are up to date. Of several processes that ask at once one builds. */
export async function buildIfStale(names = apps.map(({ name }) => name)) {
  for (const app of apps.filter(({ name }) => names.includes(name))) await buildAppIfStale(app)
}

async function buildAppIfStale(app) {
  const { name, own, forBrowsers, libraries } = app
  const folder = path.join(root, 'apps', name)
  const stampFile = path.join(folder, 'build', '.sources')
  const sources = [
    ...shared,
    ...[...ofEach, ...own, ...forBrowsers, ...libraries].map((source) => `apps/${name}/${source}`),
  ]
  const hash = hashFiles(sources.map((source) => path.join(root, source)))
  const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash
  if (isBuilt()) return
  const release = await acquireLock(path.join(root, '.cache', 'building'))
  try {
    if (isBuilt()) return
    console.log(`Building the ${name} …`)
    await build(folder, app)
    writeFileSync(stampFile, hash)
  } finally {
    release()
  }
}

async function build(folder, app) {
  const reactRouter = path.join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const options = { cwd: folder, env: envWithNode24({ ...process.env, NODE_ENV: 'production' }) }
  const built = path.join(folder, 'build')
  const client = path.join(built, 'client')
  const bringBackAssets = setAsideAssets(built)
  // React Router empties the whole folder, so the files for browsers are built elsewhere meanwhile.
  const beside = path.join(root, '.cache', `built-for-browsers-${path.basename(folder)}`)
  const codes = await Promise.all([
    run(reactRouter, ['build', '--logLevel', 'warn'], options),
    buildForBrowsers(app, path.join(beside, 'client'), options),
  ])
  // React Router builds pages for the browser too; here only the server renders them.
  for (const part of [path.join('client', 'assets'), 'browser-files'])
    rmSync(path.join(built, part), { recursive: true, force: true })
  const isBuilt = codes.every((code) => code === 0)
  // The files that are served as they were written.
  if (isBuilt) await squeezeScripts(client)
  if (isBuilt) cpSync(beside, built, { recursive: true })
  rmSync(beside, { recursive: true, force: true })
  bringBackAssets()
  if (!isBuilt) throw new Explained('The build failed')
  await compressAssets(client)
}

/** Returns the exit code of the first that fails, or 0. */
async function buildForBrowsers({ forBrowsers, libraries }, outDir, options) {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const viteBuild = (config) =>
    run(vite, ['build', '--config', config, '--outDir', outDir, '--logLevel', 'warn'], options)
  rmSync(path.dirname(outDir), { recursive: true, force: true })
  for (const config of forBrowsers) {
    const code = await viteBuild(config)
    if (code !== 0) return code
  }
  await squeezeScripts(outDir)
  for (const config of libraries) {
    const code = await viteBuild(config)
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
