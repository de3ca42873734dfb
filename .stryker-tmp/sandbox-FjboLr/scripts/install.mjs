// @ts-nocheck
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Explained, root, run, runScript } from './run.mjs'

// Node 24 is fetched by this very install, so a complaint about the running version would only confuse.
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

/** Installs what package-lock.json names, unless all of it is there. */
export async function install() {
  if (isInstalled(root)) return
  console.log('Installing dependencies …')
  // Silent, because it gives up where a registry lacks an optional package of another platform; the other leaves it out.
  if ((await npm(['ci', ...quiet], { stdio: 'ignore' })) === 0) return
  if ((await npm(['install', '--no-save', ...quiet])) === 0) return
  throw new Explained('The dependencies could not be installed: see what npm says above')
}

/** Whether every package that is not optional is there in its version, and Node for this platform. */
export function isInstalled(folder) {
  const wanted = packagesIn(path.join(folder, 'package-lock.json'))
  const installed = packagesIn(path.join(folder, 'node_modules', '.package-lock.json'))
  const ownNode = `node_modules/node-${process.platform}-${process.arch}`

  return Object.entries(wanted)
    .filter(([place, { optional }]) => place.startsWith('node_modules/') && (!optional || place === ownNode))
    .every(([place, { version }]) => installed[place] !== undefined && installed[place].version === version)
}

function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

function npm(args, options) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args], options) : run('npm', args, options)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(install)
