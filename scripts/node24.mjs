import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Explained, root, run } from './run.mjs'

/** The package with Node 24 for this platform, where npm has one. */
export const ownNode = `node-${process.platform}-${process.arch}`

/** The packages as the lock file beside names them, with a version and digest for each platform. */
export const nodePackages = JSON.parse(
  readFileSync(path.join(root, 'scripts/node24/package-lock.json'), 'utf8'),
).packages

const pinned = nodePackages[`node_modules/${ownNode}`]
const kept = path.join(root, '.cache', 'node')

/** Returns where the pinned Node of this platform is, once fetched; it is undefined where npm has none. */
export const pinnedNode = pinned && path.join(kept, pinned.version, 'bin', 'node')

const isNode24 = () => Number.parseInt(process.versions.node, 10) >= 24

export function noNode24() {
  return new Explained(
    `Node 24 is needed and npm has none for ${process.platform}-${process.arch} (this is ${process.version}): install it from https://nodejs.org`,
  )
}

/**
 * Fetches the pinned Node, unless it is there. Of its package only the program is unpacked: the headers are 2,800 files.
 *
 * @param npm runs npm with these arguments and returns its exit code
 */
export async function fetchNode24(npm) {
  if (pinnedNode === undefined || existsSync(pinnedNode)) return
  mkdirSync(kept, { recursive: true })
  const earlier = readdirSync(kept).filter((name) => /^\d/.test(name) && name !== pinned.version)
  const folder = mkdtempSync(path.join(kept, 'fetching-'))
  try {
    const args = ['pack', `${ownNode}@${pinned.version}`, '--pack-destination', folder, '--loglevel=error']
    // Its standard output is the name of the file.
    const onOutput = (text, stream) => stream === 'stderr' && process.stderr.write(text)
    if ((await npm(args, { onOutput })) !== 0)
      throw new Explained('Node 24 could not be fetched: see what npm says above')
    const archive = path.join(folder, `${ownNode}-${pinned.version}.tgz`)
    if (`sha512-${await digestOf(archive)}` !== pinned.integrity)
      throw new Explained(
        `The registry's ${ownNode} ${pinned.version} is not the one in scripts/node24/package-lock.json`,
      )
    const program = path.join('package', 'bin', 'node')
    if ((await run('tar', ['-xzf', archive, '-C', folder, program])) !== 0)
      throw new Explained('Node 24 could not be unpacked')
    mkdirSync(path.dirname(pinnedNode), { recursive: true })
    // When two processes fetch it at once, one replaces what the other has put there.
    renameSync(path.join(folder, program), pinnedNode)
    for (const name of earlier) rmSync(path.join(kept, name), { recursive: true, force: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function digestOf(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

/** Returns the Node that the project pins, or the running one where npm has none for this platform. */
function findNode24() {
  if (pinnedNode !== undefined && existsSync(pinnedNode)) return pinnedNode
  if (isNode24()) return process.execPath
  throw pinnedNode === undefined ? noNode24() : notInstalled()
}

const notInstalled = () => new Explained('The dependencies are not installed yet: node scripts/install.mjs')

/** Runs a script of the project under Node 24. `nodeOptions` are Node's own. */
export function runOnNode24(script, args = [], nodeOptions = []) {
  return run(findNode24(), [...nodeOptions, path.join(root, script), ...args])
}

/** Builds the environment in which the tools of `node_modules/.bin` find Node 24 first. */
export function envWithNode24(env = process.env) {
  return { ...env, PATH: `${path.dirname(findNode24())}${path.delimiter}${env.PATH ?? ''}` }
}
