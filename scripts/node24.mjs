import { existsSync } from 'node:fs'
import path from 'node:path'
import { Explained, root, run } from './run.mjs'

/** The package with Node 24 for this platform, where npm has one. */
export const ownNode = `node-${process.platform}-${process.arch}`

const isNode24 = () => Number.parseInt(process.versions.node, 10) >= 24

export function noNode24() {
  return new Explained(
    `Node 24 is needed and npm has none for ${process.platform}-${process.arch} (this is ${process.version}): install it from https://nodejs.org`,
  )
}

/** The Node that the project pins as a dependency; the running one where npm has none for this platform. */
function findNode24() {
  const pinned = path.join(root, 'node_modules', ownNode, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  if (isNode24()) return process.execPath
  throw existsSync(path.join(root, 'node_modules')) ? noNode24() : notInstalled()
}

const notInstalled = () => new Explained('The dependencies are not installed yet: node scripts/install.mjs')

/** Runs a script of the project under Node 24. `nodeOptions` are Node's own. */
export function runOnNode24(script, args = [], nodeOptions = []) {
  return run(findNode24(), [...nodeOptions, path.join(root, script), ...args])
}

/** The environment in which the tools of `node_modules/.bin` find Node 24 first. */
export function envWithNode24(env = process.env) {
  return { ...env, PATH: `${path.dirname(findNode24())}${path.delimiter}${env.PATH ?? ''}` }
}
