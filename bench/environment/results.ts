import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/run.mjs'

/** One part of `npm run verify`. */
export interface VerifyResult extends Origin {
  /** What was done, with its counts. */
  readonly did: string
  /** The violations; none in a good run. */
  readonly violations: readonly string[]
  readonly seconds: number
  readonly seed: number
  /** Whether the run had the full counts of the promise. */
  readonly isFull: boolean
  /** A hash of everything that the result may depend on. */
  readonly sources: string
}

/** One bench of `npm run bench`, run with `--record`. */
export interface BenchResult extends Origin {
  readonly budgets: readonly Budget[]
}

export interface Budget {
  readonly promise: string
  readonly isKept: boolean
  readonly figure: string
}

/** The machine and the commit that figures were made on. */
interface Origin {
  /** The machine, with its load at the start and the time. */
  readonly machine: string
  readonly commit: string
}

const folder = path.join(root, 'bench', 'results')
const fileOf = (name: string) => path.join(folder, `${name}.json`)

/** Results are keyed by what made them: the parts of `verify`, or the benches of `performance`. */
export function readResults<T>(name: string): Readonly<Record<string, T>> {
  return existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : {}
}

/** Replaces one entry and keeps the others, so that an interrupted run has kept all it had shown. */
export function writeResult(name: string, entry: string, result: object): void {
  const results = { ...readResults<object>(name), [entry]: result }
  const sorted = Object.fromEntries(Object.entries(results).toSorted(([one], [other]) => one.localeCompare(other)))
  writeFileSync(`${fileOf(name)}.tmp`, `${JSON.stringify(sorted, null, 2)}\n`)
  renameSync(`${fileOf(name)}.tmp`, fileOf(name))
}

const folders = ['apps', 'packages', 'bench', 'deploy', 'e2e', 'scripts']
const sources = [...folders, 'package.json', 'package-lock.json', 'vitest.config.ts', ':!bench/results']

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
}

/** Returns the commit of the checkout; `+` means that sources differ from it. Results and documents are no sources. */
export function commitOfSources(): string {
  const changed = git('status', '--porcelain', '--', ...sources)
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed === '' ? '' : '+'}`
}

/** Hashes every file that a result may depend on; built files and installed packages follow from them. */
export function hashOfSources(): string {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...sources).split('\n')
  const hash = createHash('sha256')
  for (const name of files.filter((file) => existsSync(path.join(root, file))))
    hash.update(`${name}\0`).update(readFileSync(path.join(root, name)))
  return hash.digest('hex').slice(0, 16)
}
