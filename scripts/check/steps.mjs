import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildIfStale } from '../build.mjs'
import { Explained, root, run } from '../run.mjs'

const bin = (name) => path.join(root, 'node_modules', '.bin', name)

const tool =
  (name, ...args) =>
  ({ more, ...options }) =>
    run(bin(name), [...args, ...more], options)

/**
 * In execution order. `run` returns an exit code and receives the environment, `more` arguments, whether the long form
 * is requested and who reads the output; those with `onlyReads` may run beside each other; `needs` names what must be on
 * the machine, `wants` what is installed where possible; after a step that `stops` and fails, the rest would only repeat
 * its message.
 */
export const steps = [
  { name: 'biome', run: tool('biome', 'check', '.'), onlyReads: true },
  { name: 'tsc', run: checkTypes, onlyReads: true },
  { name: 'dependency-cruiser', run: checkLayers, onlyReads: true },
  { name: 'knip', run: tool('knip', '--no-progress'), onlyReads: true },
  { name: 'build', run: build, stops: true },
  {
    name: 'vitest',
    run: tool('vitest', 'run'),
    needs: ['postgresql'],
    wants: ['strace', 'nginx', 'qpdf', 'poppler-utils'],
  },
  { name: 'playwright', run: runEndToEnd, needs: ['chromium'], after: ['build'] },
]

// The root project refers to all others, each of which is checked once. The check is forced, so that no earlier result
// counts. Several checkers of one project repeat a third of the work of one.
async function checkTypes({ env, onOutput }) {
  const typegens = ['portal', 'console'].map((app) =>
    run(bin('react-router'), ['typegen'], { env, onOutput, cwd: path.join(root, 'apps', app) }),
  )
  const typegen = Math.max(...(await Promise.all(typegens)))
  return typegen === 0
    ? run(bin('tsc'), ['--build', '--force', '--checkers', '1', '--builders', '2'], { env, onOutput })
    : typegen
}

// It reads TypeScript through the compiler's old programming interface, which version 7 no longer has: without this it
// would silently skip every file.
async function checkLayers({ env, more, onOutput }) {
  if (!existsSync(path.join(root, 'node_modules', 'typescript-6'))) {
    throw new Explained('dependency-cruiser needs TypeScript 6: npm install --save-dev typescript-6@npm:typescript@6')
  }
  const NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --import=${path.join(import.meta.dirname, 'typescript-six.mjs')}`
  const args = ['apps', 'packages', 'scripts', 'bench', 'e2e', '--config', '.dependency-cruiser.mjs', ...more]
  return run(bin('depcruise'), args, { env: { ...env, NODE_OPTIONS }, onOutput })
}

// Tests tagged `@verify` run in the long form, and whenever files or tests are named.
function runEndToEnd({ isLong, ...options }) {
  const left = isLong || options.more.length > 0 ? [] : ['--grep-invert', '@verify']
  return tool('playwright', 'test', '--config=e2e', ...left)(options)
}

async function build() {
  await buildIfStale()
  return 0
}
