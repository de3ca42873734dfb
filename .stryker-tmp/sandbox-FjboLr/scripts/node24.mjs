// @ts-nocheck
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Explained, root, run } from './run.mjs'

/** The Node that the project pins as a dependency; the running one where npm has none for this platform. */
function findNode24() {
  const pinned = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  throw new Explained(
    `Node 24 is needed and npm has none for ${process.platform}-${process.arch} (this is ${process.version}): install it from https://nodejs.org`,
  )
}

/** Runs one of our scripts under Node 24. `nodeOptions` are Node's own. */
export function runOnNode24(script, args = [], nodeOptions = []) {
  return run(findNode24(), [...nodeOptions, path.join(root, script), ...args])
}

/** The environment in which the tools of `node_modules/.bin` find Node 24 first. */
export function envWithNode24(env = process.env) {
  return { ...env, PATH: `${path.dirname(findNode24())}${path.delimiter}${env.PATH ?? ''}` }
}
